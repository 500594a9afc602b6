#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that includes follow the layers, and that OpenMP and TBB are used in their files only.

Usage: include_directions.py [source folder]

A folder is a layer. A file includes its own layer and the layers that LAYERS lists for it. No file
includes itself by way of others. The layers, from top to bottom:

  lib/c -> lib/api -> lib/dispatch -> lib/instantiate -> strategy -> agent -> group -> reducer
  open ------------------------------------------------> strategy       -> simd -> base -> promised
"""
import pathlib
import re
import sys

PROMISED = "include/omprim/"

# folder: the folders below it, one line a folder. The deepest folder of a file counts.
LAYERS = {
    PROMISED: {"include/omprim/c/"},
    "include/omprim/mpi": {PROMISED},  # mpi.hpp, and the folder
    "include/omprim/c/": set(),
    "include/omprim/detail/base/": {PROMISED},
    "include/omprim/detail/simd/": {PROMISED, "base"},
    "include/omprim/detail/reducer/": {PROMISED, "base", "simd"},
    "include/omprim/detail/group/": {PROMISED, "base", "simd", "reducer"},
    "include/omprim/detail/agent/": {PROMISED, "base", "simd", "reducer", "group"},
    "include/omprim/detail/strategy/": {PROMISED, "base", "simd", "reducer", "group", "agent",
                                        "backend"},
    "include/omprim/detail/backend/": {PROMISED, "base", "simd", "reducer", "group"},
    "include/omprim/open/": {PROMISED, "base", "simd", "reducer", "group", "agent", "strategy",
                             "backend"},
    "lib/link/": {PROMISED},
    "lib/runtime/": {PROMISED, "backend"},
    "lib/instantiate/": {PROMISED, "base", "simd", "reducer", "group", "agent", "strategy",
                         "backend"},
    "lib/tuning/": {PROMISED, "lib/instantiate/"},
    "lib/dispatch/": {PROMISED, "backend", "lib/instantiate/", "lib/tuning/", "lib/runtime/"},
    "lib/api/": {PROMISED, "reducer", "backend", "lib/instantiate/", "lib/dispatch/", "lib/runtime/",
                 "lib/tuning/"},
    "lib/c/": {PROMISED, "lib/api/"},
    "lib/mpi/": {PROMISED, "include/omprim/mpi", "include/omprim/c/", "reducer", "lib/instantiate/",
                 "lib/c/"},
}

# The files that may use OpenMP and TBB.
PARALLEL_LAYERS = {"include/omprim/detail/group/", "include/omprim/detail/backend/",
                   "lib/runtime/", "lib/link/"}
PARALLEL = re.compile(r"^\s*#\s*(pragma\s+omp\b|include\s*<(omp\.h|ompx\.h|tbb/|oneapi/tbb))")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = {".hpp", ".cpp", ".h"}


def layer_of(path: str) -> str:
    return max((folder for folder in LAYERS if path.startswith(folder)), key=len, default="")


def may_include(layer: str, other: str) -> bool:
    short = other.removeprefix("include/omprim/detail/").rstrip("/")
    return other == layer or other in LAYERS[layer] or short in LAYERS[layer]


def resolve(root: pathlib.Path, includer: pathlib.Path, quote: str, name: str) -> str:
    """The included file relative to the source folder; empty if it is not a file of the project."""
    beside = [includer.parent] if quote == '"' else []  # <mpi.h> is not c/mpi.h
    for base in (*beside, root / "include", root / "lib"):
        candidate = (base / name).resolve()
        if candidate.is_file() and candidate.is_relative_to(root):
            return candidate.relative_to(root).as_posix()
    return ""


def included(root: pathlib.Path, path: pathlib.Path) -> list[tuple[int, str]]:
    """The project's files that a file includes, each with the number of the line."""
    matches = enumerate(map(INCLUDE.match, path.read_text().splitlines()), 1)
    return [(number, target) for number, match in matches if match
            if (target := resolve(root, path, *match.groups()))]


def complaints(name: str, text: str, includes: list[tuple[int, str]]) -> list[str]:
    layer = layer_of(name)
    if not layer:
        return [f"{name}: its folder is no layer"]
    at_home = layer in PARALLEL_LAYERS
    found = [f"{name}:{number}: OpenMP or TBB outside the backends: {line.strip()}"
             for number, line in enumerate(text.splitlines(), 1)
             if PARALLEL.match(line) and not at_home]
    for number, target in includes:
        other = layer_of(target)
        if other and not may_include(layer, other):
            found.append(f"{name}:{number}: {layer} includes {other} ({target})")
    return found


def cycles(graph: dict[str, list[tuple[int, str]]]) -> list[str]:
    """A line for each file from which includes lead back to it."""
    found = []
    for start in graph:
        reached, waiting = set(), [start]
        while waiting:
            new = {target for _, target in graph.get(waiting.pop(), [])} - reached
            reached |= new
            waiting += new
        if start in reached:
            found.append(f"{start}: includes itself by way of others")
    return found


def main() -> None:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = sorted(path for folder in ("include", "lib")
                   for path in (root / folder).rglob("*") if path.suffix in SOURCES)
    if not files:
        sys.exit(f"no sources under {root}")
    graph = {path.relative_to(root).as_posix(): included(root, path) for path in files}
    found = [complaint for name, includes in graph.items()
             for complaint in complaints(name, (root / name).read_text(), includes)]
    found += cycles(graph)
    print("\n".join(found) if found else f"{len(files)} files, all arrows point down")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
