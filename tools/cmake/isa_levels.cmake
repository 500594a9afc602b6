# SPDX-License-Identifier: BSD-3-Clause
# The ISA levels of the host kernels, lowest first. Sets OMPRIM_ISAS, identifiers that name a
# namespace in lib/instantiate/, OMPRIM_ISA_OPTIONS_<isa>, and OMPRIM_ISA_NAME_<isa>, the names that
# people know.
set(OMPRIM_ISA_LEVELS "" CACHE STRING
    "ISA levels of the host kernels, e.g. x86-64-v3; empty: all of the processor's")

set(_levels "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(_levels x86-64-v2 x86-64-v3 x86-64-v4)
  foreach(_level IN LISTS _levels)
    set(_options_${_level} -march=${_level})
    # g++ 12 keeps 64-bit values in MMX registers. After that, the caller's long double arithmetic
    # gives NaN.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND _options_${_level} -mno-mmx)
    endif()
  endforeach()
  # By default, compilers use 256-bit vectors, since a few wide vectors lower the clock for all
  # code. In the kernels all vectors are wide.
  list(APPEND _options_x86-64-v4 -mprefer-vector-width=512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(_levels armv8-a sve512)
  set(_options_armv8-a -march=armv8-a)
  # Packs have one width at compile time, so the vectors do, too: those of an A64FX.
  set(_options_sve512 -march=armv8.2-a+sve -msve-vector-bits=512)
endif()

if(_levels)
  set(OMPRIM_ISAS "")
  foreach(_level IN LISTS _levels)
    if(NOT OMPRIM_ISA_LEVELS OR _level IN_LIST OMPRIM_ISA_LEVELS)
      string(REPLACE "-" "_" _isa ${_level})
      list(APPEND OMPRIM_ISAS ${_isa})
      set(OMPRIM_ISA_OPTIONS_${_isa} ${_options_${_level}})
      set(OMPRIM_ISA_NAME_${_isa} ${_level})
    endif()
  endforeach()
  if(NOT OMPRIM_ISAS)
    list(JOIN _levels ", " _names)
    string(REGEX REPLACE ", ([^,]*)$" " and \\1" _names "${_names}")
    message(FATAL_ERROR
      "omprim: OMPRIM_ISA_LEVELS is '${OMPRIM_ISA_LEVELS}'; it takes ${_names}.")
  endif()
else()
  set(OMPRIM_ISAS generic)
  set(OMPRIM_ISA_OPTIONS_generic "")
  set(OMPRIM_ISA_NAME_generic generic)
endif()
