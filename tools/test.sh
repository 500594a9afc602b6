#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sets up, builds and runs tests. Warnings are errors. Prints the seconds of each step.
#   tools/test.sh            the step `short`: for two cores and 10 minutes
#   tools/test.sh --all      every step but `short`, as continuous integration does
#   tools/test.sh STEP...    these steps:
#     short         clang-format over all sources; preset host for the ISA level of this machine,
#                   without benchmarks: unit tests, every row of the dispatch table once on each
#                   backend, the layers
#     format        clang-format over all sources
#     offload-host  the library for the ISA level of this machine and for the host as a device, with
#                   benchmarks; all tests that no other step has; those of GPU code with sub-groups
#                   of 32 lanes
#     tidy          clang-tidy over changed sources and a sample (tools/tidy.py)
#     mpi           omprim::mpi with Open MPI in the build of the step offload-host, then with MPICH
#                   beside the installed package; 1 to 64 ranks
#     host-gcc      g++; table, package (the step host-aarch64 has g++ compile and run the unit tests)
#     host-asan     unit tests, some ranks, and GPU code with sub-groups of 64 lanes under the address
#                   and undefined-behaviour sanitizers
#     host-aarch64  cross build for Arm processors; unit tests and table at each ISA level, in an
#                   emulator
#     gpu           compiles the device code, if there is a ptxas, and checks the assembly; the same
#                   for some families for AMD GPUs
#     gpu-amd       the whole device code for AMD GPUs, which takes half an hour
# Only gpu-amd, `ctest --preset host -L large` (10 GB) and the device suite on a GPU are not part of
# --all.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
  '') steps=(short) ;;
  --all) steps=(format offload-host tidy mpi host-gcc host-asan host-aarch64 gpu) ;;
  *) steps=("$@") ;;
esac

# Prints the output of a command only if it fails: a build prints a thousand lines.
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
  build_targets "$1" all
}

build_targets() {  # PRESET target...
  quietly cmake --build --preset "$1" --parallel "$(nproc)" --target "${@:2}"
}

run_tests() {  # PRESET [ctest option...]
  ctest --preset "$1" --parallel "$(nproc)" "${@:2}"
}

check_format() {
  find include lib tests tools benchmarks -type f \
    \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.c' \) -print0 |
    xargs -0 clang-format-19 --dry-run -Werror
}

# The steps `short` and `offload-host` have the highest ISA level that this machine runs. The others have
# one of the lower levels, and look for what another compiler, sanitizer or target makes of the same code.
# The listings of all types are in `short`. For the others those of few types are enough: unit tests and
# package_strategies want those of int32, the command also those of float64; float32 has no sweeps.
# A unity build of the tests takes less time; the library's sources are compiled alone.
small=(-DOMPRIM_BUILD_BENCHMARKS=OFF -DCMAKE_UNITY_BUILD=ON)
v2=-DOMPRIM_ISA_LEVELS=x86-64-v2
v3=-DOMPRIM_ISA_LEVELS=x86-64-v3
with_mpi=(-DOMPRIM_MPI=ON -DMPI_EXECUTABLE_SUFFIX=.openmpi)

# -O1 halves the time of the compiler. With it, g++ takes vectors that a loop fills for uninitialised.
quick_gcc="-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG -Wno-maybe-uninitialized"

# Only the host kernels are compiled as users have them: -O1 halves the time of the compiler. The
# host's side of device code only starts kernels.
build_offload_host() {
  build offload-host -DCMAKE_UNITY_BUILD=ON "-DOMPRIM_ISA_LEVELS=$(tools/isa_level.sh)" \
    "-DOMPRIM_LISTED_TYPES=int32;float64" "${with_mpi[@]}" \
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG" -DOMPRIM_HOST_OPTIONS=-O3 \
    "-DOMPRIM_DEVICE_OPTIONS=SHELL:-Xarch_host -O0"
}

