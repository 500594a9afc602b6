// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi/c/support.hpp>

#include <omprim/containers/select.hpp>
#include <omprim/mpi/balance.hpp>
#include <omprim/mpi/select.hpp>

/// The C functions of selections of one element type over ranks, and of balance. Those of Fortran
/// are declared in the Fortran module only.

namespace omprim::mpi::detail {

template <class T>
threshold<T> condition(int comparison, T bound) {
  return {static_cast<omprim::comparison>(comparison), bound};
}

/// `select` selects on this rank and returns how many elements are kept.
template <class Select>
omprim_status select_into(const caller& from, const omprim_execution& place, size_t n,
                          omprim_mpi_selection* kept, Select select) {
  return guarded([&] {
    const selection_counts counts = select_over(from.comm, n, [&] {
      from.require_valid();
      require_results(kept);
      return select(to_cpp(place));
    });
    *kept = to_c(counts);
  });
}

template <class T>
omprim_status unique_into(const caller& from, const omprim_execution& place, const T* data,
                          size_t n, T* selected, size_t room, omprim_mpi_selection* kept) {
  return guarded([&] {
    const execution where = agree_on(from, place, [&] { require_results(kept); });
    *kept = to_c(mpi::unique(from.comm, where, data, n, selected,
                             omprim::detail::with_room(default_select_options, room)));
  });
}

template <class T>
omprim_status balance_into(MPI_Comm comm, const omprim_execution& place, const T* data, size_t n,
                           T* out, size_t room, size_t* received) {
  return guarded([&] {
    const execution where = agree_on(comm, place, [&] { require_results(received); });
    *received = mpi::balance(comm, where, data, n, out, room);
  });
}

template <class T>
auto count_by(int comparison, const T* data, size_t n, T bound) {
  return [=](const auto& over, const execution& where) {
    return reduce_over<reduction_entry, &result_in<&omprim::detail::as_value<std::uint64_t>>>(
        over, operation::sum, element::uint64, n, [&](reduction_entry& entry) {
          entry.result.value.u = omprim::count_if(where, data, n, condition(comparison, bound));
        });
  };
}

}  // namespace omprim::mpi::detail

#define OMPRIM_DEFINE_SELECTIONS(name, type)                                                       \
  omprim_status omprim_mpi_select_if_##name(                                                       \
      MPI_Comm comm, omprim_execution where, const type* data, size_t n, type* selected,           \
      int comparison, type bound, omprim_mpi_selection* kept) {                                    \
    using namespace omprim::mpi::detail;                                                           \
    return select_into(comm, where, n, kept, [&](const auto& place) {                              \
      return omprim::select_if(place, data, n, selected, condition(comparison, bound));            \
    });                                                                                            \
  }                                                                                                \
  omprim_status omprim_mpi_select_flagged_##name(                                                  \
      MPI_Comm comm, omprim_execution where, const type* data, const unsigned char* flags,         \
      size_t n, type* selected, omprim_mpi_selection* kept) {                                      \
    return omprim::mpi::detail::select_into(comm, where, n, kept, [&](const auto& place) {         \
      return omprim::select_flagged(place, data, flags, n, selected);                              \
    });                                                                                            \
  }                                                                                                \
  omprim_status omprim_mpi_partition_##name(                                                       \
      MPI_Comm comm, omprim_execution where, const type* data, size_t n, type* selected,           \
      type* rejected, int comparison, type bound, omprim_mpi_selection* kept) {                    \
    using namespace omprim::mpi::detail;                                                           \
    return select_into(comm, where, n, kept, [&](const auto& place) {                              \
      return omprim::partition(place, data, n, selected, rejected, condition(comparison, bound));  \
    });                                                                                            \
  }                                                                                                \
  omprim_status omprim_mpi_unique_##name(MPI_Comm comm, omprim_execution where, const type* data,  \
                                         size_t n, type* selected, omprim_mpi_selection* kept) {   \
    return omprim::mpi::detail::unique_into(comm, where, data, n, selected, OMPRIM_UNKNOWN_ROOM,   \
                                            kept);                                                 \
  }                                                                                                \
  omprim_status omprim_mpi_balance_##name(MPI_Comm comm, omprim_execution where, const type* data, \
                                          size_t n, type* out, size_t room, size_t* received) {    \
    return omprim::mpi::detail::balance_into(comm, where, data, n, out, room, received);           \
  }                                                                                                \
  OMPRIM_DEFINE_REDUCTION(                                                                         \
      count_if, name, (const type* data, size_t n, int comparison, type bound, uint64_t* count),   \
      omprim::mpi::detail::count_by(comparison, data, n, bound), count)                            \
  extern "C" omprim_status omprim_mpi_fortran_select_if_##name(                                    \
      const MPI_Fint* comm, omprim_execution where, bool is_valid, const type* data, size_t n,     \
      type* selected, size_t room, int comparison, type bound, omprim_mpi_selection* kept) {       \
    using namespace omprim::mpi::detail;                                                           \
    return select_into({comm, is_valid}, where, n, kept, [&](const auto& place) {                  \
      return omprim::select_if(place, data, n, selected, condition(comparison, bound),             \
                               omprim::detail::with_room(omprim::default_select_options, room));   \
    });                                                                                            \
  }                                                                                                \
  extern "C" omprim_status omprim_mpi_fortran_unique_##name(                                       \
      const MPI_Fint* comm, omprim_execution where, bool is_valid, const type* data, size_t n,     \
      type* selected, size_t room, omprim_mpi_selection* kept) {                                   \
    return omprim::mpi::detail::unique_into({comm, is_valid}, where, data, n, selected, room,      \
                                            kept);                                                 \
  }                                                                                                \
  extern "C" omprim_status omprim_mpi_fortran_count_if_##name(                                     \
      const MPI_Fint* comm, omprim_execution where, bool is_valid, const type* data, size_t n,     \
      int comparison, type bound, uint64_t* count) {                                               \
    return omprim::mpi::detail::reduce_into(                                                       \
        {comm, is_valid}, where, omprim::mpi::detail::count_by(comparison, data, n, bound),        \
        count);                                                                                    \
  }
