# SPDX-License-Identifier: BSD-3-Clause
# Cross build on Debian for Arm: the packages of tools/setup.sh --aarch64. clang needs an OpenMP
# runtime for arm64, which Debian has for a foreign architecture only; g++ has its own.
# The emulator runs what the build and ctest run, on a processor with SVE vectors of 512 bits.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR
    "qemu-aarch64-static;-L;/usr/aarch64-linux-gnu;-cpu;max,sve512=on")
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
