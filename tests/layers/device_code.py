# SPDX-License-Identifier: BSD-3-Clause
"""Checks the assembly of every GPU kernel of the library.

For AMD GPUs, amd_code.py says what is checked. For NVIDIA GPUs:

* No kernel looks up the runtime's state of a team, as it does where Clang's OpenMP optimiser gave up
  (tools/cmake/offload_toolchain.cmake).
* No kernel reads an undefined value. Clang 19's OpenMP optimiser sometimes takes a private variable
  for undefined and drops the stores to it. The assembly then has a register that is read but never
  written. Correct code does not have such registers, except for padding: kernels whose names match
  PADDED are not checked. If kernels were read and none matches, the exemption names no class of
  today, and the script fails.

  device_code.py FOLDER    every *.s below the folder; exit status 77 if there is none
"""

import pathlib
import re
import sys

import amd_code

REGISTER = re.compile(r"%(?:r|rd|rs|f|fd|p)\d+")
SCOPE = re.compile(r"\{ \.reg [^;]*; (.*;) \}$")  # instructions with a register of their own
TEAM_STATE = "TeamState"  # the runtime's name for it
INSTRUCTION = re.compile(r"(?:@!?(%p\d+)\s+)?([a-z][\w.]*)\s*(.*);$")
# Kernels that shuffle padding: a 4-byte key beside an 8-byte index.
PADDED = re.compile(r"15indexed_reducerI[ijf]")
# Instructions that only read their operands. All other instructions write their first operand.
READERS = ("st.", "bar.", "barrier", "membar", "fence", "red.", "bra", "ret", "call", "exit")


def split_operands(operation, operands):
    """The registers that an instruction writes, and the registers that it reads."""
    if operation.startswith(READERS):
        return [], REGISTER.findall(operands)
    if operands.startswith("{"):
        end = operands.index("}")
        return REGISTER.findall(operands[:end]), REGISTER.findall(operands[end:])
    first, _, others = operands.partition(",")
    return REGISTER.findall(first), REGISTER.findall(others)


def instructions_of(body):
    for line in body.splitlines():
        scope = SCOPE.match(line.strip())
        if scope:
            yield from (f"{one.strip()};" for one in scope.group(1).split(";"))
        else:
            yield line.strip()


def undefined_registers(body):
    written, read = set(), set()
    for line in instructions_of(body):
        match = INSTRUCTION.match(line)
        if not match:
            continue
        predicate, operation, operands = match.groups()
        writes, reads = split_operands(operation, operands)
        written.update(writes)
        read.update(reads, [predicate] if predicate else [])
    return sorted(read - written)


def check(paths):
    kernels = 0
    exempt = 0
    wrong = []
    for path in paths:
        for kernel in re.split(r"(?=\.entry )", path.read_text())[1:]:
            kernels += 1
            name = kernel.split("(", 1)[0].removeprefix(".entry ")
            if TEAM_STATE in kernel:
                wrong.append(f"{path.name}: {name} looks up the state of a team")
            if PADDED.search(name):
                exempt += 1
                continue
            registers = undefined_registers(kernel)
            if registers:
                wrong.append(f"{path.name}: {name} reads undefined {', '.join(registers)}")
    print(f"NVIDIA: {kernels} kernels, {exempt} exempt, {len(wrong)} wrong")
    if exempt == 0:
        wrong.append(f"no kernel matches the exemption {PADDED.pattern}: correct or remove it")
    return wrong


def main():
    folder = pathlib.Path(sys.argv[1])
    nvidia = sorted(folder.rglob("*nvptx*.s"))
    amd = sorted(folder.rglob("*amdgcn*.s"))
    if not nvidia and not amd:
        sys.exit(77)
    wrong = (check(nvidia) if nvidia else []) + (amd_code.check(amd) if amd else [])
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
