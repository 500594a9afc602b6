# SPDX-License-Identifier: BSD-3-Clause
# Finds ROCm's device libraries, the bitcode without which clang compiles no code for AMD GPUs, and
# completes them for the architectures of a list. Sets
#   OMPRIM_ROCM_DEVICE_LIBS    the folder that was found or given; false if there is none
#   OMPRIM_ROCM_BITCODE        the folder for the compiler: the same, or a folder of the build tree
#                              with links to its files and those that it lacks
#
# A file oclc_isa_version_<number>.bc defines one constant, the version of an architecture. The
# libraries of Debian 12 (5.2.3) are older than gfx942 and gfx1100. Everything else that OpenMP code
# uses is the same for all architectures, so this file is all that is missing.

set(_rocm_paths "")
if(DEFINED ENV{ROCM_PATH})
  list(APPEND _rocm_paths "$ENV{ROCM_PATH}/amdgcn/bitcode")
endif()
find_path(OMPRIM_ROCM_DEVICE_LIBS ocml.bc
          PATHS ${_rocm_paths} /opt/rocm/amdgcn/bitcode
                /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/amdgcn/bitcode
          NO_DEFAULT_PATH DOC "Folder of ROCm's device libraries (*.bc)")

# Sets `result` to the constant that the libraries have for an architecture: 9010 for gfx90a, 11000
# for gfx1100. Minor version and stepping are one hexadecimal digit each.
function(omprim_rocm_isa_version result number)
  string(REGEX MATCH "^([0-9]+)([0-9a-f])([0-9a-f])$" _ "${number}")
  math(EXPR version "${CMAKE_MATCH_1} * 1000 + 0x${CMAKE_MATCH_2} * 100 + 0x${CMAKE_MATCH_3}")
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

#   omprim_complete_rocm_libraries(<folder of LLVM's tools> <architecture>...)
function(omprim_complete_rocm_libraries tools)
  set(given "${OMPRIM_ROCM_DEVICE_LIBS}")
  set(completed "${PROJECT_BINARY_DIR}/amdgcn/bitcode")
  set(absent "")
  foreach(architecture IN LISTS ARGN)
    string(REGEX REPLACE "^gfx([0-9a-f]+).*" "\\1" number "${architecture}")
    if(NOT EXISTS "${given}/oclc_isa_version_${number}.bc")
      list(APPEND absent ${number})
    endif()
  endforeach()
  if(NOT absent)
    set(OMPRIM_ROCM_BITCODE "${given}" PARENT_SCOPE)
    return()
  endif()
  file(REMOVE_RECURSE "${completed}")
  file(MAKE_DIRECTORY "${completed}")
  file(GLOB files "${given}/*.bc")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME)
    file(CREATE_LINK "${file}" "${completed}/${name}" SYMBOLIC)
  endforeach()
  # A file of another architecture has the same text but for the constant.
  list(FILTER files INCLUDE REGEX "/oclc_isa_version_")
  list(GET files 0 pattern)
  execute_process(COMMAND "${tools}/llvm-dis" "${pattern}" -o - OUTPUT_VARIABLE pattern)
  foreach(number IN LISTS absent)
    omprim_rocm_isa_version(version ${number})
    string(REGEX REPLACE "(@__oclc_ISA_version = .* constant i32) [0-9]+" "\\1 ${version}"
           text "${pattern}")
    set(source "${completed}/oclc_isa_version_${number}.ll")
    file(WRITE "${source}" "${text}")
    execute_process(COMMAND "${tools}/llvm-as" "${source}" RESULT_VARIABLE failed)
    if(failed OR NOT text MATCHES "constant i32 ${version}")
      message(FATAL_ERROR "omprim: ${given} has no oclc_isa_version_${number}.bc, and none can be "
                          "made from its other files.")
    endif()
    file(REMOVE "${source}")
  endforeach()
  set(OMPRIM_ROCM_BITCODE "${completed}" PARENT_SCOPE)
endfunction()
