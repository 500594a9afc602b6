# SPDX-License-Identifier: BSD-3-Clause
# Targets that carry the options of all sources of the project:
#   omprim_warnings   warnings, and OMPRIM_WERROR
#   omprim_sanitizers OMPRIM_SANITIZE
#   omprim_openmp     OpenMP on the host; also sets OMPRIM_OPENMP_LIBRARY, its runtime, and
#                     OMPRIM_LLVM_OPENMP, whether the runtime is LLVM's

# Stops with one sentence that names the missing package and how to get it.
function(omprim_missing what remedy)
  message(FATAL_ERROR "omprim: ${what} is missing; ${remedy}.")
endfunction()

add_library(omprim_warnings INTERFACE)
target_compile_options(omprim_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  -Wno-psabi  # 512-bit vectors are passed by value inside one ISA level on purpose
  # Some loops over items are `simd`, but have an atomic and cannot be vectorised.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>
  # g++ 12 sees overlapping copies in its own std::string (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${OMPRIM_WERROR}>:-Werror>)

add_library(omprim_sanitizers INTERFACE)
if(OMPRIM_SANITIZE)
  list(JOIN OMPRIM_SANITIZE "," _sanitizers)
  target_compile_options(omprim_sanitizers INTERFACE
    -fsanitize=${_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(omprim_sanitizers INTERFACE -fsanitize=${_sanitizers})
endif()

add_library(omprim_openmp INTERFACE)
target_compile_options(omprim_openmp INTERFACE -fopenmp)
set(THREADS_PREFER_PTHREAD_FLAG OFF)
find_package(Threads REQUIRED)

# The path of the runtime's file, since a consumer's linker may not find the runtime by its name.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(OMPRIM_LLVM_OPENMP OFF)
  set(_openmp_name gomp)
  set(_openmp_package libgomp1)
else()
  string(REGEX MATCH "^[0-9]+" _major "${CMAKE_CXX_COMPILER_VERSION}")
  set(OMPRIM_LLVM_OPENMP ON)
  set(_openmp_name omp)
  set(_openmp_package "libomp-${_major}-dev")
endif()
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=lib${_openmp_name}.so
                OUTPUT_VARIABLE _openmp_file OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT IS_ABSOLUTE "${_openmp_file}")
  # clang does not search its own folder: libomp.so is in lib/, the resources in lib/clang/19.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-resource-dir ERROR_QUIET
                  OUTPUT_VARIABLE _resources OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(_openmp_file "${_resources}/../../lib${_openmp_name}.so")
endif()
if(NOT EXISTS "${_openmp_file}")
  omprim_missing("the OpenMP runtime of ${CMAKE_CXX_COMPILER}" "apt install ${_openmp_package}")
endif()
get_filename_component(OMPRIM_OPENMP_LIBRARY "${_openmp_file}" ABSOLUTE)
target_link_libraries(omprim_openmp INTERFACE "${OMPRIM_OPENMP_LIBRARY}")

if(OMPRIM_TBB)
  find_package(TBB QUIET)
  if(NOT TBB_FOUND)
    omprim_missing("oneTBB" "apt install libtbb-dev, or configure with -DOMPRIM_TBB=OFF")
  endif()
endif()
