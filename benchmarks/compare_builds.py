#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the programs call_times of two builds and prints a Markdown table.

Usage: compare_builds.py BEFORE AFTER [--where device] [--rounds 5] [--seconds 0.2]

Both programs run in turn, `rounds` times. The figure of a call is the median of its medians; `noise`
is the spread of the same program's figures, (greatest - least) / median, the larger of both.
"""
import argparse
import collections
import statistics
import subprocess


def figures(program: str, where: str, seconds: float) -> dict[str, float]:
    """The median seconds of each call, by name."""
    outcome = subprocess.run([program, where, str(seconds)], text=True, capture_output=True, check=True)
    rows = (line.split(",") for line in outcome.stdout.splitlines())
    return {name: float(median) for name, median, _ in rows}


def spread(values: list[float]) -> float:
    return (max(values) - min(values)) / statistics.median(values)


def in_unit(seconds: float) -> str:
    return f"{seconds * 1e9:.1f} ns" if seconds < 1e-6 else f"{seconds * 1e6:.2f} us"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--where", default="device")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2, help="of each call and round")
    arguments = parser.parse_args()
    seconds = {program: collections.defaultdict(list)
               for program in (arguments.before, arguments.after)}
    for index in range(arguments.rounds):
        order = list(seconds) if index % 2 == 0 else list(reversed(seconds))
        for program in order:
            for name, value in figures(program, arguments.where, arguments.seconds).items():
                seconds[program][name].append(value)
    print("| call | before | after | after / before | noise |\n| --- | ---: | ---: | ---: | ---: |")
    for name, old in seconds[arguments.before].items():
        new = seconds[arguments.after][name]
        before, after = statistics.median(old), statistics.median(new)
        print(f"| {name} | {in_unit(before)} | {in_unit(after)} | {after / before:.3f} | "
              f"{max(spread(old), spread(new)):.3f} |")


if __name__ == "__main__":
    main()
