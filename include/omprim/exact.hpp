// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/segmentation.hpp>

/// Exact sums of float and double: the real sum of the elements, rounded once to the type (to
/// nearest, ties to even). So the result has the same bits for any order, tuning, number of
/// threads, ISA level, backend, device and number of processes.
///
/// Contract of all functions here: that of reduce.hpp, and
///   * NaN if an element is NaN, or if infinities of both signs occur; an infinity if one occurs.
///   * Overflow only if the rounded sum overflows: 1.5e308 + 1.5e308 - 1.5e308 is 1.5e308.
///   * Subnormal numbers count, whatever the caller's rounding mode, flush-to-zero or
///     denormals-are-zero.
///   * +0 for an empty input and where terms cancel; -0 if all terms are -0.
///   * Products count with all their digits, also where they overflow or underflow.
///   * NaNs of results have no payload.
///
/// Default method: bins below the largest number, for doubles within 2^60 of each other or floats
/// within 2^50; bins by exponent for others (strategy "window").
/// Memory: as in reduce.hpp.
namespace omprim {

namespace detail {
/// The sum of the terms of an operation, with all of its digits.
template <class T>
exact_digits digits_of(const execution& where, operation op, const T* data, const T* other,
                       std::size_t n, const reduce_options& options) {
  return run(where, exact_families<T>::sums(), op, data, other, n, options);
}
}  // namespace detail

/// The sum of the elements.
template <class T>
T exact_sum(const execution& where, const T* data, std::size_t n,
            const reduce_options& options = default_options) {
  return detail::rounded<T>(
      detail::digits_of<T>(where, operation::exact_sum, data, nullptr, n, options));
}

/// The sum of |data[i]|.
template <class T>
T exact_sum_of_absolutes(const execution& where, const T* data, std::size_t n,
                         const reduce_options& options = default_options) {
  return detail::rounded<T>(
      detail::digits_of<T>(where, operation::exact_sum_of_absolutes, data, nullptr, n, options));
}

/// The sum of data[i] * data[i].
template <class T>
T exact_sum_of_squares(const execution& where, const T* data, std::size_t n,
                       const reduce_options& options = default_options) {
  return detail::rounded<T>(
      detail::digits_of<T>(where, operation::exact_sum_of_squares, data, nullptr, n, options));
}

/// The square root of the real sum of data[i] * data[i], rounded once.
template <class T>
T exact_norm2(const execution& where, const T* data, std::size_t n,
              const reduce_options& options = default_options) {
  return detail::rounded_root<T>(
      detail::digits_of<T>(where, operation::exact_sum_of_squares, data, nullptr, n, options));
}

/// The real sum of the elements divided by n, rounded once; NaN for an empty input.
template <class T>
T exact_mean(const execution& where, const T* data, std::size_t n,
             const reduce_options& options = default_options) {
  return detail::rounded_quotient<T>(
      detail::digits_of<T>(where, operation::exact_sum, data, nullptr, n, options), n);
}

/// The sum of a[i] * b[i]. The arrays may overlap.
template <class T>
T exact_dot(const execution& where, const T* a, const T* b, std::size_t n,
            const reduce_options& options = default_options) {
  return detail::rounded<T>(detail::digits_of<T>(where, operation::exact_dot, a, b, n, options));
}

/// The sum of weights[i] * data[i]: another name of exact_dot.
template <class T>
T exact_weighted_sum(const execution& where, const T* weights, const T* data, std::size_t n,
                     const reduce_options& options = default_options) {
  return exact_dot(where, weights, data, n, options);
}

/// out[s] = the sum of segment s. The contract of arrays and segments, and the errors, are those of
/// segmented_reduce.hpp.
///
/// Default method: equal shares of the merge path, whatever the lengths (strategy "merge-path").
/// Memory: on a GPU some 4 MB, which are kept for the next call; on a processor 1200 bytes for each
/// thread.
template <class T>
void exact_segmented_sum(const execution& where, const T* values, const segmentation& segments,
                         T* out, const segment_options& options = default_options) {
  detail::run(where, detail::exact_families<T>::segmented_sums(), operation::exact_segmented_sum,
              values, {segments, out, nullptr}, options);
}
template <class T, class Offset>
void exact_segmented_sum(const execution& where, const T* values, const Offset* offsets,
                         std::size_t count, T* out,
                         const segment_options& options = default_options) {
  exact_segmented_sum(where, values, by_offsets(offsets, count), out, options);
}

}  // namespace omprim
