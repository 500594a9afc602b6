// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi/c/support.hpp>

#include <c/exact_sums.hpp>
#include <omprim/mpi/exact.hpp>

/// The definitions of the C and Fortran functions of exact sums (c/exact_sums.hpp) over ranks. The
/// Fortran functions are declared in the Fortran module only.

#define OMPRIM_DEFINE_EXACT(function, name, parameters, ...)                                       \
  OMPRIM_DEFINE_REDUCTION(function, name, parameters, __VA_ARGS__)                                 \
  extern "C" omprim_status omprim_mpi_fortran_##function##_##name(                                 \
      const MPI_Fint* comm, omprim_execution where, bool is_valid, OMPRIM_PARAMETERS parameters) { \
    return omprim::mpi::detail::reduce_into({comm, is_valid}, where, __VA_ARGS__);                 \
  }
#define OMPRIM_DEFINE_EXACT_OF_ONE(function, name, type)                          \
  OMPRIM_DEFINE_EXACT(function, name, (const type* data, size_t n, type* result), \
                      OMPRIM_REDUCE_ONE(function), result)
#define OMPRIM_DEFINE_EXACT_OF_TWO(function, name, type)                                      \
  OMPRIM_DEFINE_EXACT(function, name, (const type* a, const type* b, size_t n, type* result), \
                      OMPRIM_REDUCE_TWO(function), result)
