// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/exact.hpp>
#include <omprim/pieces/piece.hpp>
#include <omprim/pieces/reduce.hpp>

/// exact.hpp for pieces: the same bits for any cut. The contract is that of pieces.hpp.
namespace omprim {

namespace detail {
/// The exact sum of the terms of all pieces. `other_of(i)` is the second operand of exact_dot.
template <class V, class Other>
exact_digits digits_of_pieces(operation op, const V& pieces, Other&& other_of,
                              const reduce_options& options) {
  using T = element_of_pieces<V>;
  const reduce_options one = for_one_piece(options);
  std::vector<exact_digits> parts(length_of(pieces));
  for_each_piece(places_of(pieces), [&](std::size_t i) {
    const auto& part = data_of(pieces)[i];
    const T* const other = other_of(i);
    parts[i] = digits_of<T>(part.where, op, part.data, other, part.size, one);
    parts[i].carry();
  });
  exact_digits all;
  for (const exact_digits& part : parts) all += part;
  return all;
}
template <class V>
exact_digits digits_of_pieces(operation op, const V& pieces, const reduce_options& options) {
  return digits_of_pieces(
      op, pieces, [](std::size_t) -> const element_of_pieces<V>* { return nullptr; }, options);
}

template <class V>
std::uint64_t elements_in(const V& pieces) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < length_of(pieces); ++i) all += data_of(pieces)[i].size;
  return all;
}
}  // namespace detail

template <class V, class = detail::if_pieces<V>>
auto exact_sum(const V& pieces, const reduce_options& options = default_options) {
  return detail::rounded<detail::element_of_pieces<V>>(
      detail::digits_of_pieces(operation::exact_sum, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
auto exact_sum_of_absolutes(const V& pieces, const reduce_options& options = default_options) {
  return detail::rounded<detail::element_of_pieces<V>>(
      detail::digits_of_pieces(operation::exact_sum_of_absolutes, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
auto exact_sum_of_squares(const V& pieces, const reduce_options& options = default_options) {
  return detail::rounded<detail::element_of_pieces<V>>(
      detail::digits_of_pieces(operation::exact_sum_of_squares, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
auto exact_norm2(const V& pieces, const reduce_options& options = default_options) {
  return detail::rounded_root<detail::element_of_pieces<V>>(
      detail::digits_of_pieces(operation::exact_sum_of_squares, pieces, options));
}
template <class V, class = detail::if_pieces<V>>
auto exact_mean(const V& pieces, const reduce_options& options = default_options) {
  return detail::rounded_quotient<detail::element_of_pieces<V>>(
      detail::digits_of_pieces(operation::exact_sum, pieces, options), detail::elements_in(pieces));
}
/// Both ranges have the same number of pieces, each at the same place with the same size.
template <class V, class W, class = detail::if_pieces<V, W>>
auto exact_dot(const V& a, const W& b, const reduce_options& options = default_options) {
  detail::require_alike(a, b);
  return detail::rounded<detail::element_of_pieces<V>>(detail::digits_of_pieces(
      operation::exact_dot, a, [&](std::size_t i) { return detail::data_of(b)[i].data; }, options));
}
template <class V, class W, class = detail::if_pieces<V, W>>
auto exact_weighted_sum(const V& weights, const W& x,
                        const reduce_options& options = default_options) {
  return exact_dot(weights, x, options);
}

}  // namespace omprim