check_amd_code() {  # family... of float64; none: everything
  if ! compgen -G '/usr/lib/*/amdgcn/bitcode/ocml.bc' >/dev/null &&
    [[ ! -e ${ROCM_PATH:-/opt/rocm}/amdgcn/bitcode/ocml.bc ]]; then
    echo "no rocm-device-libs here: the device code for AMD GPUs is not compiled"
    return
  fi
  local targets=(omprim_device_code omprim_strategies_device_code)
  [[ $# -eq 0 ]] || targets=("${@/#/lib/device_}") targets=("${targets[@]/%/_float64_linked.o}")
  # A family with wavefronts of 64 lanes and one of 32; everything is compiled for gfx90a, too.
  local architectures="gfx942;gfx1100"
  [[ $# -gt 0 ]] || architectures="gfx90a;$architectures"
  configure gpu-amd "-DOMPRIM_GPU_ARCHITECTURES=$architectures" -DOMPRIM_OFFLOAD=gpu \
    "$v2" -DOMPRIM_BUILD_BENCHMARKS=OFF -DOMPRIM_BUILD_TOOLS=OFF \
    -DOMPRIM_LISTED_TYPES=float64
  build_targets gpu-amd "${targets[@]}"
  run_tests gpu-amd -R device_code
}

# The runtime of the host as a device writes images to /tmp, loads and leaves them, 15 MB for each
# program. This removes the images of the step, except the youngest: another program may be about to
# load them.
remove_images() {
  find /tmp -maxdepth 1 -ignore_readdir_race -user "$(id -un)" -name 'tmpfile_??????' \
    -newermt "$SECONDS seconds ago" ! -newermt "5 seconds ago" -delete || true
}

run_step() {
  case $1 in
    short)
      check_format
      # Without the parts table_<ISA level>: they run the rows of the host a second time.
      build host "-DOMPRIM_ISA_LEVELS=$(tools/isa_level.sh)" -DOMPRIM_BUILD_BENCHMARKS=OFF \
        -DOMPRIM_BUILD_TOOLS=OFF -DOMPRIM_LISTED_TYPES= -DCMAKE_UNITY_BUILD=ON \
        -DOMPRIM_LARGE_OBJECTS=ON
      echo "built after ${SECONDS} s"
      run_tests host -L 'unit|table|layers' -E '^table_(x86|armv8|sve)'
      ;;
    format) check_format ;;
    offload-host)
      build_offload_host
      run_tests offload-host -L 'unit|table|layers|device|package|examples|command'
      remove_images
      ;;
    tidy)
      # Nothing is built, not even precompiled headers.
      configure host -B build/tidy "${with_mpi[@]}" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
      tools/tidy.py build/tidy
      ;;
    mpi)
      build_offload_host
      run_tests offload-host -L mpi
      quietly cmake --install build/offload-host --prefix build/mpich/omprim
      quietly cmake -S tests/mpi -B build/mpich/tests -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CXX_COMPILER=clang++-19 -DOMPRIM_WERROR=ON -DMPI_EXECUTABLE_SUFFIX=.mpich \
        "-DCMAKE_PREFIX_PATH=$PWD/build/mpich/omprim"
      quietly cmake --build build/mpich/tests
      ctest --test-dir build/mpich/tests --output-on-failure
      remove_images
      ;;
    host-gcc)
      build host-gcc "${small[@]}" "$v2" -DOMPRIM_LISTED_TYPES=int32 -DOMPRIM_BUILD_TOOLS=OFF \
        -DOMPRIM_LARGE_OBJECTS=ON "-DOMPRIM_TEST_SOURCES=table_*_test.cpp" "$quick_gcc"
      run_tests host-gcc -L 'table|package'
      ;;
    host-asan)
      build host-asan "${small[@]}" "$v3" "${with_mpi[@]}" -DOMPRIM_LISTED_TYPES=int32 \
        -DOMPRIM_BUILD_TOOLS=OFF -DOMPRIM_LARGE_OBJECTS=ON
      run_tests host-asan -L 'unit|mpi' -E 'mpi_(7|16|64)'
      ;;
    host-aarch64)
      build host-aarch64 "${small[@]}" -DOMPRIM_ISA_LEVELS= -DOMPRIM_LISTED_TYPES=int32 \
        -DOMPRIM_LARGE_OBJECTS=ON "$quick_gcc"
      # Without the parts table_<number>: the parts of the ISA levels run the same rows.
      run_tests host-aarch64 -L 'unit|table' -E '^table_[0-9]'
      ;;
    gpu)
      # The device code is only compiled, linked and checked; the device suite is run by hand on a
      # GPU machine.
      if PATH=$PATH:/usr/local/cuda/bin command -v ptxas >/dev/null; then
        configure gpu "${small[@]}" "$v2" -DOMPRIM_LISTED_TYPES=float32 -DOMPRIM_OFFLOAD=gpu \
          "-DOMPRIM_DEVICE_OPTIONS=SHELL:-Xarch_host -O0"
        build_targets gpu omprim_device_code omprim_strategies_device_code omprim_forms_device_code
        run_tests gpu -R device_code
      else
        echo "no ptxas here: the device code for NVIDIA GPUs is not compiled"
      fi
      # float64 has values that do not fit into the words of a look-back.
      check_amd_code reduce scan select segmented_scan exact_segmented
      ;;
    gpu-amd) check_amd_code ;;
    *)
      echo "test.sh: no step is called $1; there are short, format, offload-host, tidy, mpi," \
        "host-gcc, host-asan, host-aarch64, gpu and gpu-amd." >&2
      exit 2
      ;;
  esac
}

setup=(--tests)
[[ ${steps[*]} == short ]] || setup+=(--offload --amd --mpi --aarch64)
tools/setup.sh "${setup[@]}"
for step in "${steps[@]}"; do
  echo "==== $step"
  SECONDS=0
  run_step "$step"
  echo "==== $step: ${SECONDS} s"
done
