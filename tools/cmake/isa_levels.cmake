# SPDX-License-Identifier: BSD-3-Clause
# The ISA levels of the host kernels, lowest first. Sets OMPRIM_ISAS, identifiers that name a
# namespace in lib/instantiate/, and OMPRIM_ISA_OPTIONS_<isa>.
set(OMPRIM_ISA_LEVELS "" CACHE STRING
    "ISA levels of the host kernels, e.g. x86-64-v3; empty: all of x86-64-v2;x86-64-v3;x86-64-v4")

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(OMPRIM_ISAS "")
  foreach(_level x86-64-v2 x86-64-v3 x86-64-v4)
    if(NOT OMPRIM_ISA_LEVELS OR _level IN_LIST OMPRIM_ISA_LEVELS)
      string(REPLACE "-" "_" _isa ${_level})
      list(APPEND OMPRIM_ISAS ${_isa})
      set(OMPRIM_ISA_OPTIONS_${_isa} -march=${_level})
      # g++ 12 keeps 64-bit values in MMX registers. After that, the caller's long double arithmetic
      # gives NaN.
      if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        list(APPEND OMPRIM_ISA_OPTIONS_${_isa} -mno-mmx)
      endif()
    endif()
  endforeach()
  if(NOT OMPRIM_ISAS)
    message(FATAL_ERROR "omprim: OMPRIM_ISA_LEVELS is '${OMPRIM_ISA_LEVELS}'; "
                        "it takes x86-64-v2, x86-64-v3 and x86-64-v4.")
  endif()
  # By default, compilers use 256-bit vectors, since a few wide vectors lower the clock for all
  # code. In the kernels all vectors are wide.
  list(APPEND OMPRIM_ISA_OPTIONS_x86_64_v4 -mprefer-vector-width=512)
else()
  set(OMPRIM_ISAS generic)
  set(OMPRIM_ISA_OPTIONS_generic "")
endif()
