# SPDX-License-Identifier: BSD-3-Clause
# Finds the tools that OMPRIM_OFFLOAD needs, or stops with one sentence that names the missing one.
# Sets
#   OMPRIM_OFFLOAD_TARGETS    the expanded list, e.g. sm_90;x86_64; empty: no offloading
#   OMPRIM_WITH_DEVICE        1 or 0
#   OMPRIM_OFFLOAD_OPTIONS    compile and link options that select the device targets
#   OMPRIM_OFFLOAD_COMPILE    further options of a compilation of device code
#   OMPRIM_KERNEL_COMPILE     further ones for the library's own
#   OMPRIM_OFFLOAD_LINK       further options of a link with device code
#   OMPRIM_OFFLOAD_RUNTIME    libomptarget, the runtime on the host
# and the target omprim_offload, which lets a target's own sources hold device code.

set(OMPRIM_OFFLOAD_TARGETS "")
foreach(_target IN LISTS OMPRIM_OFFLOAD)
  if(_target STREQUAL "gpu")
    list(APPEND OMPRIM_OFFLOAD_TARGETS ${OMPRIM_GPU_ARCHITECTURES})
  elseif(_target MATCHES "^(sm_|gfx|x86_64$)")
    list(APPEND OMPRIM_OFFLOAD_TARGETS ${_target})
  else()
    message(FATAL_ERROR "omprim: OMPRIM_OFFLOAD names '${_target}'; "
                        "it takes gpu, x86_64, and GPU architectures such as sm_90 or gfx90a.")
  endif()
endforeach()
list(REMOVE_DUPLICATES OMPRIM_OFFLOAD_TARGETS)

if(NOT OMPRIM_OFFLOAD_TARGETS)
  set(OMPRIM_WITH_DEVICE 0)
  return()
endif()
set(OMPRIM_WITH_DEVICE 1)

# ---- The device compiler -------------------------------------------------------------------
# 19 is the only clang of Debian 12 whose OpenMP package has current device runtimes for GPUs.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
  message(FATAL_ERROR "omprim: OMPRIM_OFFLOAD needs clang 19 or later but the compiler is "
    "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}; apt install clang-19 clang-tools-19 lld-19 "
    "llvm-19 libomp-19-dev, then configure with --preset offload-host or --preset gpu.")
endif()
string(REGEX MATCH "^[0-9]+" _llvm "${CMAKE_CXX_COMPILER_VERSION}")
# Sets `result` to the file of a tool that the compiler would run; not absolute if there is none.
function(omprim_compiler_tool result tool)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-prog-name=${tool}
                  OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${result} "${file}" PARENT_SCOPE)
endfunction()
find_program(OMPRIM_LLVM_CONFIG NAMES llvm-config-${_llvm} llvm-config
             DOC "llvm-config of the device compiler")
if(NOT OMPRIM_LLVM_CONFIG)
  omprim_missing("llvm-config-${_llvm}" "apt install llvm-${_llvm}")
endif()
execute_process(COMMAND ${OMPRIM_LLVM_CONFIG} --libdir
                OUTPUT_VARIABLE _llvm_libraries OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT EXISTS "${_llvm_libraries}/libomptarget.devicertl.a")
  omprim_missing("the OpenMP device runtime of clang ${_llvm}" "apt install libomp-${_llvm}-dev")
endif()
# clang packs and links device code by its own tools and by lld. Debian has packages of their own
# for them.
foreach(_tool_and_package "clang-linker-wrapper clang-tools-${_llvm}"
        "clang-offload-packager clang-tools-${_llvm}" "ld.lld lld-${_llvm}")
  separate_arguments(_tool_and_package)
  list(GET _tool_and_package 0 _tool)
  list(GET _tool_and_package 1 _package)
  omprim_compiler_tool(_file ${_tool})
  if(NOT IS_ABSOLUTE "${_file}")
    omprim_missing("${_tool} of LLVM ${_llvm}" "apt install ${_package}")
  endif()
endforeach()

