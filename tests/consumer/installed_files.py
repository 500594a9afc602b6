#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Installs one component into an empty folder and compares its files with the expected ones.

Usage: installed_files.py --cmake cmake --build FOLDER --component NAME --prefix FOLDER [FILE...]
FILEs are relative to the prefix.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--component", required=True)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()

    prefix = pathlib.Path(arguments.prefix)
    shutil.rmtree(prefix, ignore_errors=True)
    subprocess.run([arguments.cmake, "--install", arguments.build, "--component",
                    arguments.component, "--prefix", str(prefix)], check=True)
    expected = set(arguments.files)
    found = {path.relative_to(prefix).as_posix() for path in prefix.rglob("*")
             if not path.is_dir()}
    for name in sorted(expected - found):
        print(f"component {arguments.component} lacks {name}")
    for name in sorted(found - expected):
        print(f"component {arguments.component} has {name}, too")
    sys.exit(0 if found == expected else 1)


if __name__ == "__main__":
    main()
