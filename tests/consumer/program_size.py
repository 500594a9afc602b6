#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Weighs a program with one omprim::sum of doubles, built from the installed package and stripped.

Usage: program_size.py --compiler g++ --strip strip --pkg-config-path FOLDER --source one_sum.cpp
                       --folder FOLDER --most MB
A program contains only the families (omprim/families.hpp) that it calls, not the whole library.
"""
import argparse
import os
import pathlib
import subprocess
import sys


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--strip", required=True)
    parser.add_argument("--pkg-config-path", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--most", type=float, required=True, help="MB, of 10^6 bytes")
    arguments = parser.parse_args()

    folder = pathlib.Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "one_sum"
    environment = dict(os.environ, PKG_CONFIG_PATH=arguments.pkg_config_path)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "omprim"], check=True,
                           capture_output=True, text=True, env=environment).stdout.split()
    subprocess.run([arguments.compiler, "-std=c++17", "-O2", arguments.source, "-o", str(program),
                    *flags], check=True)
    subprocess.run([arguments.strip, str(program)], check=True)
    subprocess.run([str(program)], check=True)
    megabytes = program.stat().st_size / 1e6
    print(f"one sum of doubles: {megabytes:.2f} MB stripped, at most {arguments.most:g}")
    sys.exit(0 if megabytes <= arguments.most else 1)


if __name__ == "__main__":
    main()
