#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Prints the highest ISA level of this machine that omprim has kernels for: x86-64-v2, x86-64-v3
# or x86-64-v4; on Arm, armv8-a or sve512. Prints nothing on other processors, which have one level
# only.
set -euo pipefail

if [[ $(uname -m) == aarch64 ]]; then
  # Bytes of a vector in a process that asks for no other length.
  if [[ $(cat /proc/sys/abi/sve_default_vector_length 2>/dev/null) == 64 ]]; then
    echo sve512
  else
    echo armv8-a
  fi
  exit 0
fi
[[ $(uname -m) == x86_64 ]] || exit 0
flags=" $(grep --max-count=1 '^flags' /proc/cpuinfo | cut -d: -f2) "

has_all() {
  local flag
  for flag in "$@"; do
    [[ $flags == *" $flag "* ]] || return 1
  done
}

if ! has_all avx2 bmi1 bmi2 f16c fma abm movbe; then
  echo x86-64-v2
elif ! has_all avx512f avx512bw avx512cd avx512dq avx512vl; then
  echo x86-64-v3
else
  echo x86-64-v4
fi
