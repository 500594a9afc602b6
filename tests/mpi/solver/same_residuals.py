#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that solvers print the same residuals, to the last bit, however they run.

Usage: same_residuals.py --ranks 1,2,7,16 --places serial,host,tbb PROGRAM... -- MPIEXEC...

MPIEXEC is the command that starts a program, up to the number of ranks. Each program runs at each
place with the smallest numbers of ranks, 1 and 2, and at one place with each other number; all
outputs must be equal.
"""
import argparse
import itertools
import subprocess
import sys


def history(mpiexec: list[str], ranks: str, program: str, place: str) -> str:
    """The output of a solver; ends this script if it fails."""
    outcome = subprocess.run([*mpiexec, ranks, program, place], text=True, capture_output=True,
                             timeout=300)
    if outcome.returncode != 0:
        sys.exit(f"{program} {place} on {ranks} ranks failed:\n{outcome.stdout}{outcome.stderr}")
    return outcome.stdout


def runs(programs: list[str], all_ranks: list[str], places: list[str]) -> list[tuple]:
    """The program, number of ranks and place of each run."""
    some = []
    for number, ranks in enumerate(all_ranks):
        at = places if int(ranks) <= 2 else [places[number % len(places)]]
        some += [(program, ranks, place) for place in at for program in programs]
    return some


def first_difference(one: str, other: str) -> str:
    pairs = itertools.zip_longest(one.splitlines(), other.splitlines(), fillvalue="nothing")
    return next(f"'{a}' and '{b}'" for a, b in pairs if a != b)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ranks", default="1,2,7,16")
    parser.add_argument("--places", default="host")
    parser.add_argument("programs", nargs="+")
    split = sys.argv.index("--")
    arguments = parser.parse_args(sys.argv[1:split])
    mpiexec = sys.argv[split + 1:]

    first, number = "", 0
    for program, ranks, place in runs(arguments.programs, arguments.ranks.split(","),
                                      arguments.places.split(",")):
        output = history(mpiexec, ranks, program, place)
        first = first or output
        number += 1
        if output != first:
            sys.exit(f"{program} {place} on {ranks} ranks differs: "
                     f"{first_difference(first, output)}")
    lines = first.count("\n")
    if lines < 50:
        sys.exit(f"only {lines} iterations were printed")
    print(f"{number} runs of {lines} iterations have the same residuals")


if __name__ == "__main__":
    main()
