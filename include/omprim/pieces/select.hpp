// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <omprim/containers/select.hpp>
#include <omprim/length_of_run.hpp>
#include <omprim/pieces/piece.hpp>
#include <omprim/result.hpp>
#include <omprim/select.hpp>

/// select.hpp for pieces. The contract is that of pieces.hpp. The output of a piece is at its
/// place; its size is the room for the kept elements of this piece.
namespace omprim {

namespace detail {
/// Calls `select(i, piece, output)`, which returns how many elements piece i keeps, for each piece.
template <class V, class W, class Select>
std::vector<selection_counts> select_pieces(const V& pieces, const W& outputs, Select&& select) {
  require_equal(length_of(pieces), "the range of pieces", length_of(outputs), "that of outputs");
  std::vector<std::uint64_t> local(length_of(pieces));
  for_each_piece(places_of(pieces), [&](std::size_t i) {
    local[i] = select(i, data_of(pieces)[i], data_of(outputs)[i]);
  });
  return counts_in_order(local);
}

/// The last element before each piece; no element before the first ones.
template <class V>
std::vector<std::optional<element_of_pieces<V>>> elements_before(const V& pieces) {
  using T = element_of_pieces<V>;
  std::vector<std::optional<T>> last(length_of(pieces));
  for_each_piece(places_of(pieces), [&](std::size_t i) {
    const auto& part = data_of(pieces)[i];
    if (part.size > 0) last[i] = last_element<T>(part.where, part.data, part.size);
  });
  std::vector<std::optional<T>> before(last.size());
  for (std::size_t i = 1; i < last.size(); ++i) {
    before[i] = last[i - 1] ? last[i - 1] : before[i - 1];
  }
  return before;
}
}  // namespace detail

/// Writes the elements of each piece that fulfil the condition to the output of the piece.
template <class V, class W, class Condition, class = detail::if_pieces<V, W>>
std::vector<selection_counts> select_if(const V& pieces, const W& outputs, const Condition& keep) {
  return detail::select_pieces(
      pieces, outputs, [&](std::size_t /*i*/, const auto& part, const auto& out) {
        return select_if(part.where, part.data, part.size, out.data, keep,
                         detail::with_room(default_select_options, out.size));
      });
}

/// Writes the elements of each piece whose flag is not 0. There is one flag, a byte, for each
/// element, at the place of its piece.
template <class V, class F, class W, class = detail::if_pieces<V, F, W>>
std::vector<selection_counts> select_flagged(const V& pieces, const F& flags, const W& outputs) {
  detail::require_alike(pieces, flags);
  return detail::select_pieces(
      pieces, outputs, [&](std::size_t i, const auto& part, const auto& out) {
        return select_flagged(part.where, part.data, detail::data_of(flags)[i].data, part.size,
                              out.data, detail::with_room(default_select_options, out.size));
      });
}

/// Writes the elements of each piece that fulfil the condition to the output of the piece, and all
/// others to its output of `rejected`. The room of both is the size of the shorter one.
template <class V, class W, class R, class Condition, class = detail::if_pieces<V, W, R>>
std::vector<selection_counts> partition(const V& pieces, const W& outputs, const R& rejected,
                                        const Condition& keep) {
  detail::require_equal(detail::length_of(pieces), "the range of pieces",
                        detail::length_of(rejected), "that of rejected elements");
  return detail::select_pieces(
      pieces, outputs, [&](std::size_t i, const auto& part, const auto& out) {
        const auto& rest = detail::data_of(rejected)[i];
        const std::size_t room = out.size < rest.size ? out.size : rest.size;
        return partition(part.where, part.data, part.size, out.data, rest.data, keep,
                         detail::with_room(default_select_options, room));
      });
}

/// Writes each element that differs from the one before it, which may be the last of an earlier
/// piece, and the first of all, to the output of its piece.
template <class V, class W, class = detail::if_pieces<V, W>>
std::vector<selection_counts> unique(const V& pieces, const W& outputs) {
  const auto before = detail::elements_before(pieces);
  return detail::select_pieces(
      pieces, outputs, [&](std::size_t i, const auto& part, const auto& out) {
        const std::size_t known =
            before[i] ? detail::length_of_run(part.where, part.data, part.size, *before[i]) : 0;
        return unique(part.where, part.data + known, part.size - known, out.data,
                      detail::with_room(default_select_options, out.size));
      });
}

/// Counts the elements of all pieces that fulfil the condition.
template <class V, class Condition, class = detail::if_pieces<V>>
std::uint64_t count_if(const V& pieces, const Condition& keep) {
  std::vector<std::uint64_t> counts(detail::length_of(pieces));
  detail::for_each_piece(detail::places_of(pieces), [&](std::size_t i) {
    const auto& part = detail::data_of(pieces)[i];
    counts[i] = count_if(part.where, part.data, part.size, keep);
  });
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total += count;
  return total;
}

}  // namespace omprim
