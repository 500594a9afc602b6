#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs by apt what building omprim needs and this machine lacks; nothing if all is there.
#   tools/setup.sh [--offload] [--tests] [--benchmarks]
#     --offload     also what the presets offload-host and gpu need
#     --tests       also what tools/test.sh needs
#     --benchmarks  also Google Benchmark and the CPU libraries that omprim is compared with
set -euo pipefail

packages=(
  cmake ninja-build g++
  clang-19 libclang-rt-19-dev lld-19 llvm-19 libomp-19-dev
  libtbb-dev libcli11-dev libfmt-dev nlohmann-json3-dev
)
for option in "$@"; do
  case $option in
    --offload) packages+=(clang-tools-19 liboffload-22-dev) ;;
    --tests)
      packages+=(libgtest-dev libbenchmark-dev gcc gfortran flang-19 make pkg-config
                 python3 python3-matplotlib clang-format-19)
      ;;
    --benchmarks) packages+=(libbenchmark-dev libeigen3-dev libhwy-dev libopenblas-dev pkg-config) ;;
    *)
      echo "setup.sh: no option is called $option; there are --offload, --tests, --benchmarks." >&2
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
"${run[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
