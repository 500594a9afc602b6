#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sets up, builds and runs the whole test suite; 40 minutes on two cores. Each preset runs the
# parts that it can tell something new about; together they run every part but `large` (ctest -L
# large, 10 GB). Only the step `host` compiles every ISA level.
#   tools/test.sh [STEP...]     only these: format host offload-host host-gcc host-asan gpu
set -euo pipefail
cd "$(dirname "$0")/.."

steps=("$@")
[[ ${#steps[@]} -gt 0 ]] || steps=(format host offload-host host-gcc host-asan gpu)

# Shows the output of a command only if it fails: a build prints a thousand lines.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log"
    rm "$log"
    echo "test.sh: failed: $*" >&2
    exit 1
  fi
  rm "$log"
}

configure() {  # PRESET [cmake option...]
  quietly cmake --preset "$1" -DOMPRIM_WERROR=ON -DOMPRIM_BUILD_TESTS=ON "${@:2}"
}

build() {  # PRESET [cmake option...]
  configure "$@"
  quietly cmake --build --preset "$1" --parallel "$(nproc)"
}

run_tests() {  # PRESET [ctest option...]
  ctest --preset "$1" --parallel "$(nproc)" "${@:2}"
}

check_format() {
  find include lib tests tools benchmarks -type f \
    \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.c' \) -print0 |
    xargs -0 clang-format-19 --dry-run -Werror
}

run_step() {
  local small=(-DOMPRIM_ISA_LEVELS=x86-64-v2 -DOMPRIM_BUILD_BENCHMARKS=OFF)
  case $1 in
    format) check_format ;;
    host)
      build host -DOMPRIM_BUILD_BENCHMARKS=ON
      run_tests host
      ;;
    offload-host)
      build offload-host "${small[@]}"
      run_tests offload-host -L 'device|layers|package|examples|command'
      ;;
    host-gcc)
      build host-gcc "${small[@]}" -DOMPRIM_BUILD_TOOLS=OFF
      run_tests host-gcc -L 'unit|table|package|layers'
      ;;
    host-asan)
      build host-asan "${small[@]}" -DOMPRIM_BUILD_TOOLS=OFF
      run_tests host-asan -L unit
      ;;
    gpu)
      # Here the device code is only compiled and linked, and looked at; host code is the same as
      # before. The device suite runs by hand on a GPU machine.
      if PATH=$PATH:/usr/local/cuda/bin command -v ptxas >/dev/null; then
        configure gpu "${small[@]}" -DOMPRIM_OFFLOAD=gpu
        quietly cmake --build --preset gpu --parallel "$(nproc)" \
          --target omprim_device_code omprim_forms_device_code
        run_tests gpu -R device_code
      else
        echo "no ptxas here: the device code for GPUs is not compiled"
      fi
      ;;
    *)
      echo "test.sh: no step is called $1." >&2
      exit 2
      ;;
  esac
}

tools/setup.sh --offload --tests
for step in "${steps[@]}"; do
  echo "==== $step"
  SECONDS=0
  run_step "$step"
  echo "==== $step: ${SECONDS} s"
done
