#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sets up, builds omprim for the GPU or the ISA level of this machine (of the listings, those of
# int32), and sums 512,000,000 integers (2 GB) by every strategy and tuning. Verifies the results
# and prints them as a table, with the fast strategies first. Each row has half a second for its
# repetitions; a slower row runs once.
#   tools/quickstart.sh [--preset PRESET] [option of omprim sweep...]
#   tools/quickstart.sh --n 16000000      a smaller input
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PATH:/usr/local/cuda/bin

preset=
if [[ ${1:-} == --preset ]]; then
  preset=${2:?--preset needs a name: host, offload-host or gpu}
  shift 2
fi

# The GPUs of this machine as clang names them: "sm_90;sm_80"; empty if there is none.
architectures=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null |
  sed 's/\.//; s/^/sm_/' | sort -u | paste -sd ';' - || true)
[[ $architectures == sm_[0-9]* ]] || architectures=
if [[ -z $preset ]]; then
  preset=host
  if [[ -n $architectures ]]; then
    if command -v ptxas >/dev/null; then
      preset=gpu
    else
      echo "quickstart.sh: there is a GPU, but no ptxas to compile for it; install a CUDA toolkit." \
        "Going on with the CPU." >&2
    fi
  fi
fi

options=(-DOMPRIM_BUILD_TOOLS=ON -DOMPRIM_BUILD_TESTS=OFF -DOMPRIM_BUILD_BENCHMARKS=OFF
         "-DOMPRIM_ISA_LEVELS=$(tools/isa_level.sh)" -DOMPRIM_LISTED_TYPES=int32)
setup=()
[[ $preset != gpu && $preset != offload-host ]] || setup+=(--offload)
[[ $preset != gpu || -z $architectures ]] || options+=("-DOMPRIM_GPU_ARCHITECTURES=$architectures")

tools/setup.sh "${setup[@]}"
unset OMPRIM_ALLOW_REMOVAL  # of setup.sh; the doctor reports variables that omprim does not read
echo "quickstart.sh: building the preset $preset (some minutes)"
cmake --preset "$preset" "${options[@]}" >/dev/null
cmake --build --preset "$preset" --target omprim_command
omprim=build/$preset/tools/omprim

"$omprim" doctor
[[ " $* " == *" --max-seconds"* ]] || set -- --max-seconds 0.5 "$@"
"$omprim" sweep strategies "$@"