# ---- Targets -------------------------------------------------------------------------------
# GPU architectures are given by --offload-arch: of several -march, clang takes the last only.
set(_nvidia ${OMPRIM_OFFLOAD_TARGETS})
list(FILTER _nvidia INCLUDE REGEX "^sm_")
set(_amd ${OMPRIM_OFFLOAD_TARGETS})
list(FILTER _amd INCLUDE REGEX "^gfx")
set(_triples "")
set(_selection "")
set(OMPRIM_OFFLOAD_LINK "-L${_llvm_libraries}")
if(_nvidia)
  include(cuda_toolkit)
  if(NOT OMPRIM_CUDA_TOOLKIT OR NOT OMPRIM_PTXAS)
    omprim_missing("a CUDA toolkit (bin/ptxas and nvvm/libdevice/libdevice.10.bc)"
      "install one (cuda-nvcc-13-0 of NVIDIA's repository or apt install nvidia-cuda-toolkit), put its bin folder on the PATH or name its folder by -DOMPRIM_CUDA_TOOLKIT=")
  endif()
  list(APPEND _triples nvptx64-nvidia-cuda)
  foreach(_architecture IN LISTS _nvidia)
    list(APPEND _selection
         "SHELL:-Xopenmp-target=nvptx64-nvidia-cuda --offload-arch=${_architecture}")
  endforeach()
  # A toolkit newer than the compiler is known to work (clang 19 with CUDA 13.0: README.md).
  list(APPEND _selection "--cuda-path=${OMPRIM_CUDA_TOOLKIT}" -Wno-unknown-cuda-version)
endif()
if(_amd)
  include(rocm_device_libraries)
  if(NOT OMPRIM_ROCM_DEVICE_LIBS)
    omprim_missing("a folder of ROCm's device libraries (ocml.bc)"
      "apt install rocm-device-libs, or name the folder by -DOMPRIM_ROCM_DEVICE_LIBS=")
  endif()
  execute_process(COMMAND ${OMPRIM_LLVM_CONFIG} --bindir
                  OUTPUT_VARIABLE _llvm_tools OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND "${_llvm_tools}/llvm-dis" "${OMPRIM_ROCM_DEVICE_LIBS}/ocml.bc" -o /dev/null
                  RESULT_VARIABLE _unreadable OUTPUT_QUIET ERROR_QUIET)
  if(_unreadable)
    message(FATAL_ERROR "omprim: LLVM ${_llvm} cannot read the ROCm device libraries in "
      "${OMPRIM_ROCM_DEVICE_LIBS}; name others by -DOMPRIM_ROCM_DEVICE_LIBS=, such as those of "
      "apt install rocm-device-libs.")
  endif()
  foreach(_architecture IN LISTS _amd)
    string(REGEX REPLACE ":.*" "" _processor "${_architecture}")
    if(NOT EXISTS "${_llvm_libraries}/libomptarget-amdgpu-${_processor}.bc")
      message(FATAL_ERROR "omprim: OMPRIM_OFFLOAD names '${_architecture}', for which the OpenMP "
                          "device runtime of clang ${_llvm} has no code.")
    endif()
    list(APPEND _selection
         "SHELL:-Xopenmp-target=amdgcn-amd-amdhsa --offload-arch=${_architecture}")
  endforeach()
  omprim_complete_rocm_libraries("${_llvm_tools}" ${_amd})
  list(APPEND _triples amdgcn-amd-amdhsa)
  list(APPEND _selection "--rocm-device-lib-path=${OMPRIM_ROCM_BITCODE}")
endif()
if(_nvidia OR _amd)
  # The OpenMP optimiser gives up after 256 rounds, which an image of many large kernels exceeds.
  # All its kernels then look up the runtime's state of a team at each barrier: they have twice
  # the code and spill registers, and the link takes several times as long (clang 19).
  list(APPEND OMPRIM_OFFLOAD_LINK -lomptarget.devicertl
       -Wl,--offload-opt=-openmp-opt-max-iterations=65536)
endif()
if("x86_64" IN_LIST OMPRIM_OFFLOAD_TARGETS)
  # This image is a shared library linked with --no-undefined, so it links the libraries it uses.
  list(APPEND _triples x86_64-pc-linux-gnu)
  list(APPEND OMPRIM_OFFLOAD_LINK
       "SHELL:-Xoffload-linker-x86_64-pc-linux-gnu -lomp"
       "SHELL:-Xoffload-linker-x86_64-pc-linux-gnu -lstdc++")
