#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs clang-tidy over the changed sources of lib/ and tools/omprim/, and over a sample
(changed_files.py).

Usage: tidy.py [--base COMMIT] [--sample N] [--seconds S] [--all] [build tree]

Needs a configured build tree (compile_commands.json). Sources that are compiled once for each ISA
level are checked once. After S seconds no further file is begun; the last line has the number of
files that were left out.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import time

from changed_files import ROOT, chosen

FOLDERS = ("lib/", "tools/omprim/")


def one_entry_per_file(tree: pathlib.Path) -> dict[str, dict]:
    """The first entry of the compile database for each source below FOLDERS."""
    entries = {}
    for entry in json.loads((tree / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if path.is_relative_to(ROOT):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(FOLDERS):
                entries.setdefault(name, entry)
    return entries


def check(name: str, database: pathlib.Path, deadline: float) -> tuple[str, str]:
    """("clean", "left out" or "wrong", the findings)."""
    if time.monotonic() > deadline:
        return "left out", ""
    outcome = subprocess.run(["clang-tidy-19", "--quiet", "-p", str(database), str(ROOT / name)],
                             text=True, capture_output=True)
    if outcome.returncode == 0:
        return "clean", ""
    return "wrong", f"{name}:\n{outcome.stdout}{outcome.stderr}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", type=pathlib.Path, default=ROOT / "build" / "host")
    parser.add_argument("--base", default="", help="the commit to compare with")
    parser.add_argument("--sample", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--all", action="store_true", help="every file, however long it takes")
    arguments = parser.parse_args()

    entries = one_entry_per_file(arguments.tree)
    sample = len(entries) if arguments.all else arguments.sample
    names = chosen(sorted(entries), sample, arguments.base)
    database = arguments.tree / "tidy"
    database.mkdir(exist_ok=True)
    (database / "compile_commands.json").write_text(json.dumps([entries[n] for n in names]))
    deadline = time.monotonic() + (float("inf") if arguments.all else arguments.seconds)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda name: check(name, database, deadline), names))
    counts = {state: sum(1 for s, _ in outcomes if s == state)
              for state in ("clean", "wrong", "left out")}
    print("".join(text for _, text in outcomes), end="")
    print(f"clang-tidy: of {len(names)} files "
          + ", ".join(f"{count} {state}" for state, count in counts.items()))
    sys.exit(1 if counts["wrong"] else 0)


if __name__ == "__main__":
    main()
