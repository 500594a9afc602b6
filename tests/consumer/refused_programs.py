#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compiles wrong programs and expects one compiler error, which names the right function or header.

Usage: refused_programs.py <include folder> <compiler>...
"""
import pathlib
import subprocess
import sys
import tempfile

INCLUDES = "#include <omprim/omprim.hpp>\n#include <vector>\n"
CALL = INCLUDES + """
void call(omprim::execution w, std::vector<float>& x, std::vector<float>& y, std::size_t n) {{
  const auto add = [](float a, float b) {{ return a + b; }};
  const auto above = [](float a) {{ return a > 0; }};
  (void)add;
  const std::vector<bool> bits(x.size());
  (void)above;
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
    "(void)omprim::column(x.data(), y.data(), add);": "omprim/open/segmented_reduce.hpp",
    "omprim::select_if(w, x.data(), n, y.data(), above);": "omprim/open/select.hpp",
    "omprim::select_if(w, x.data(), n, above);": "omprim/open/select.hpp",
    "omprim::select_index(w, x.data(), n, (std::int64_t*)nullptr, above);": "omprim/open/select.hpp",
    "omprim::partition(w, x.data(), n, x.data(), y.data(), above);": "omprim/open/select.hpp",
    "omprim::count_if(w, x.data(), n, above);": "omprim/open/select.hpp",
    "omprim::count_if(w, x.data(), n, omprim::plus{});": "omprim/open/select.hpp",
    "omprim::count_if(w, x.data(), n, omprim::at_least(1));": "has not the type of the elements",
    "long double s = 0; omprim::sum(w, &s, 1);": "omprim/open/reduce.hpp",
    "long double s = 0; omprim::select_flagged(w, &s, (unsigned char*)nullptr, 1, &s);":
        "as large as an unsigned integer",
    # Containers.
    "omprim::select_if(w, x, y, above);": "omprim/open/select.hpp",
    "omprim::select_if(w, x, above);": "omprim/open/select.hpp",
    "omprim::select_index(w, x, std::vector<std::int64_t>(n), above);": "omprim/open/select.hpp",
    "omprim::partition(w, x, x, y, above);": "omprim/open/select.hpp",
    "omprim::count_if(w, x, above);": "omprim/open/select.hpp",
    "omprim::count_if(w, x, omprim::at_least(1));": "has not the type of the elements",
    "(void)omprim::column(x, y, add);": "omprim/open/segmented_reduce.hpp",
    "omprim::reduce(w, x, add);": "omprim/open/reduce.hpp",
    "omprim::reduce(w, x, 1.0f);": "takes the operators of omprim/operators.hpp",
    "omprim::sum(w, x, 1.0f);": "only options follow",
    "omprim::max(w, x, omprim::plus{}, 1.0f);": "only options follow",
    "omprim::dot(w, x, y, 1.0f);": "only options follow",
    # std::vector<bool>.
    "omprim::select_flagged(w, x, bits, y);": "std::vector<bool> stores bits",
    "omprim::count_flagged(w, bits);": "std::vector<bool> stores bits",
    "(void)omprim::by_heads(bits);": "std::vector<bool> stores bits",
    "omprim::sum(w, bits);": "the compiled set holds int32",
    "omprim::all(w, bits);": "the compiled set holds int32",
    "omprim::count_unique(w, bits);": "the compiled set holds int32",
}
OLD_STRINGS = "#define _GLIBCXX_USE_CXX11_ABI 0\n#include <omprim/omprim.hpp>\n"
OPEN_INCLUDES = """
#include <omprim/open/scan.hpp>
#include <omprim/open/segmented_reduce.hpp>
#include <omprim/open/select.hpp>
#include <omprim/open/transform_reduce.hpp>
#include <omprim/operators.hpp>
#include <string>
"""
OPEN_CALL = OPEN_INCLUDES + """
void call(omprim::execution w, float* x, float* y, std::size_t n) {{
  namespace open = omprim::open;
  using omprim::plus;
  const auto add = [](float a, float b) {{ return a + b; }};
  const auto scaled = [n](float a, float b) {{ return a + b * float(n); }};
  const std::string text;
  const auto with_text = [text](float a, float b) {{ return a + b + float(text.size()); }};
  const auto long_text = [text](float a) {{ return a > float(text.size()); }};
  const auto itself = [](float a) {{ return a; }};
  const auto segments = omprim::by_length(1, n);
  (void)x, (void)y, (void)add, (void)scaled, (void)with_text, (void)long_text, (void)itself;
  (void)segments;
  {}
}}
"""
OPEN_STATEMENTS = {
    "open::reduce(w, x, n, add);": "needs an initial value",
    "open::reduce(w, x, n, with_text, 0);": "trivially copyable",
    "open::reduce(w, x, n, itself, 0);": "called as T(const T&, const T&)",
    "open::reduce(w, x, n, [n](float a, float b) mutable { return a + b * n; }, 0);": "on a const object",
    "open::transform_reduce(w, x, n, plus{}, 0.0, add);": "takes an element",
    "open::transform_reduce(w, x, y, n, plus{}, 0.0, itself);": "one of each array",
    "open::transform_reduce(w, x, y, n, plus{}, 0.0, with_text);": "trivially copyable",
    "open::exclusive_scan(w, x, n, y, add);": "needs an initial value",
    "open::inclusive_scan(w, x, n, y, scaled, 0);": "without captures",
    "open::segmented_inclusive_scan(w, x, n, segments, y, scaled, 0);": "without captures",
    "open::segmented_reduce(w, x, segments, y, scaled, 0);": "without captures",
    "open::segmented_reduce(w, x, segments, y, add);": "takes an initial value",
    "open::select_if(w, x, n, y, long_text);": "trivially copyable",
    "open::count_if(w, x, n, add);": "called as bool(const T&)",
}
OPEN_HEADERS = ["kernel", "launch", "operators", "reduce", "scan", "segmented_reduce", "select",
                "transform_reduce"]


class compilation:
    """A compiler and a standard. The headers of the programs are compiled once, before them."""

    def __init__(self, compiler: str, standard: str, include: str, headers: str,
                 folder: pathlib.Path):
        self.command = [compiler, f"-std={standard}", "-fopenmp", f"-I{include}"]
        # Both compilers take the .gch beside a file that -include names.
        self.prefix = folder / f"{pathlib.Path(compiler).name}_{standard}.hpp"
        self.prefix.write_text(headers)
        self.run("-x", "c++-header", str(self.prefix), "-o", f"{self.prefix}.gch")

    def run(self, *arguments: str, program: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run([*self.command, *arguments], input=program, capture_output=True,
                              text=True, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})

    def check(self, program: str, alone: bool = False) -> subprocess.CompletedProcess[str]:
        """Compiles a program, `alone` without the headers that were compiled before."""
        before = [] if alone else ["-include", str(self.prefix)]
        return self.run(*before, "-fsyntax-only", "-x", "c++", "-", program=program)


def complaint(done: subprocess.CompletedProcess[str], wanted: str) -> str:
    """The difference between the compiler's answer and the expected one; empty if there is none."""
    errors = [line for line in done.stderr.splitlines() if " error: " in line]
    if done.returncode == 0:
        return "compiles"
    if len(errors) != 1:
        return f"{len(errors)} errors:\n{done.stderr}"
    return "" if wanted in errors[0] else f"no word of '{wanted}': {errors[0]}"


def faults_of(compiler: str, include: str, folder: pathlib.Path) -> list[str]:
    closed = compilation(compiler, "c++17", include, INCLUDES, folder)
    opened = compilation(compiler, "c++20", include, OPEN_INCLUDES, folder)
    found = []
    answers = []
    for by, call, statements in (closed, CALL, STATEMENTS), (opened, OPEN_CALL, OPEN_STATEMENTS):
        right = by.check(call.format(""))
        if right.returncode != 0:
            found.append(f"refuses a program without a mistake\n{right.stderr}")
        answers += [(text, by.check(call.format(text)), wanted)
                    for text, wanted in statements.items()]
    for name in OPEN_HEADERS:
        header = f"omprim/open/{name}.hpp"
        answers.append((header, closed.check(f"#include <{header}>\n", alone=True),
                        f"{header} needs C++20"))
    answers.append(("strings of the old ABI", closed.check(OLD_STRINGS, alone=True),
                    "_GLIBCXX_USE_CXX11_ABI=1"))
    found += [f"{title}: {text}" for title, done, wanted in answers
              if (text := complaint(done, wanted))]
    return [f"{compiler}: {text}" for text in found]


def main() -> None:
    include, *compilers = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        found = [fault for compiler in compilers
                 for fault in faults_of(compiler, include, pathlib.Path(folder))]
    count = len(STATEMENTS) + len(OPEN_STATEMENTS) + len(OPEN_HEADERS) + 1
    print("\n".join(found) if found else f"{count} programs refused, each by one error")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
