// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <omprim/mpi/combine.hpp>
#include <omprim/partial.hpp>
#include <omprim/reduce.hpp>

/// The reductions of reduce.hpp over the elements of all ranks. The contract is that of mpi.hpp.
///
/// Each function returns its result on all ranks, or on one (to_rank). With a batch in place of the
/// communicator it returns pending<...> (mpi/batch.hpp).
///
/// Results are those of one array, in which the elements of rank 0 come first, then those of rank
/// 1, and so on:
///   * Integer results, extremes and positions do not depend on how elements are shared among
///     ranks.
///   * Float sums and products differ within the rounding bound. The exact sums of mpi/exact.hpp do
///     not.
namespace omprim::mpi {

namespace detail {
/// `read` takes the reduce_result of an operation.
template <auto read>
auto result_in(const reduction_entry& entry) {
  return read(entry.result);
}

/// Reduces the elements of this rank by `op`, then those of all ranks.
template <auto read, class Comm, class T>
auto reduce_by(Comm&& comm, operation op, const execution& where, const T* data,
               const omprim::detail::same<T>* other, std::size_t n, const reduce_options& options) {
  return reduce_over<reduction_entry, &result_in<read>>(
      comm, op, omprim::detail::element_of<T>(), n, [&](reduction_entry& entry) {
        entry.result = omprim::detail::run<T>(where, op, data, other, n, options);
      });
}
}  // namespace detail

/// Combines all elements by `Op`, one of operators.hpp: plus, if none is given.
template <class Op = plus, class Comm, class T>
auto reduce(Comm&& comm, const execution& where, const T* data, std::size_t n, Op = {},
            const reduce_options& options = default_options) {
  constexpr operation op = omprim::detail::reduction_by<Op, T>();
  if constexpr (op == operation::logical_and || op == operation::logical_or) {
    return detail::reduce_by<&omprim::detail::as_truth<T>>(comm, op, where, data, nullptr, n,
                                                           options);
  } else {
    return detail::reduce_by<&omprim::detail::as_value<T>>(comm, op, where, data, nullptr, n,
                                                           options);
  }
}

/// The sum, in T itself: int32 wraps modulo 2^32.
template <class Comm, class T>
auto sum(Comm&& comm, const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return mpi::reduce(comm, where, data, n, plus{}, options);
}

/// The sum of 4-byte elements in an 8-byte accumulator: int32 in int64, uint32 in uint64, float
/// in double.
template <class Comm, class T>
auto wide_sum(Comm&& comm, const execution& where, const T* data, std::size_t n,
              const reduce_options& options = default_options) {
  static_assert(sizeof(T) == 4, "wide_sum takes 4-byte elements");
  return detail::reduce_by<&omprim::detail::as_value<omprim::detail::wide<T>>>(
      comm, operation::wide_sum, where, data, nullptr, n, options);
}

/// The least value; NaN if an element is NaN.
template <class Comm, class T>
auto min(Comm&& comm, const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return mpi::reduce(comm, where, data, n, minimum{}, options);
}

/// The greatest value; NaN if an element is NaN.
template <class Comm, class T>
auto max(Comm&& comm, const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return mpi::reduce(comm, where, data, n, maximum{}, options);
}

/// The least value (indexed<T>) and the position of its first occurrence among the elements of all
/// ranks. NaN counts as the least value.
template <class Comm, class T>
auto argmin(Comm&& comm, const execution& where, const T* data, std::size_t n,
            const reduce_options& options = default_options) {
  return detail::reduce_by<&omprim::detail::as_indexed<T>>(comm, operation::argmin, where, data,
                                                           nullptr, n, options);
}

/// The greatest value (indexed<T>) and the position of its first occurrence among the elements of
/// all ranks. NaN counts as the greatest value.
template <class Comm, class T>
auto argmax(Comm&& comm, const execution& where, const T* data, std::size_t n,
            const reduce_options& options = default_options) {
  return detail::reduce_by<&omprim::detail::as_indexed<T>>(comm, operation::argmax, where, data,
                                                           nullptr, n, options);
}

/// The minimum and the maximum (extrema<T>), by one read of the data.
template <class Comm, class T>
auto minmax(Comm&& comm, const execution& where, const T* data, std::size_t n,
            const reduce_options& options = default_options) {
  return detail::reduce_by<&omprim::detail::as_extrema<T>>(comm, operation::minmax, where, data,
                                                           nullptr, n, options);
}

/// The sum, the minimum and the maximum (summary<T>), by one read of the data.
template <class Comm, class T>
auto sum_min_max(Comm&& comm, const execution& where, const T* data, std::size_t n,
                 const reduce_options& options = default_options) {
  return detail::reduce_by<&omprim::detail::as_summary<T>>(comm, operation::sum_min_max, where,
                                                           data, nullptr, n, options);
}

/// Whether every element is nonzero (true for an empty input). NaN counts as nonzero.
template <class Comm, class T>
auto all(Comm&& comm, const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return detail::reduce_by<&omprim::detail::as_truth<bool>>(comm, operation::logical_and, where,
                                                            data, nullptr, n, options);
}

/// Whether some element is nonzero (false for an empty input). NaN counts as nonzero.
template <class Comm, class T>
auto any(Comm&& comm, const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return detail::reduce_by<&omprim::detail::as_truth<bool>>(comm, operation::logical_or, where,
                                                            data, nullptr, n, options);
}

/// The sum of a[i] * b[i]; float and double. The arrays may overlap.
template <class Comm, class T>
auto dot(Comm&& comm, const execution& where, const T* a, const T* b, std::size_t n,
         const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "dot takes float or double");
  return detail::reduce_by<&omprim::detail::as_value<T>>(comm, operation::dot, where, a, b, n,
                                                         options);
}

/// The sum of |data[i]|; float and double.
template <class Comm, class T>
auto sum_of_absolutes(Comm&& comm, const execution& where, const T* data, std::size_t n,
                      const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "sum_of_absolutes takes float or double");
  return detail::reduce_by<&omprim::detail::as_value<T>>(comm, operation::sum_of_absolutes, where,
                                                         data, nullptr, n, options);
}

/// The sum of data[i] * data[i]; float and double.
template <class Comm, class T>
auto sum_of_squares(Comm&& comm, const execution& where, const T* data, std::size_t n,
                    const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "sum_of_squares takes float or double");
  return detail::reduce_by<&omprim::detail::as_value<T>>(comm, operation::sum_of_squares, where,
                                                         data, nullptr, n, options);
}

}  // namespace omprim::mpi
