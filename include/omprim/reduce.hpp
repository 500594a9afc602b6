// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <omprim/compiled_set.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>
#include <omprim/result.hpp>
#include <omprim/table.hpp>

/// Reductions of an array to one value, compiled into the library for int32, uint32, int64,
/// uint64, float and double.
///
/// All functions here share one contract. They read the half-open range [data, data + n),
/// any n from 0 and any alignment that T allows, write nothing, block until the result is on
/// the host and may be called from several threads at once. `where` says who runs it and so
/// where `data` must be readable (execution.hpp).
///
/// Results: integer arithmetic wraps; NaN propagates through min, max, argmin and argmax, and
/// -0 is below +0; ties give the first index; an empty input gives the operator's identity,
/// and index -1. Integer results, extremes and indices are the same on every backend;
/// float sums and products differ within the rounding bound, as the order is unspecified.
///
/// Errors: omprim::error, with status::invalid_argument for a null pointer with n > 0 and for an
/// n that no array of T has, out_of_memory if there is no room for what a call needs, not_on_device
/// for a pointer that the device cannot read, unknown_name or unknown_variant for options that name
/// nothing compiled. On the host nothing is allocated for small n; the device keeps one workspace
/// of some 100 kB per concurrent call for the next one.
///
/// Default method: one pass with wide loads, several in flight; the last work-group to
/// finish folds the partial results (strategy "single-pass").
namespace omprim {

namespace detail {
template <class T>
reduce_result run(const execution& where, operation op, const T* data, const T* other,
                  std::size_t n, const reduce_options& options) {
  return run(where, reduce_family_of<T>(), op, data, other, n, options);
}
}  // namespace detail

/// Combines all elements by `Op`, one of operators.hpp; bitwise operators take integers.
template <class Op, class T>
T reduce(const execution& where, const T* data, std::size_t n, Op = {},
         const reduce_options& options = default_options) {
  constexpr operation op = detail::reduction_by<Op, T>();
  const auto value = detail::run<T>(where, op, data, nullptr, n, options).value;
  if constexpr (op == operation::logical_and || op == operation::logical_or) return T(value.i);
  return detail::get<T>(value);
}

/// The same with an initial value, which is combined with the result once, on the host: the value
/// of an empty input.
template <class Op, class T>
T reduce(const execution& where, const T* data, std::size_t n, Op op, detail::same<T> initial,
         const reduce_options& options = default_options) {
  const T value = reduce(where, data, n, op, options);
  if constexpr (detail::reduces<Op, T>) return Op::combine(initial, value);
  return value;
}

/// Sum in T itself: int32 wraps modulo 2^32.
template <class T>
T sum(const execution& where, const T* data, std::size_t n,
      const reduce_options& options = default_options) {
  return reduce(where, data, n, plus{}, options);
}

/// Sum of 4-byte elements in an 8-byte accumulator: int32 in int64, uint32 in uint64, float
/// in double.
template <class T>
detail::wide<T> wide_sum(const execution& where, const T* data, std::size_t n,
                         const reduce_options& options = default_options) {
  static_assert(sizeof(T) == 4, "wide_sum takes 4-byte elements");
  return detail::get<detail::wide<T>>(
      detail::run<T>(where, operation::wide_sum, data, nullptr, n, options).value);
}

template <class T>
T min(const execution& where, const T* data, std::size_t n,
      const reduce_options& options = default_options) {
  return reduce(where, data, n, minimum{}, options);
}

template <class T>
T max(const execution& where, const T* data, std::size_t n,
      const reduce_options& options = default_options) {
  return reduce(where, data, n, maximum{}, options);
}

/// The least value and the index of its first occurrence (a NaN counts as least).
template <class T>
indexed<T> argmin(const execution& where, const T* data, std::size_t n,
                  const reduce_options& options = default_options) {
  const auto r = detail::run<T>(where, operation::argmin, data, nullptr, n, options);
  return {detail::get<T>(r.value), r.index};
}

/// The greatest value and the index of its first occurrence (a NaN counts as greatest).
template <class T>
indexed<T> argmax(const execution& where, const T* data, std::size_t n,
                  const reduce_options& options = default_options) {
  const auto r = detail::run<T>(where, operation::argmax, data, nullptr, n, options);
  return {detail::get<T>(r.value), r.index};
}

/// Both extremes, reading the data once.
template <class T>
extrema<T> minmax(const execution& where, const T* data, std::size_t n,
                  const reduce_options& options = default_options) {
  const auto r = detail::run<T>(where, operation::minmax, data, nullptr, n, options);
  return {detail::get<T>(r.value), detail::get<T>(r.second)};
}

/// Sum and both extremes, reading the data once.
template <class T>
summary<T> sum_min_max(const execution& where, const T* data, std::size_t n,
                       const reduce_options& options = default_options) {
  const auto r = detail::run<T>(where, operation::sum_min_max, data, nullptr, n, options);
  return {detail::get<T>(r.value), detail::get<T>(r.second), detail::get<T>(r.third)};
}

/// Whether every element is nonzero (true for an empty input). NaN counts as nonzero.
template <class T>
bool all(const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return detail::run<T>(where, operation::logical_and, data, nullptr, n, options).value.i != 0;
}

/// Whether some element is nonzero (false for an empty input). NaN counts as nonzero.
template <class T>
bool any(const execution& where, const T* data, std::size_t n,
         const reduce_options& options = default_options) {
  return detail::run<T>(where, operation::logical_or, data, nullptr, n, options).value.i != 0;
}

/// Sum of a[i] * b[i]; float and double. The arrays may overlap.
template <class T>
T dot(const execution& where, const T* a, const T* b, std::size_t n,
      const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "dot takes float or double");
  return detail::get<T>(detail::run<T>(where, operation::dot, a, b, n, options).value);
}

/// Sum of |x[i]|; float and double.
template <class T>
T sum_of_absolutes(const execution& where, const T* data, std::size_t n,
                   const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "sum_of_absolutes takes float or double");
  return detail::get<T>(
      detail::run<T>(where, operation::sum_of_absolutes, data, nullptr, n, options).value);
}

/// Sum of x[i] * x[i]; float and double.
template <class T>
T sum_of_squares(const execution& where, const T* data, std::size_t n,
                 const reduce_options& options = default_options) {
  static_assert(std::is_floating_point_v<T>, "sum_of_squares takes float or double");
  return detail::get<T>(
      detail::run<T>(where, operation::sum_of_squares, data, nullptr, n, options).value);
}

}  // namespace omprim
