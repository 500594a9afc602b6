#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Prints the highest ISA level of this machine that omprim has kernels for: x86-64-v2, x86-64-v3
# or x86-64-v4. Prints nothing on other processors, which have one level only.
set -euo pipefail

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
