// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <omprim/partial.hpp>
#include <omprim/pieces/piece.hpp>
#include <omprim/reduce.hpp>

/// reduce.hpp for pieces. The contract is that of pieces.hpp.
namespace omprim {

namespace detail {
/// Options for calls that run at the same time: a profile is of one call.
inline reduce_options for_one_piece(reduce_options options) {
  options.profile = nullptr;
  return options;
}

/// The combination of the results of all pieces. `other_of(i)` is the second operand of dot.
template <class V, class Other>
reduce_result reduce_pieces(operation op, const V& pieces, Other&& other_of,
                            const reduce_options& options) {
  using T = element_of_pieces<V>;
  const reduce_options one = for_one_piece(options);
  std::vector<partial_reduction> parts(length_of(pieces));
  for_each_piece(places_of(pieces), [&](std::size_t i) {
    const auto& part = data_of(pieces)[i];
    const T* const other = other_of(i);
    parts[i] = {part.size, run<T>(part.where, op, part.data, other, part.size, one)};
  });
  const T* const nothing = nullptr;
  partial_reduction all{0, run<T>(serial(), op, nothing, nothing, 0, default_options)};
  for (const partial_reduction& part : parts) append(op, element_of<T>(), all, part);
  return all.result;
}
template <class V>
reduce_result reduce_pieces(operation op, const V& pieces, const reduce_options& options) {
  return reduce_pieces(
      op, pieces, [](std::size_t) -> const element_of_pieces<V>* { return nullptr; }, options);
}
}  // namespace detail

template <class Op = plus, class V, class = detail::if_pieces<V>>
auto reduce(const V& pieces, Op = {}, const reduce_options& options = default_options) {
  using T = detail::element_of_pieces<V>;
  constexpr operation op = detail::reduction_by<Op, T>();
  const auto result = detail::reduce_pieces(op, pieces, options);
  if constexpr (op == operation::logical_and || op == operation::logical_or) {
    return detail::as_truth<T>(result);
  } else {
    return detail::as_value<T>(result);
  }
}
template <class V, class = detail::if_pieces<V>>
auto sum(const V& pieces, const reduce_options& options = default_options) {
  return reduce(pieces, plus{}, options);
}
template <class V, class = detail::if_pieces<V>>
auto wide_sum(const V& pieces, const reduce_options& options = default_options) {
  using T = detail::element_of_pieces<V>;
  static_assert(sizeof(T) == 4, "wide_sum takes 4-byte elements");
  return detail::as_value<detail::wide<T>>(
      detail::reduce_pieces(operation::wide_sum, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
auto min(const V& pieces, const reduce_options& options = default_options) {
  return reduce(pieces, minimum{}, options);
}
template <class V, class = detail::if_pieces<V>>
auto max(const V& pieces, const reduce_options& options = default_options) {
  return reduce(pieces, maximum{}, options);
}
/// The index counts the elements of all pieces.
template <class V, class = detail::if_pieces<V>>
auto argmin(const V& pieces, const reduce_options& options = default_options) {
  return detail::as_indexed<detail::element_of_pieces<V>>(
      detail::reduce_pieces(operation::argmin, pieces, options));
}
/// The index counts the elements of all pieces.
template <class V, class = detail::if_pieces<V>>
auto argmax(const V& pieces, const reduce_options& options = default_options) {
  return detail::as_indexed<detail::element_of_pieces<V>>(
      detail::reduce_pieces(operation::argmax, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
auto minmax(const V& pieces, const reduce_options& options = default_options) {
  return detail::as_extrema<detail::element_of_pieces<V>>(
      detail::reduce_pieces(operation::minmax, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
auto sum_min_max(const V& pieces, const reduce_options& options = default_options) {
  return detail::as_summary<detail::element_of_pieces<V>>(
      detail::reduce_pieces(operation::sum_min_max, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
bool all(const V& pieces, const reduce_options& options = default_options) {
  return detail::as_truth<bool>(detail::reduce_pieces(operation::logical_and, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
bool any(const V& pieces, const reduce_options& options = default_options) {
  return detail::as_truth<bool>(detail::reduce_pieces(operation::logical_or, pieces, options));
}
/// Both ranges have the same number of pieces, each at the same place with the same size.
template <class V, class W, class = detail::if_pieces<V, W>>
auto dot(const V& a, const W& b, const reduce_options& options = default_options) {
  using T = detail::element_of_pieces<V>;
  static_assert(std::is_floating_point_v<T>, "dot takes float or double");
  detail::require_alike(a, b);
  return detail::as_value<T>(detail::reduce_pieces(
      operation::dot, a, [&](std::size_t i) { return detail::data_of(b)[i].data; }, options));
}
template <class V, class = detail::if_pieces<V>>
auto sum_of_absolutes(const V& pieces, const reduce_options& options = default_options) {
  using T = detail::element_of_pieces<V>;
  static_assert(std::is_floating_point_v<T>, "sum_of_absolutes takes float or double");
  return detail::as_value<T>(detail::reduce_pieces(operation::sum_of_absolutes, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
auto sum_of_squares(const V& pieces, const reduce_options& options = default_options) {
  using T = detail::element_of_pieces<V>;
  static_assert(std::is_floating_point_v<T>, "sum_of_squares takes float or double");
  return detail::as_value<T>(detail::reduce_pieces(operation::sum_of_squares, pieces, options));
}

}  // namespace omprim
