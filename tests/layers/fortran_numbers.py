#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the numbers of the Fortran module against the C enumerations.

Usage: fortran_numbers.py INCLUDE_FOLDER

Operations (`op_sum = 0`) and element types (`int32_element = 0`, `real32_element = 4`) are numbered
by the lists of omprim/c/names.h, other constants by the enumerations of omprim/c/*.h.
"""
import pathlib
import re
import sys

NAME_OF_REAL = {"real32": "float32", "real64": "float64"}


def listed(text: str, names: list[str]) -> list[str]:
    """The first entries of the X-lists of these names, in order."""
    entries = []
    for name in names:
        body = re.search(rf"#define OMPRIM_{name}\(X\)((?:.*\\\n)*.*)", text).group(1)
        entries += re.findall(r"X\((\w+), \w+\)", body)
    return entries


def c_constants(include: pathlib.Path) -> dict[str, int]:
    """The enumerators of the C headers, with their numbers."""
    numbers = {}
    for header in sorted((include / "omprim/c").glob("*.h")):
        for body in re.findall(r"typedef enum \w+ \{(.*?)\}", header.read_text(), re.DOTALL):
            entries = re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL)
            for number, entry in enumerate(filter(None, map(str.strip, entries.split(",")))):
                name, _, value = map(str.strip, entry.partition("="))
                numbers[name] = int(value) if value else number
    return numbers


def expected(name: str, elements: list[str], operations: list[str],
             constants: dict[str, int]) -> int | None:
    """The right number of a Fortran constant; none if C has no such name."""
    if name.endswith("_element"):
        kind = name.removesuffix("_element")
        return elements.index(NAME_OF_REAL.get(kind, kind))
    if name.startswith("op_"):
        return operations.index(name.removeprefix("op_"))
    for prefix in ("omprim_", "omprim_operator_", "omprim_comparison_", "omprim_backend_"):
        if (number := constants.get(prefix + name.removeprefix("omprim_"))) is not None:
            return number
    return None


def main() -> None:
    include = pathlib.Path(sys.argv[1])
    names = (include / "omprim/c/names.h").read_text()
    elements = listed(names, ["INTEGERS", "FLOATS"])
    operations = listed(names, ["OPERATIONS"])
    constants = c_constants(include)
    wrong, checked = [], 0
    for part in sorted((include / "omprim/fortran").rglob("*.[Ff]90*")):
        for line in part.read_text().splitlines():
            if "parameter" not in line:
                continue
            for name, number in re.findall(r"\b(\w+) = (-?\d+)\b", line):
                right = expected(name, elements, operations, constants)
                checked += right is not None
                if right is not None and right != int(number):
                    wrong.append(f"{part.name}: {name} is {number}, and {right} in C")
    if checked < 30:
        wrong.append(f"only {checked} constants were found")
    print("\n".join(wrong) if wrong else f"{checked} constants are those of C")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
