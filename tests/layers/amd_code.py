# SPDX-License-Identifier: BSD-3-Clause
"""Checks the assembly of kernels for AMD GPUs, which no test runs.

* Spills. No register of a lane is spilled, and no kernel has memory of its own, except for SPILLS.
  Registers that the lanes share may be kept in lanes of others: this takes no memory.
* Bounds. The registers of all wavefronts of the largest group fit.
* Loads. Those of 16 bytes in loops are from global memory, not `flat`, which also looks for local
  memory. Kernels that read their input by packs (BY_PACKS) have such loads. OpenMP's own code has
  RUNTIME_LOADS of the other kind, which copy its state when a kernel begins.
* Look-back. On gfx94x no loop that polls writes back a cache, nor does any other part of the kernels
  that look back (LOOK_BACK), but for the steps before (STEPS), at the end of each.

A loop is what lies between a label and a branch back to it.
"""

import re

RUNTIME_LOADS = 2
# The kernel of sorts has all passes of a sort, which name their memory by an array of pointers.
# On gfx1100, whose lanes have half as many registers, it also spills.
SPILLS = re.compile(r"13sort_in_stepsI")
BY_PACKS = re.compile(r"15reduce_by_shareI|14exact_by_shareI")
LOOK_BACK = re.compile(r"14scan_by_ticketI|16select_by_ticketI|13sort_in_stepsI")
MARKS = re.compile(r"20scan_marked_segmentsI")
STEPS = 2  # of these kernels: zero the words, set the bits

LABEL = re.compile(r"(\.LBB\w+):")
BRANCH = re.compile(r"\s+s_c?branch\w*\s+(\.LBB\w+)")
WIDE_LOAD = re.compile(r"\s+(flat|global)_load_(?:dwordx4|b128)\s")
POLL = re.compile(r"\s+global_load_\w+\s.*\bsc1\b")


class Kernel:
    def __init__(self, name, body, metadata):
        self.name = name
        self.lines = body.splitlines()
        self.metadata = metadata
        self.loops = find_loops(self.lines)

    def number(self, key):
        found = re.search(rf"\.{key}:\s+(\d+)", self.metadata)
        return int(found.group(1)) if found else 0

    def is_in_loop(self, line):
        return any(first <= line <= last for first, last in self.loops)

    def innermost_loops(self):
        """Loops that have no other loop inside."""
        return [
            one
            for one in self.loops
            if not any(one[0] <= o[0] and o[1] <= one[1] for o in self.loops if o != one)
        ]


def find_loops(lines):
    """The first and the last line of each loop."""
    labels = {}
    loops = {}
    for at, line in enumerate(lines):
        label = LABEL.match(line)
        if label:
            labels[label.group(1)] = at
        branch = BRANCH.match(line)
        if branch and branch.group(1) in labels:
            loops[labels[branch.group(1)]] = at  # the last branch to the label
    return sorted(loops.items())


def kernels_of(text):
    code, _, metadata = text.partition("amdhsa.kernels:")
    bodies = {}
    for part in re.split(r"\n(?=\w+:)", code):
        name = part.split(":", 1)[0]
        bodies[name] = part.split("\t.section\t.rodata", 1)[0]
    for entry in re.split(r"\n  - (?=\.)", metadata)[1:]:
        name = re.search(r"\.name:\s+(\S+)", entry)
        if name:
            yield Kernel(name.group(1), bodies[name.group(1)], entry)


def most_registers(architecture, kernel):
    """The registers of a lane, if all wavefronts of the largest group run on one compute unit, which
    has four vector units."""
    wavefronts = -(-kernel.number("max_flat_workgroup_size") // kernel.number("wavefront_size"))
    all_registers, most, step = (512, 512, 8) if architecture.startswith("gfx9") else (1536, 256, 24)
    share = all_registers // -(-wavefronts // 4)
    return min(most, share // step * step)


def spills(kernel):
    lanes = kernel.number("vgpr_spill_count")
    memory = kernel.number("private_segment_fixed_size")
    if lanes == 0 and memory == 0 or SPILLS.search(kernel.name):
        return []
    return [f"spills {lanes} registers; its own memory has {memory} bytes"]


def too_many_registers(architecture, kernel):
    used = kernel.number("vgpr_count")
    most = most_registers(architecture, kernel)
    return [f"uses {used} registers, more than {most}"] if used > most else []


def wrong_loads(kernel):
    kinds = {"flat": 0, "global": 0}
    for at, line in enumerate(kernel.lines):
        load = WIDE_LOAD.match(line)
        if load and kernel.is_in_loop(at):
            kinds[load.group(1)] += 1
    wrong = []
    if kinds["flat"] > RUNTIME_LOADS:
        wrong.append(f"has {kinds['flat']} flat loads of 16 bytes in loops")
    if BY_PACKS.search(kernel.name) and kinds["global"] == 0:
        wrong.append("has no load of 16 bytes in a loop")
    return wrong


def write_backs(kernel):
    back = [at for at, line in enumerate(kernel.lines) if "buffer_wbl2" in line]
    allowed = STEPS if MARKS.search(kernel.name) else 0
    if LOOK_BACK.search(kernel.name) and len(back) > allowed:
        return [f"looks back, and writes back caches {len(back)} times"]
    for first, last in kernel.innermost_loops():
        polls = any(POLL.match(line) for line in kernel.lines[first : last + 1])
        if polls and any(first <= at <= last for at in back):
            return ["writes back caches in a loop that polls"]
    return []


def check(paths):
    wrong = []
    counts = {}
    for path in paths:
        architecture = path.name.split(".")[-2]
        for kernel in kernels_of(path.read_text()):
            count = counts.setdefault(architecture, {"kernels": 0, "registers": 0, "shared": 0})
            count["kernels"] += 1
            count["registers"] = max(count["registers"], kernel.number("vgpr_count"))
            count["shared"] += kernel.number("sgpr_spill_count") > 0
            faults = spills(kernel) + too_many_registers(architecture, kernel) + wrong_loads(kernel)
            if architecture.startswith("gfx94"):
                faults += write_backs(kernel)
            wrong += [f"{path.name}: {kernel.name} {fault}" for fault in faults]
    for architecture, count in sorted(counts.items()):
        print(
            f"{architecture}: {count['kernels']} kernels, up to {count['registers']} registers, "
            f"{count['shared']} with shared registers kept in lanes of others"
        )
    return wrong
