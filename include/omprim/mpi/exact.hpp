// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/exact.hpp>
#include <omprim/mpi/combine.hpp>

/// The exact sums of exact.hpp over the elements of all ranks: the real sum, rounded once. It has
/// the same bits for any number of ranks and any share of the elements, wherever they are. The
/// contract is that of mpi.hpp, and of exact.hpp for values that are no numbers.
///
/// Each function returns its result on all ranks, or on one (to_rank). With a batch in place of the
/// communicator it returns pending<T> (mpi/batch.hpp). A rank sends 1200 bytes.
namespace omprim::mpi {

namespace detail {
template <class T>
T sum_in(const exact_entry& entry) {
  return omprim::detail::rounded<T>(entry.sum);
}
template <class T>
T root_in(const exact_entry& entry) {
  return omprim::detail::rounded_root<T>(entry.sum);
}
template <class T>
T mean_in(const exact_entry& entry) {
  return omprim::detail::rounded_quotient<T>(entry.sum, entry.head.count);
}

/// Sums the terms of this rank by `op`, then those of all ranks.
template <auto read, class Comm, class T>
auto exact_by(Comm&& comm, operation op, const execution& where, const T* data,
              const omprim::detail::same<T>* other, std::size_t n, const reduce_options& options) {
  return reduce_over<exact_entry, read>(
      comm, op, omprim::detail::element_of<T>(), n, [&](exact_entry& entry) {
        entry.sum = omprim::detail::digits_of<T>(where, op, data, other, n, options);
        entry.sum.carry();  // room for the digits of other ranks
      });
}
}  // namespace detail

/// The sum of the elements.
template <class Comm, class T>
auto exact_sum(Comm&& comm, const execution& where, const T* data, std::size_t n,
               const reduce_options& options = default_options) {
  return detail::exact_by<&detail::sum_in<T>>(comm, operation::exact_sum, where, data, nullptr, n,
                                              options);
}

/// The sum of |data[i]|.
template <class Comm, class T>
auto exact_sum_of_absolutes(Comm&& comm, const execution& where, const T* data, std::size_t n,
                            const reduce_options& options = default_options) {
  return detail::exact_by<&detail::sum_in<T>>(comm, operation::exact_sum_of_absolutes, where, data,
                                              nullptr, n, options);
}

/// The sum of data[i] * data[i].
template <class Comm, class T>
auto exact_sum_of_squares(Comm&& comm, const execution& where, const T* data, std::size_t n,
                          const reduce_options& options = default_options) {
  return detail::exact_by<&detail::sum_in<T>>(comm, operation::exact_sum_of_squares, where, data,
                                              nullptr, n, options);
}

/// The square root of the real sum of data[i] * data[i], rounded once.
template <class Comm, class T>
auto exact_norm2(Comm&& comm, const execution& where, const T* data, std::size_t n,
                 const reduce_options& options = default_options) {
  return detail::exact_by<&detail::root_in<T>>(comm, operation::exact_sum_of_squares, where, data,
                                               nullptr, n, options);
}

/// The real sum of the elements divided by their number, rounded once; NaN if there are none.
template <class Comm, class T>
auto exact_mean(Comm&& comm, const execution& where, const T* data, std::size_t n,
                const reduce_options& options = default_options) {
  return detail::exact_by<&detail::mean_in<T>>(comm, operation::exact_sum, where, data, nullptr, n,
                                               options);
}

/// The sum of a[i] * b[i]. The arrays may overlap.
template <class Comm, class T>
auto exact_dot(Comm&& comm, const execution& where, const T* a, const T* b, std::size_t n,
               const reduce_options& options = default_options) {
  return detail::exact_by<&detail::sum_in<T>>(comm, operation::exact_dot, where, a, b, n, options);
}

/// The sum of weights[i] * data[i]: another name of exact_dot.
template <class Comm, class T>
auto exact_weighted_sum(Comm&& comm, const execution& where, const T* weights, const T* data,
                        std::size_t n, const reduce_options& options = default_options) {
  return mpi::exact_dot(comm, where, weights, data, n, options);
}

}  // namespace omprim::mpi
