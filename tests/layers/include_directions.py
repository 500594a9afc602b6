#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks who includes whom, and that OpenMP and TBB stay where they belong.

Usage: include_directions.py [source folder]

The layers, top to bottom; a file includes its own layer and those that MAY_INCLUDE lists:

  public header -> api -> dispatch -> instantiate -> strategy -> kernel
                                                  -> backend  -> kernel

Within a layer, too, no file includes itself by way of others.
"""
import pathlib
import re
import sys

# (start of a path relative to the source folder, layer), the first that fits.
LAYERS = [
    ("include/omprim/kernel/", "kernel"),
    ("include/omprim/strategy/", "strategy"),
    ("include/omprim/backend/", "backend"),
    ("include/omprim/open", "open"),  # the open templates: instantiated by the caller
    ("include/omprim/omprim.h", "public"),
    # What the layers say to each other: values, names, rows. They include no layer.
    ("include/omprim/operators.hpp", "words"),
    ("include/omprim/result.hpp", "words"),
    ("include/omprim/tuning.hpp", "words"),
    ("include/omprim/error.hpp", "words"),
    ("include/omprim/execution.hpp", "words"),
    ("include/omprim/scalar.hpp", "words"),
    ("include/omprim/segmentation.hpp", "words"),
    ("include/omprim/table.hpp", "words"),
    ("include/omprim/", "public"),
    # Devices as they are, below all that reduces: numbers, memory, waiting.
    ("lib/api/device", "runtime"),
    ("lib/api/memory", "runtime"),
    ("lib/api/wait", "runtime"),
    ("lib/api/workspace", "runtime"),
    ("lib/instantiate/device_probe.cpp", "runtime"),
    ("lib/link/", "runtime"),
    ("lib/api/", "api"),
    ("lib/dispatch/variant.hpp", "rows"),  # a row and the function behind it
    ("lib/dispatch/", "dispatch"),
    ("lib/tuned/", "dispatch"),
    ("lib/instantiate/", "instantiate"),
]

MAY_INCLUDE = {
    "words": set(),
    "kernel": {"words"},
    "strategy": {"kernel", "words"},
    "backend": {"kernel", "words"},
    "rows": {"backend", "words"},
    "runtime": {"backend", "public", "words"},
    "instantiate": {"strategy", "backend", "kernel", "rows", "words"},
    "open": {"strategy", "backend", "kernel", "public", "words"},
    "dispatch": {"instantiate", "rows", "runtime", "public", "words"},
    "api": {"dispatch", "rows", "backend", "runtime", "public", "words"},
    "public": {"words"},
}

# Where OpenMP and TBB may be named.
PARALLEL_LAYERS = {"backend", "kernel", "runtime"}
PARALLEL_FILES = re.compile(r"^lib/api/(execution|measure)[^/]*$")
PARALLEL = re.compile(r"^\s*#\s*(pragma\s+omp\b|include\s*<(omp\.h|ompx\.h|tbb/|oneapi/tbb))")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
SOURCES = {".hpp", ".cpp", ".h"}


def layer_of(path: str) -> str:
    return next((layer for start, layer in LAYERS if path.startswith(start)), "")


def resolve(root: pathlib.Path, includer: pathlib.Path, name: str) -> str:
    """The included file relative to the source folder; empty if it is none of the project's."""
    for base in (includer.parent, root / "include", root / "lib"):
        candidate = (base / name).resolve()
        if candidate.is_file() and candidate.is_relative_to(root):
            return candidate.relative_to(root).as_posix()
    return ""


def included(root: pathlib.Path, path: pathlib.Path) -> list[tuple[int, str]]:
    """The project's files that a file includes, each with the number of the line."""
    matches = enumerate(map(INCLUDE.match, path.read_text().splitlines()), 1)
    return [(number, target) for number, match in matches if match
            if (target := resolve(root, path, match.group(1)))]


def complaints(name: str, text: str, includes: list[tuple[int, str]]) -> list[str]:
    layer = layer_of(name)
    at_home = layer in PARALLEL_LAYERS or PARALLEL_FILES.match(name)
    found = [f"{name}:{number}: OpenMP or TBB outside the backends: {line.strip()}"
             for number, line in enumerate(text.splitlines(), 1)
             if PARALLEL.match(line) and not at_home]
    for number, target in includes:
        other = layer_of(target)
        if other and other != layer and other not in MAY_INCLUDE.get(layer, set()):
            found.append(f"{name}:{number}: {layer} includes {other} ({target})")
    return found


def cycles(graph: dict[str, list[tuple[int, str]]]) -> list[str]:
    """A line for each file from which includes lead back to it."""
    found = []
    for start in graph:
        reached, waiting = set(), [start]
        while waiting:
            new = {target for _, target in graph.get(waiting.pop(), [])} - reached
            reached |= new
            waiting += new
        if start in reached:
            found.append(f"{start}: includes itself by way of others")
    return found


def main() -> None:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = sorted(path for folder in ("include", "lib")
                   for path in (root / folder).rglob("*") if path.suffix in SOURCES)
    if not files:
        sys.exit(f"no sources under {root}")
    graph = {path.relative_to(root).as_posix(): included(root, path) for path in files}
    found = [complaint for name, includes in graph.items()
             for complaint in complaints(name, (root / name).read_text(), includes)]
    found += cycles(graph)
    print("\n".join(found) if found else f"{len(files)} files, all arrows point down")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
