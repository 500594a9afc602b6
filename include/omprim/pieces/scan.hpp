// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <omprim/pieces/piece.hpp>
#include <omprim/pieces/reduce.hpp>
#include <omprim/scan.hpp>

/// scan.hpp for pieces. The contract is that of pieces.hpp. The output of a piece is at its place,
/// and may be the piece itself. Pieces are read twice, to learn their totals before.
namespace omprim {

namespace detail {
/// Calls `scan(i, start)` for each piece; `start` is the combination of `initial` and all pieces
/// before. `op` adds up elements of type T to a total of type R.
template <class Op, class R, class V, class W, class Scan>
void scan_pieces(operation op, const V& pieces, const W& outputs, R initial, Scan&& scan) {
  using T = element_of_pieces<V>;
  require_alike(pieces, outputs);
  const std::size_t count = length_of(pieces);
  const std::vector<execution> places = places_of(pieces);
  std::vector<R> totals(count);
  for_each_piece(places, [&](std::size_t i) {
    if (i + 1 == count) return;  // no piece is behind the last
    const T* const no_other = nullptr;
    const auto& part = data_of(pieces)[i];
    totals[i] =
        as_value<R>(run<T>(part.where, op, part.data, no_other, part.size, default_options));
  });
  std::vector<R> starts(count);
  R start = initial;
  for (std::size_t i = 0; i < count; ++i) {
    starts[i] = start;
    start = Op::combine(start, totals[i]);
  }
  for_each_piece(places, [&](std::size_t i) { scan(i, starts[i]); });
}

template <class Op>
constexpr operation total_of_scan() {
  return by_operator<Op>(operation::sum, operation::min, operation::max);
}
/// Enables a function for pieces of the same elements.
template <class V, class W>
using if_same_elements =
    std::enable_if_t<std::is_same_v<element_of_pieces<V>, element_of_pieces<W>>>;
}  // namespace detail

/// By default `initial` is the identity of the operator.
template <class Op = plus, class V, class W, class = detail::if_pieces<V, W>,
          class = detail::if_same_elements<V, W>>
void inclusive_scan(
    const V& pieces, const W& outputs, Op op = {},
    detail::element_of_pieces<V> initial = detail::identity_of<Op, detail::element_of_pieces<V>>(),
    const scan_options& options = default_options) {
  const scan_options one = detail::for_one_piece(options);
  detail::scan_pieces<Op>(detail::total_of_scan<Op>(), pieces, outputs, initial,
                          [&](std::size_t i, auto start) {
                            const auto& part = detail::data_of(pieces)[i];
                            inclusive_scan(part.where, part.data, part.size,
                                           detail::data_of(outputs)[i].data, op, start, one);
                          });
}
/// By default `initial` is the identity of the operator.
template <class Op = plus, class V, class W, class = detail::if_pieces<V, W>,
          class = detail::if_same_elements<V, W>>
void exclusive_scan(
    const V& pieces, const W& outputs, Op op = {},
    detail::element_of_pieces<V> initial = detail::identity_of<Op, detail::element_of_pieces<V>>(),
    const scan_options& options = default_options) {
  const scan_options one = detail::for_one_piece(options);
  detail::scan_pieces<Op>(detail::total_of_scan<Op>(), pieces, outputs, initial,
                          [&](std::size_t i, auto start) {
                            const auto& part = detail::data_of(pieces)[i];
                            exclusive_scan(part.where, part.data, part.size,
                                           detail::data_of(outputs)[i].data, op, start, one);
                          });
}

/// The sums of 4-byte elements as 8-byte results: int32 into int64, uint32 into uint64, float into
/// double. For offsets from counts: out[i] = initial + all elements before data[i]. An output does
/// not overlap its piece.
template <class V, class W, class = detail::if_pieces<V, W>,
          class = detail::if_wider<detail::element_of_pieces<V>, detail::element_of_pieces<W>>>
void exclusive_scan(const V& pieces, const W& outputs, plus op = {},
                    detail::element_of_pieces<W> initial = 0,
                    const scan_options& options = default_options) {
  const scan_options one = detail::for_one_piece(options);
  detail::scan_pieces<plus>(operation::wide_sum, pieces, outputs, initial,
                            [&](std::size_t i, auto start) {
                              const auto& part = detail::data_of(pieces)[i];
                              exclusive_scan(part.where, part.data, part.size,
                                             detail::data_of(outputs)[i].data, op, start, one);
                            });
}

}  // namespace omprim
