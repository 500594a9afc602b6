#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the names in libomprim.a and libomprim_strategies.a.

Closed objects (host kernels of an ISA level, device kernels) define no weak name: an inline
function compiled for AVX-512 must never become the program's only copy. With --bound, no object
calls an omp_ function by its own name, since GCC's runtime may be first on the link line
(lib/link/llvm_openmp.cpp).
"""
import argparse
import re
import subprocess
import sys

LINE = re.compile(r"(?:^|[: ])(?:[0-9a-f]+ )? *([A-Za-z]) (\S+)$")


def names(nm: str, path: str) -> list[tuple[str, str]]:
    """(kind, name) of all global symbols, kinds as nm prints them."""
    listing = subprocess.run([nm, "--extern-only", path],
                             check=True, capture_output=True, text=True).stdout
    found = (LINE.search(line) for line in listing.splitlines())
    return [match.groups() for match in found if match]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--closed", nargs="*", default=[], help="objects without weak names")
    parser.add_argument("--archives", nargs="+", required=True)
    parser.add_argument("--bound", action="store_true")
    arguments = parser.parse_args()

    complaints = []
    for path in arguments.closed:
        symbols = names(arguments.nm, path)
        if not any(kind == "T" for kind, _ in symbols):
            complaints.append(f"{path} defines no function: nothing in it can be reached")
        complaints += [f"{path} defines the weak name {name}"
                       for kind, name in symbols if kind in "WVu"]
    if arguments.bound:
        complaints += [f"add {name} to lib/link/llvm_openmp.cpp: {archive} calls it"
                       for archive in arguments.archives
                       for kind, name in sorted(set(names(arguments.nm, archive)))
                       if kind == "U" and name.startswith("omp_")]
    print("\n".join(complaints) if complaints else "all names are as they should be")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
