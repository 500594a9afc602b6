// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error omprim/open/transform_reduce.hpp needs C++20
#else

#include <cstddef>
#include <type_traits>

#include <omprim/open/reduce.hpp>

/// Reductions of function values: sums of f(x) and of f(x, y); omprim/open/launch.hpp says how they
/// are compiled.
///
/// The functions are those of std::transform_reduce, but the operator comes before the initial
/// value, as in omprim::open::reduce.
///   * Types of elements and of results, operators, errors and determinism are those of
///     omprim/open/reduce.hpp.
///   * `f` is called once per element, and is a function object in the form of
///     omprim/open/operators.hpp. It and the operator together have up to 48 bytes of captures, 32
///     where two arrays are read.
///   * The arrays are read once; nothing is allocated for the values of f.
///   * Method: strategy single-pass.
namespace omprim::inline OMPRIM_ABI::open {

namespace detail {
/// The type whose default tuning suits a reduction of R from elements of the types T: the widest of
/// R and T, or one of them that has no vectors.
template <class R, class... T>
struct widest : std::type_identity<R> {};
template <class R, class T, class... More>
struct widest<R, T, More...>
    : widest<
          std::conditional_t<
              kernel::has_vectors<R> && (sizeof(T) > sizeof(R) || !kernel::has_vectors<T>), T, R>,
          More...> {};

template <class R, class Source, class Function>
auto transformed(const Source& source, const Function& f) {
  return kernel::transformed_source<Source, Function, R>{source,
                                                         kernel::stored_function<Function>::of(f)};
}
}  // namespace detail

/// initial op f(data[0]) op ... op f(data[n - 1]), in any order, as std::transform_reduce has it.
/// The results of `f` are converted to R, the type of `initial`, and combined in it: R may be wider
/// than the elements.
///   squares = omprim::open::transform_reduce(where, x, n, omprim::plus{}, 0.0,
///                                            [](float a) { return double(a) * a; });
/// `f` is called as `R(const T&)`, once per element.
template <class T, class Op, class R, class Function,
          tuning device_tuning = default_device_tuning<typename detail::widest<R, T>::type>,
          tuning host_tuning = default_host_tuning<typename detail::widest<R, T>::type>>
R transform_reduce(const execution& where, const T* data, std::size_t n, Op op, R initial,
                   Function f) {
  if constexpr (detail::require_operator<R, Op>() && detail::require_function<R, Function, T>()) {
    detail::require_data(data, n, "the data pointer");
    return detail::finish<R>(op, initial,
                             detail::reduce_source<R, device_tuning, host_tuning>(
                                 where, n * sizeof(T), op, [&](auto translate) {
                                   return detail::transformed<R>(
                                       kernel::make_source(translate(data, n), n), f);
                                 }));
  } else {
    return initial;
  }
}

/// The same for f(a[i], b[i]) of two arrays, which may have elements of different types.
///   distance = omprim::open::transform_reduce(where, a, b, n, omprim::plus{}, 0.0,
///                                             [](float x, float y) { return std::abs(x - y); });
template <class T, class U, class Op, class R, class Function,
          tuning device_tuning = default_device_tuning<typename detail::widest<R, T, U>::type>,
          tuning host_tuning = default_host_tuning<typename detail::widest<R, T, U>::type>>
R transform_reduce(const execution& where, const T* a, const U* b, std::size_t n, Op op, R initial,
                   Function f) {
  if constexpr (detail::require_operator<R, Op>() &&
                detail::require_function<R, Function, T, U>()) {
    detail::require_data(a, n, "the first data pointer");
    detail::require_data(b, n, "the second data pointer");
    return detail::finish<R>(op, initial,
                             detail::reduce_source<R, device_tuning, host_tuning>(
                                 where, n * (sizeof(T) + sizeof(U)), op, [&](auto translate) {
                                   return detail::transformed<R>(
                                       kernel::make_source(translate(a, n), translate(b, n), n), f);
                                 }));
  } else {
    return initial;
  }
}

}  // namespace omprim::inline OMPRIM_ABI::open

#endif
