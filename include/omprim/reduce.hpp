// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <omprim/any.hpp>
#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>
#include <omprim/partial.hpp>
#include <omprim/result.hpp>

/// Reductions of an array to one value, compiled into the library for int32, uint32, int64,
/// uint64, float and double.
///
/// Contract of all functions here:
///   * They read the half-open range [data, data + n): any n from 0, any alignment that T allows.
///     `data` is readable where the call runs, which `where` says (execution.hpp).
///   * They write to no array, and block until the result is on the host.
///   * Several threads may call them at the same time.
///
/// Results:
///   * Integer arithmetic wraps. -0 is below +0. NaN propagates through min, max, argmin and
///     argmax.
///   * Of equal extremes, argmin and argmax give the first index.
///   * An empty input gives the operator's identity, and index -1.
///   * Integer results, extremes and indices are the same on every backend. Float sums and products
///     differ within the rounding bound, since their order is unspecified.
///
/// Errors are thrown as omprim::error:
///   * invalid_argument: a null pointer with n > 0, or an n that no array of T has
///   * out_of_memory: the memory of the call cannot be allocated
///   * not_on_device: the device cannot read a pointer
///   * unknown_name, unknown_variant: the options name nothing that is compiled
///
/// Default method: one pass with several wide loads in flight; the last work-group to finish
/// combines the partials (strategy "single-pass").
/// Memory: none for small n on the host; on a device one workspace of about 130 kB for each
/// concurrent call, kept for later calls.
namespace omprim {

namespace detail {
template <class T>
reduce_result run(const execution& where, operation op, const T* data, const T* other,
                  std::size_t n, const reduce_options& options) {
  return run(where, families<T>::reduce(), op, data, other, n, options);
}
}  // namespace detail

/// Combines all elements by `Op`, one of operators.hpp: plus, if none is given. Bitwise operators
/// take integers.
template <class Op = plus, class T>
T reduce(const execution& where, const T* data, std::size_t n, Op = {},
         const reduce_options& options = default_options) {
  constexpr operation op = detail::reduction_by<Op, T>();
  const auto result = detail::run<T>(where, op, data, nullptr, n, options);
  if constexpr (op == operation::logical_and || op == operation::logical_or) {
    return detail::as_truth<T>(result);
  }
  return detail::as_value<T>(result);
}

/// The same with an initial value. It is combined with the result once, on the host, and is the
/// result of an empty input.
template <class Op, class T>
T reduce(const execution& where, const T* data, std::size_t n, Op op, detail::same<T> initial,
         const reduce_options& options = default_options) {
  const T value = reduce(where, data, n, op, options);
  if constexpr (detail::reduces<Op, T>) return Op::combine(initial, value);
  return value;
}

/// The sum, in T itself: int32 wraps modulo 2^32.
template <class T>
T sum(const execution& where, const T* data, std::size_t n,
      const reduce_options& options = default_options) {
  return reduce(where, data, n, plus{}, options);
}

/// The sum of 4-byte elements in an 8-byte accumulator: int32 in int64, uint32 in uint64, float
/// in double.
template <class T>
detail::wide<T> wide_sum(const execution& where, const T* data, std::size_t n,
                         const reduce_options& options = default_options) {
  static_assert(sizeof(T) == 4, "wide_sum takes 4-byte elements");
  return detail::as_value<detail::wide<T>>(
      detail::run<T>(where, operation::wide_sum, data, nullptr, n, options));
}

/// The least value; NaN if an element is NaN.
template <class T>
T min(const execution& where, const T* data, std::size_t n,
      const reduce_options& options = default_options) {
  return reduce(where, data, n, minimum{}, options);
}

/// The greatest value; NaN if an element is NaN.
template <class T>
T max(const execution& where, const T* data, std::size_t n,
      const reduce_options& options = default_options) {
  return reduce(where, data, n, maximum{}, options);
}

/// The least value and the index of its first occurrence. NaN counts as the least value.
template <class T>
indexed<T> argmin(const execution& where, const T* data, std::size_t n,
                  const reduce_options& options = default_options) {
  return detail::as_indexed<T>(detail::run<T>(where, operation::argmin, data, nullptr, n, options));
}

/// The greatest value and the index of its first occurrence. NaN counts as the greatest value.
template <class T>
indexed<T> argmax(const execution& where, const T* data, std::size_t n,
                  const reduce_options& options = default_options) {
  return detail::as_indexed<T>(detail::run<T>(where, operation::argmax, data, nullptr, n, options));
}

/// The minimum and the maximum, by one read of the data.
template <class T>
extrema<T> minmax(const execution& where, const T* data, std::size_t n,
                  const reduce_options& options = default_options) {
  return detail::as_extrema<T>(detail::run<T>(where, operation::minmax, data, nullptr, n, options));
}

/// The sum, the minimum and the maximum, by one read of the data.
template <class T>
summary<T> sum_min_max(const execution& where, const T* data, std::size_t n,
                       const reduce_options& options = default_options) {
  return detail::as_summary<T>(
      detail::run<T>(where, operation::sum_min_max, data, nullptr, n, options));
}

/// Whether every element is nonzero (true for an empty input). NaN counts as nonzero.
template <class T>
bool all(const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return detail::as_truth<bool>(
      detail::run<T>(where, operation::logical_and, data, nullptr, n, options));
}

/// Whether some element is nonzero (false for an empty input). NaN counts as nonzero.
template <class T>
bool any(const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return detail::as_truth<bool>(
      detail::run<T>(where, operation::logical_or, data, nullptr, n, options));
}

/// The sum of a[i] * b[i]; float and double. The arrays may overlap.
template <class T>
T dot(const execution& where, const T* a, const T* b, std::size_t n,
      const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "dot takes float or double");
  return detail::as_value<T>(detail::run<T>(where, operation::dot, a, b, n, options));
}

/// The sum of |data[i]|; float and double.
template <class T>
T sum_of_absolutes(const execution& where, const T* data, std::size_t n,
                   const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "sum_of_absolutes takes float or double");
  return detail::as_value<T>(
      detail::run<T>(where, operation::sum_of_absolutes, data, nullptr, n, options));
}

/// The sum of data[i] * data[i]; float and double.
template <class T>
T sum_of_squares(const execution& where, const T* data, std::size_t n,
                 const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "sum_of_squares takes float or double");
  return detail::as_value<T>(
      detail::run<T>(where, operation::sum_of_squares, data, nullptr, n, options));
}

}  // namespace omprim
