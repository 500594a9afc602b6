#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs by apt the packages that a build of omprim needs and this machine does not have.
#   tools/setup.sh [--offload] [--amd] [--mpi] [--aarch64] [--tests] [--benchmarks]
#                  [--allow-removal]
#     --offload     also packages for the presets offload-host and gpu
#     --amd         also packages for the preset gpu-amd
#     --mpi         also Open MPI and MPICH, for OMPRIM_MPI and its tests
#     --aarch64     also packages for the preset host-aarch64: a cross compiler and an emulator
#     --tests       also packages for tools/test.sh
#     --benchmarks  also Google Benchmark and the CPU libraries to which omprim is compared
#     --allow-removal  also removes packages in conflict with these, as OMPRIM_ALLOW_REMOVAL=1 in
#                   the environment does. Without both, the script names these packages and ends.
set -euo pipefail

allow_removal=${OMPRIM_ALLOW_REMOVAL:-0}
packages=(
  cmake ninja-build g++
  clang-19 libclang-rt-19-dev lld-19 llvm-19 libomp-19-dev
  libtbb-dev libcli11-dev libfmt-dev nlohmann-json3-dev
)
for option in "$@"; do
  case $option in
    --offload) packages+=(clang-tools-19 liboffload-22-dev) ;;
    --amd) packages+=(clang-tools-19 liboffload-22-dev rocm-device-libs) ;;
    --mpi) packages+=(libopenmpi-dev openmpi-bin libmpich-dev mpich) ;;
    --tests)
      packages+=(libgtest-dev libbenchmark-dev libmpfr-dev gcc gfortran flang-19 make pkg-config
                 python3 python3-matplotlib clang-format-19 clang-tidy-19)
      # Not every Debian 12 has it: it comes from the security suite.
      if apt-cache show flang-22 >/dev/null 2>&1; then packages+=(flang-22); fi
      ;;
    --aarch64) packages+=(g++-aarch64-linux-gnu qemu-user-static googletest) ;;
    --benchmarks) packages+=(libbenchmark-dev libeigen3-dev libhwy-dev libopenblas-dev pkg-config) ;;
    --allow-removal) allow_removal=1 ;;
    *)
      echo "setup.sh: no option is called $option; there are --offload, --amd, --mpi, --aarch64," \
        "--tests, --benchmarks and --allow-removal." >&2
      exit 2
      ;;
  esac
done

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $state == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

run=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup.sh: neither root nor sudo here; as root, run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  run=(sudo)
fi
echo "setup.sh: installing ${missing[*]}"
"${run[@]}" apt-get update -qq
removed=$(apt-get install --simulate --no-install-recommends "${missing[@]}" |
  sed -n 's/^Remv \([^ ]*\).*/\1/p' | paste -sd ' ')
if [[ -n $removed ]]; then
  echo "setup.sh: for this apt removes: $removed" >&2
  if [[ $allow_removal != 1 ]]; then
    echo "setup.sh: nothing is changed; to agree, run tools/setup.sh ${*:-} --allow-removal, or set" \
      "OMPRIM_ALLOW_REMOVAL=1." >&2
    exit 1
  fi
fi
"${run[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
