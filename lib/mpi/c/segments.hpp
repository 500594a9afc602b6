// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi/c/support.hpp>

#include <omprim/mpi/segmented_reduce.hpp>

/// The C and Fortran functions of segmented reductions of one element type over ranks. Those of
/// Fortran are declared in the Fortran module only.

namespace omprim::mpi::detail {

/// `reduction` checks its arguments and gives the reduction and its outputs, which have room for
/// `room` results.
template <class T, class Reduction>
omprim_status segments_into(const caller& from, const omprim_execution& place, const T* values,
                            size_t n, const omprim_segments& segments, Reduction reduction,
                            size_t room, omprim_mpi_selection* begun) {
  return guarded([&] {
    const execution where = agree_on(from, place, [&] {
      require_results(begun);
      reduction();
    });
    *begun =
        to_c(reduce_segments(from.comm, where, values, n, to_cpp(segments), reduction(), room));
  });
}

template <class T>
auto combined_by(int by, T* out) {
  return [=] {
    return omprim::detail::plain_segments<T>{omprim::detail::segmented_by(by), out, nullptr,
                                             default_options};
  };
}
template <class T>
auto located_by(operation op, int64_t* positions, T* out) {
  return [=] { return omprim::detail::plain_segments<T>{op, out, positions, default_options}; };
}
template <class T>
auto summed_exactly(T* out) {
  return [=] { return omprim::detail::exact_segments<T>{out, default_options}; };
}

}  // namespace omprim::mpi::detail

/// A function of C and the same of Fortran, which has the room of the outputs.
#define OMPRIM_DEFINE_SEGMENTED(function, name, type, outputs, reduction)                          \
  omprim_status omprim_mpi_##function##_##name(                                                    \
      MPI_Comm comm, omprim_execution where, const type* values, size_t n,                         \
      omprim_segments segments, OMPRIM_PARAMETERS outputs, omprim_mpi_selection* begun) {          \
    return omprim::mpi::detail::segments_into(comm, where, values, n, segments,                    \
                                              omprim::mpi::detail::reduction, OMPRIM_UNKNOWN_ROOM, \
                                              begun);                                              \
  }                                                                                                \
  extern "C" omprim_status omprim_mpi_fortran_##function##_##name(                                 \
      const MPI_Fint* comm, omprim_execution where, bool is_valid, const type* values, size_t n,   \
      const omprim_segments* segments, OMPRIM_PARAMETERS outputs, size_t room,                     \
      omprim_mpi_selection* begun) {                                                               \
    return omprim::mpi::detail::segments_into({comm, is_valid}, where, values, n, *segments,       \
                                              omprim::mpi::detail::reduction, room, begun);        \
  }

#define OMPRIM_DEFINE_SEGMENTS(name, type)                                                 \
  OMPRIM_DEFINE_SEGMENTED(segmented_reduce, name, type, (type * out, int by),              \
                          combined_by(by, out))                                            \
  OMPRIM_DEFINE_SEGMENTED(segmented_argmin, name, type, (int64_t* positions, type* out),   \
                          located_by(omprim::operation::segmented_argmin, positions, out)) \
  OMPRIM_DEFINE_SEGMENTED(segmented_argmax, name, type, (int64_t* positions, type* out),   \
                          located_by(omprim::operation::segmented_argmax, positions, out))

#define OMPRIM_DEFINE_EXACT_SEGMENTS(name, type) \
  OMPRIM_DEFINE_SEGMENTED(exact_segmented_sum, name, type, (type * out), summed_exactly(out))