endif()
list(JOIN _triples "," _triples)
# Device LTO is necessary: without it, clang 19 loses the argument block of a parallel region that
# captures seven variables (illegal access at address 0).
set(OMPRIM_OFFLOAD_OPTIONS -fopenmp -fopenmp-targets=${_triples} ${_selection} -foffload-lto)
# A compilation of device code needs two more options:
#   -fopenmp-cuda-mode    Without it, clang keeps each variable whose address is taken in memory
#                         that all threads of a team can read, and its OpenMP optimiser moves it
#                         back.
#                         Links take fifty times as long. Sometimes the optimiser takes the variable
#                         for undefined and drops stores to it (clang 19: about one kernel in 300,
#                         not the same one at each compilation).
#   -openmp-opt-disable   Without it, the optimiser moves variables in this way before inlining.
# tests/layers/device_code.py checks every kernel for reads of undefined variables.
# One more saves a third of the time of a compilation:
#   OMPRIM_NO_FALLBACK     Without it, clang also compiles each kernel for the host, where it would run
#                          if the device could not. The library returns an error instead.
set(OMPRIM_OFFLOAD_COMPILE -fopenmp-cuda-mode "SHELL:-mllvm -openmp-opt-disable"
    "SHELL:-Xarch_host -DOMPRIM_NO_FALLBACK")
# What holds for the kernels of the library, though not for each target region of a caller: no
# parallel region is inside another, and no thread sets what the runtime keeps for a thread, such as
# the number of threads. The link takes two thirds of the time.
set(OMPRIM_KERNEL_COMPILE -fopenmp-assume-no-nested-parallelism -fopenmp-assume-no-thread-state)

# ---- The runtime ---------------------------------------------------------------------------
# libomptarget before 20 refuses the images of ptxas of CUDA 13 and later (llvm-project #159088).
set(_least 0)
if(_nvidia)
  execute_process(COMMAND "${OMPRIM_PTXAS}" --version OUTPUT_VARIABLE _ptxas_version)
  string(REGEX MATCH "release ([0-9]+)" _ "${_ptxas_version}")
  if(CMAKE_MATCH_1 VERSION_GREATER_EQUAL 13)
    set(_least 20)
  endif()
endif()
if(NOT OMPRIM_OFFLOAD_RUNTIME)
  # The newest runtime: it loads the images of earlier compilers. An older runtime does not load the
  # images of later compilers.
  file(GLOB _runtimes /usr/lib/llvm-*/lib/libomptarget.so
       "${_llvm_libraries}/libomptarget.so" "${_llvm_libraries}/*/libomptarget.so")
  set(_best ${_least})
  foreach(_runtime IN LISTS _runtimes)
    get_filename_component(_file "${_runtime}" REALPATH)
    string(REGEX MATCH "libomptarget\\.so\\.([0-9]+)" _ "${_file}")
    if(CMAKE_MATCH_1 VERSION_GREATER_EQUAL _best)
      set(_best ${CMAKE_MATCH_1})
      set(_found "${_runtime}")
    endif()
  endforeach()
  set(OMPRIM_OFFLOAD_RUNTIME "${_found}" CACHE FILEPATH "libomptarget.so that loads the device code" FORCE)
endif()
if(NOT EXISTS "${OMPRIM_OFFLOAD_RUNTIME}")
  omprim_missing("an offload runtime (libomptarget ${_least} or later) that loads this device code"
                 "apt install liboffload-22-dev")
endif()
get_filename_component(_runtime_folder "${OMPRIM_OFFLOAD_RUNTIME}" DIRECTORY)

# ---- For sources with device code outside the library --------------------------------------
add_library(omprim_offload INTERFACE)
target_compile_definitions(omprim_offload INTERFACE OMPRIM_OFFLOAD)  # see omprim/open/launch.hpp
# Loops of some kernels have atomics and cannot be vectorised: callers need no warning about them.
target_compile_options(omprim_offload INTERFACE
  ${OMPRIM_OFFLOAD_OPTIONS} ${OMPRIM_OFFLOAD_COMPILE} -Wno-pass-failed)
target_link_options(omprim_offload INTERFACE
  ${OMPRIM_OFFLOAD_OPTIONS} "-L${_runtime_folder}" ${OMPRIM_OFFLOAD_LINK})

list(JOIN OMPRIM_OFFLOAD_TARGETS ", " _targets)
message(STATUS "omprim: offloading to ${_targets} by ${CMAKE_CXX_COMPILER}, "
               "loaded by ${OMPRIM_OFFLOAD_RUNTIME}")
