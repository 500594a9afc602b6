#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compiles every whole program of a page against the installed package, and runs it.

A fenced block of C++, C or Fortran is a program if it has a main. Programs that include an open
template or have an OpenMP pragma are compiled like the library, with device code if it has any.
A block that begins with "// from FILE" consists of lines of that file; indentation may differ.
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys

FENCE = re.compile(r"^```(cpp|c|fortran)\n(.*?)^```", re.MULTILINE | re.DOTALL)
MAIN = {"cpp": r"\bint main\(", "c": r"\bint main\(", "fortran": r"(?im)^\s*program \w+"}
QUOTED = re.compile(r"// from (\S+)\n(.*)", re.DOTALL)
SUFFIX = {"cpp": ".cpp", "c": ".c", "fortran": ".f90"}


def package(question: str, name: str = "omprim") -> list[str]:
    answer = subprocess.run(["pkg-config", *question.split(), name],
                            check=True, capture_output=True, text=True)
    return shlex.split(answer.stdout)


def uses_mpi(text: str) -> bool:
    return "<omprim/mpi.hpp>" in text


def compile_command(language: str, text: str, source: pathlib.Path,
                    arguments: argparse.Namespace) -> list[str]:
    prefix, compiler = arguments.prefix, arguments.compiler
    if uses_mpi(text):
        return [arguments.mpicxx, "-std=c++17", "-Wall", "-O2", str(source),
                *package("--cflags --libs", "omprim-mpi")]
    use = package("--cflags --libs")
    if language == "fortran":
        module = prefix / "include/omprim/fortran/omprim.F90"
        return ["gfortran", "-O2", f"-J{source.parent}", str(module), str(source), *use]
    if language == "c":
        return ["gcc", "-std=c11", "-Wall", "-Werror", "-O2", str(source), *use]
    if re.search(r"omprim/(open|kernel|strategy|backend)|#pragma omp", text):
        return [compiler, "-std=c++20", "-O2", *package("--variable=offload"), str(source), *use]
    return ["g++", "-std=c++17", "-Wall", "-Werror", "-O2", str(source), *use]


def without_indentation(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def require_quotations(blocks: list[tuple[str, str]], root: pathlib.Path) -> None:
    """Ends this script if a block differs from the file that it quotes."""
    for _, text in blocks:
        quoted = QUOTED.match(text)
        if not quoted:
            continue
        name, lines = quoted.groups()
        if without_indentation(lines) not in without_indentation((root / name).read_text()):
            sys.exit(f"the page does not quote {name} as it is")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readme", type=pathlib.Path, required=True)
    parser.add_argument("--prefix", type=pathlib.Path, required=True)
    parser.add_argument("--libdir", default="lib")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="for what is built")
    parser.add_argument("--compiler", required=True, help="the library's own")
    parser.add_argument("--mpicxx", default="", help="without it, programs of MPI are left out")
    parser.add_argument("--mpiexec", default="mpiexec")
    arguments = parser.parse_args()
    os.environ["PKG_CONFIG_PATH"] = str(arguments.prefix / arguments.libdir / "pkgconfig")
    arguments.folder.mkdir(parents=True, exist_ok=True)

    blocks = FENCE.findall(arguments.readme.read_text())
    require_quotations(blocks, arguments.readme.parent)
    programs = [block for block in blocks if re.search(MAIN[block[0]], block[1])
                and (arguments.mpicxx or not uses_mpi(block[1]))]
    for number, (language, text) in enumerate(programs, 1):
        source = arguments.folder / f"example_{number}{SUFFIX[language]}"
        program = source.with_suffix("")
        source.write_text(text)
        command = compile_command(language, text, source, arguments)
        start = [arguments.mpiexec, "-n", "2"] if uses_mpi(text) else []
        subprocess.run([*command, "-o", str(program)], check=True)
        print(f"example {number} ({language}):")
        sys.stdout.flush()
        subprocess.run([*start, str(program)], check=True)
    print(f"{len(programs)} programs ran")
    sys.exit(0 if programs else f"{arguments.readme} shows no program")


if __name__ == "__main__":
    main()
