#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compiles wrong programs and expects one compiler error, which names the right function or header.

Usage: refused_programs.py <include folder> <compiler>...
"""
import subprocess
import sys

INCLUDES = "#include <omprim/omprim.hpp>\n#include <vector>\n"
CALL = INCLUDES + """
void call(omprim::execution w, std::vector<float>& x, std::vector<float>& y, std::size_t n) {{
  const auto add = [](float a, float b) {{ return a + b; }};
  (void)add;
  (void)n;
  {}
}}
"""

# Statements, and the words that the message has to contain.
STATEMENTS = {
    "omprim::reduce(w, x.data(), n, omprim::bit_and{});": "bit_xor take integers",
    "omprim::reduce(w, x.data(), n, omprim::bit_or{}, 1);": "bit_xor take integers",
    "omprim::reduce(w, x.data(), n, add);": "omprim/open/reduce.hpp",
    "omprim::reduce(w, x.data(), n, add, 1);": "omprim/open/reduce.hpp",
    "omprim::inclusive_scan(w, x.data(), n, y.data(), add);": "omprim/open/scan.hpp",
    "omprim::exclusive_scan(w, x.data(), n, y.data(), add);": "omprim/open/scan.hpp",
    "omprim::exclusive_scan(w, x.data(), n, y.data(), 1.0f);": "then the initial value",
    "omprim::inclusive_scan(w, x.data(), n, y.data(), omprim::default_options);": "then options",
    "omprim::segmented_inclusive_scan(w, x.data(), n, omprim::by_length(2, 2), y.data(), add);":
        "omprim/open/scan.hpp",
    "omprim::segmented_reduce(w, x.data(), omprim::by_length(2, 2), y.data(), add);":
        "omprim/open/segmented_reduce.hpp",
    "short s = 0; omprim::sum(w, &s, 1);": "omprim/open/reduce.hpp",
}
OPEN_HEADERS = ["kernel", "launch", "reduce", "scan", "segmented_reduce", "select"]


def complaint(include: str, compiler: str, program: str, wanted: str) -> str:
    """The difference between the compiler's answer and the expected one; empty if there is none."""
    command = [compiler, "-std=c++17", "-fsyntax-only", f"-I{include}", "-x", "c++", "-"]
    done = subprocess.run(command, input=program, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})
    errors = [line for line in done.stderr.splitlines() if " error: " in line]
    if done.returncode == 0:
        return "compiles"
    if len(errors) != 1:
        return f"{len(errors)} errors:\n{done.stderr}"
    return "" if wanted in errors[0] else f"no word of '{wanted}': {errors[0]}"


def main() -> None:
    include, *compilers = sys.argv[1:]
    programs = {text: (CALL.format(text), wanted) for text, wanted in STATEMENTS.items()}
    for name in OPEN_HEADERS:
        header = f"omprim/open/{name}.hpp"
        programs[header] = f"#include <{header}>\n", f"{header} needs C++20"
    found = []
    for compiler in compilers:
        # The same program without the statement must compile.
        right = subprocess.run([compiler, "-std=c++17", "-fsyntax-only", f"-I{include}", "-x",
                                "c++", "-"], input=CALL.format(""), text=True)
        if right.returncode != 0:
            found.append(f"{compiler}: refuses a program without a mistake")
        for title, (program, wanted) in programs.items():
            if text := complaint(include, compiler, program, wanted):
                found.append(f"{compiler}: {title}: {text}")
    print("\n".join(found) if found else f"{len(programs)} programs refused, each by one error")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
