// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/error.hpp>
#include <omprim/pieces/piece.hpp>
#include <omprim/result.hpp>
#include <omprim/select.hpp>

/// select.hpp for pieces. The contract is that of pieces.hpp. The output of a piece is at its
/// place; its size is the room for the kept elements of this piece.
namespace omprim {

namespace detail {
/// Calls `select(i, room)`, which returns how many elements piece i keeps, for each piece.
template <class V, class W, class Select>
std::vector<selection_counts> select_pieces(const V& pieces, const W& outputs, Select&& select) {
  require_equal(length_of(pieces), "the range of pieces", length_of(outputs), "that of outputs");
  std::vector<selection_counts> counts(length_of(pieces));
  for_each_piece(places_of(pieces), [&](std::size_t i) {
    counts[i].local = select(data_of(pieces)[i], data_of(outputs)[i]);
  });
  std::uint64_t total = 0;
  for (selection_counts& one : counts) {
    one.before = total;
    total += one.local;
  }
  for (selection_counts& one : counts) one.total = total;
  return counts;
}

inline select_options with_room_of(std::size_t room) {
  select_options options;
  options.room = room;
  return options;
}
}  // namespace detail

/// Writes the elements of each piece that fulfil the condition to the output of the piece.
template <class V, class W, class Condition, class = detail::if_pieces<V, W>>
std::vector<selection_counts> select_if(const V& pieces, const W& outputs, const Condition& keep) {
  return detail::select_pieces(pieces, outputs, [&](const auto& part, const auto& out) {
    return select_if(part.where, part.data, part.size, out.data, keep,
                     detail::with_room_of(out.size));
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
