// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi/c/support.hpp>

#include <omprim/mpi/sort.hpp>

/// The C and Fortran functions of sorts of one key type over ranks. Those of Fortran are declared
/// in the Fortran module only.

namespace omprim::mpi::detail {

template <class T>
omprim_status sort_into(const caller& from, const omprim_execution& place, const T* keys, size_t n,
                        T* out, int order) {
  return guarded([&] {
    sort_options options;
    const execution where =
        agree_on(from, place, [&] { options = omprim::detail::to_order(order); });
    mpi::sort(from.comm, where, keys, n, out, options);
  });
}

/// Values have any type, of `value_bytes` bytes.
template <class T>
omprim_status sort_by_key_into(const caller& from, const omprim_execution& place, const T* keys,
                               const void* values, size_t n, size_t value_bytes, T* keys_out,
                               void* values_out, int order) {
  using namespace omprim::detail;
  return guarded([&] {
    sort_options options;
    const execution where = agree_on(from, place, [&] { options = to_order(order); });
    const auto sort_here = [&](const T* own_keys, const void* own_values) {
      sort_request request;
      request.keys_out = keys_out;
      request.values = own_values;
      request.values_out = values_out;
      request.value_bytes = value_bytes;
      run_sort_by_key(where, families_of_size<T>::sort(), all_gathers(), element_of<T>(), own_keys,
                      n, request, options);
    };
    sort_over<T>(
        from.comm, operation::sort_by_key, n, options,
        {{where, keys_out, n, sizeof(T)}, {where, values_out, n, value_bytes}},
        [&] { sort_here(keys, values); }, [&] { sort_here(keys_out, values_out); });
  });
}

}  // namespace omprim::mpi::detail

#define OMPRIM_DEFINE_SORTS(name, type)                                                          \
  omprim_status omprim_mpi_sort_##name(MPI_Comm comm, omprim_execution where, const type* keys,  \
                                       size_t n, type* out, int order) {                         \
    return omprim::mpi::detail::sort_into(comm, where, keys, n, out, order);                     \
  }                                                                                              \
  omprim_status omprim_mpi_sort_by_key_##name(                                                   \
      MPI_Comm comm, omprim_execution where, const type* keys, const void* values, size_t n,     \
      size_t value_bytes, type* keys_out, void* values_out, int order) {                         \
    return omprim::mpi::detail::sort_by_key_into(comm, where, keys, values, n, value_bytes,      \
                                                 keys_out, values_out, order);                   \
  }                                                                                              \
  extern "C" omprim_status omprim_mpi_fortran_sort_##name(const MPI_Fint* comm,                  \
                                                          omprim_execution where, bool is_valid, \
                                                          type* keys, size_t n, int order) {     \
    return omprim::mpi::detail::sort_into<type>({comm, is_valid}, where, keys, n, keys, order);  \
  }                                                                                              \
  extern "C" omprim_status omprim_mpi_fortran_sort_by_key_##name(                                \
      const MPI_Fint* comm, omprim_execution where, bool is_valid, type* keys, void* values,     \
      size_t n, size_t value_bytes, int order) {                                                 \
    return omprim::mpi::detail::sort_by_key_into<type>({comm, is_valid}, where, keys, values, n, \
                                                       value_bytes, keys, values, order);        \
  }
