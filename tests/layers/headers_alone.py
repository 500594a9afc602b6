#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that each header compiles alone, so no header depends on headers included before it.

Usage: headers_alone.py [--gcc gcc] [--gxx g++] [--clangxx clang++] [--mpi folder]... [--sample N]

Without --sample all headers, else those of the change and N others (tools/changed_files.py).

  *.h                         as C11 and as C++17
  promised *.hpp              as C++17
  open/ and detail/ *.hpp     as C++20
  headers for GPUs            also as C++20 with OMPRIM_EMULATE_SIMT: host threads emulate the GPU
  CLANG_ONLY                  as C++20 by clang, if it is there
  others of detail/           by clang, too, if it is there: it parses them in less time
  headers for MPI             only if the folders of an mpi.h are given
  PROCESSORS                  with the options of the processor; for a foreign one by its cross
                              compiler, if it is there

Nothing is generated: -fsyntax-only.
"""
import argparse
import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from changed_files import ROOT, chosen

INCLUDES = ROOT / "include"
STRICT = ["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
# g++ warns of these in a header that is the main file, or that is compiled without OpenMP.
TOLERATED = ["-Wno-unused-function", "-Wno-unknown-pragmas"]
EMULATED = ["-DOMPRIM_EMULATE_SIMT=1", "-DOMPRIM_ISA=simt_emulation"]
# Target regions with clang's own clause ompx_attribute.
CLANG_ONLY = {"detail/backend/target.hpp"}
NEEDS_MPI = re.compile(r"^(c/mpi\.h|mpi\.hpp|mpi/.*)$")
# Folders of headers with a processor's own instructions: its name, and options for these headers.
PROCESSORS = {
    "detail/simd/x86/": ("x86_64", []),
    "detail/simd/neon/": ("aarch64", []),
    "detail/simd/sve/": ("aarch64", ["-march=armv8.2-a+sve", "-msve-vector-bits=512"]),
}
KNOWS_SIMT = re.compile(r"OMPRIM_(SIMT|EMULATE_SIMT)\b")


def ways(name: str, text: str) -> list[list[str]]:
    """The options of each compilation of a header: language and macros."""
    c_plus_plus_17, c_plus_plus_20 = ["-xc++", "-std=c++17"], ["-xc++", "-std=c++20"]
    if name.endswith(".h"):
        return [["-xc", "-std=c11"], c_plus_plus_17]
    if not name.startswith(("open/", "detail/")):
        return [c_plus_plus_17]
    if name in CLANG_ONLY:
        return [c_plus_plus_20]
    only_simt = pathlib.Path(name).name.startswith("simt")
    found = [] if only_simt else [c_plus_plus_20]
    if only_simt or KNOWS_SIMT.search(text):
        found.append(c_plus_plus_20 + EMULATED)
    return found


def processor_of(name: str) -> tuple[str, list[str]]:
    """The processor that a header is for, and its options."""
    for folder, processor in PROCESSORS.items():
        if name.startswith(folder):
            return processor
    return platform.machine(), []


def gxx_for(machine: str, arguments: argparse.Namespace) -> str:
    """The C++ compiler for a processor; empty if it is not installed."""
    if machine == platform.machine():
        return arguments.gxx
    return shutil.which(f"{machine}-linux-gnu-g++") or ""


def compile_alone(name: str, options: list[str], arguments: argparse.Namespace) -> str:
    """Compiles a source of one line. Empty if it compiles, else the compiler's messages."""
    machine, own_options = processor_of(name)
    compiler = arguments.gcc if "-xc" in options else gxx_for(machine, arguments)
    if name in CLANG_ONLY or (arguments.clangxx and name.startswith("detail/")
                              and machine == platform.machine()):
        compiler = arguments.clangxx
    command = [compiler, *options, *own_options, *STRICT,
               *([] if "-xc" in options else TOLERATED), "-fopenmp",
               "-I", str(INCLUDES),
               *(option for folder in arguments.mpi for option in ("-isystem", folder)), "-"]
    outcome = subprocess.run(command, input=f"#include <omprim/{name}>\n", text=True,
                             capture_output=True)
    if outcome.returncode == 0:
        return ""
    return f"{name} does not compile alone: {' '.join(command)}\n{outcome.stderr}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--clangxx", default="", help="for CLANG_ONLY; empty: they are left out")
    parser.add_argument("--mpi", action="append", default=[])
    parser.add_argument("--sample", type=int)
    arguments = parser.parse_args()

    folder = INCLUDES / "omprim"
    paths = sorted(path.relative_to(ROOT).as_posix() for path in folder.rglob("*.h*"))
    if arguments.sample is not None:
        paths = chosen(paths, arguments.sample)
    names = [(ROOT / path).relative_to(folder).as_posix() for path in paths]
    names = [name for name in names if gxx_for(processor_of(name)[0], arguments)]
    if not arguments.clangxx:
        names = [name for name in names if name not in CLANG_ONLY]
    if not arguments.mpi:
        names = [name for name in names if not NEEDS_MPI.match(name)]
    if not names:
        sys.exit(f"no headers under {folder}")
    jobs = [(name, options) for name in names
            for options in ways(name, (folder / name).read_text())]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(filter(None, pool.map(lambda job: compile_alone(*job, arguments), jobs)))
    print("\n".join(found) if found
          else f"{len(names)} headers compile alone, in {len(jobs)} ways")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
