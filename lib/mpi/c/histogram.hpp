// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi/c/support.hpp>

#include <omprim/mpi/histogram.hpp>

/// The C and Fortran functions of histograms of one element type over ranks. Those of Fortran are
/// declared in the Fortran module only.

namespace omprim::mpi::detail {

template <class T, class Bins>
omprim_status histogram_into(const caller& from, const omprim_execution& place, const T* data,
                             size_t n, const Bins& bins, int64_t* counts) {
  return guarded([&] {
    const execution where = agree_on(from, place, [] {});
    mpi::histogram(from.comm, where, data, n, bins, counts);
  });
}

}  // namespace omprim::mpi::detail

#define OMPRIM_DEFINE_HISTOGRAM(function, name, type, parameters, bins_of)                         \
  omprim_status omprim_mpi_##function##_##name(                                                    \
      MPI_Comm comm, omprim_execution where, const type* data, size_t n,                           \
      OMPRIM_PARAMETERS parameters, size_t bins, int64_t* counts) {                                \
    return omprim::mpi::detail::histogram_into(comm, where, data, n, bins_of, counts);             \
  }                                                                                                \
  extern "C" omprim_status omprim_mpi_fortran_##function##_##name(                                 \
      const MPI_Fint* comm, omprim_execution where, bool is_valid, const type* data, size_t n,     \
      OMPRIM_PARAMETERS parameters, size_t bins, int64_t* counts) {                                \
    return omprim::mpi::detail::histogram_into({comm, is_valid}, where, data, n, bins_of, counts); \
  }

#define OMPRIM_DEFINE_HISTOGRAMS(name, type)                                    \
  OMPRIM_DEFINE_HISTOGRAM(histogram_even, name, type, (type lower, type upper), \
                          omprim::even_bins(lower, upper, bins))                \
  OMPRIM_DEFINE_HISTOGRAM(histogram_edges, name, type, (const type* edges),     \
                          omprim::bin_edges(edges, bins))
