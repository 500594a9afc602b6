// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/segments.hpp>

/// How tiles cut the segments of a sort by merges. The keys of a segment in one tile are a run once
/// the tile is sorted. Each round of merges joins two neighbouring runs of a segment.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Two runs, [begin, middle) and [middle, end). The second one may be empty.
struct run_pair {
  std::uint64_t begin;
  std::uint64_t middle;
  std::uint64_t end;
};

/// The keys [begin, end) of a segment, which has some.
struct key_segment {
  std::uint64_t begin;
  std::uint64_t end;

  [[nodiscard]] OMPRIM_INLINE bool is_empty() const { return begin >= end; }
  /// The rounds until the segment is one run.
  template <std::uint64_t tile>
  [[nodiscard]] OMPRIM_INLINE int rounds() const {
    const std::uint64_t after_first = (end - 1) / tile - begin / tile;
    return after_first == 0 ? 0 : 64 - __builtin_clzll(after_first);
  }
  /// The runs that a round joins to the one with the keys of a tile.
  template <std::uint64_t tile>
  [[nodiscard]] OMPRIM_INLINE run_pair pair_of(std::uint64_t number, int round) const {
    const std::uint64_t first_tile = begin / tile;
    const std::uint64_t left = first_tile + ((number - first_tile) >> (round + 1) << (round + 1));
    const std::uint64_t length = std::uint64_t{1} << round;
    const auto cut = [&](std::uint64_t at) OMPRIM_INLINE_LAMBDA {
      return at * tile < begin ? begin : at * tile > end ? end : at * tile;
    };
    return {cut(left), cut(left + length), cut(left + 2 * length)};
  }
};

/// A tile, and the segments that its edges cut.
struct cut_tile {
  std::uint64_t number;
  std::uint64_t begin;  ///< its keys are those from here to below `end`
  std::uint64_t end;
  std::uint64_t first_segment;  ///< the one of its first key
  std::uint64_t last_segment;   ///< no later segment begins in the tile
  key_segment left;             ///< the segment of the first key
  key_segment right;  ///< another one that continues in the next tile; empty: there is none

  /// `segment_of` has the segment of the first key of each tile.
  template <std::uint64_t tile>
  static OMPRIM_INLINE cut_tile at(std::uint64_t number, std::uint64_t tiles,
                                   const kernel::segment_bounds& bounds,
                                   const std::uint64_t* segment_of) {
    const std::uint64_t first = bounds.first();
    const std::uint64_t last = bounds.last();
    cut_tile cut{number, number * tile, (number + 1) * tile, 0, 0, {}, {}};
    if (cut.begin < first) cut.begin = first;
    if (cut.end > last) cut.end = last;
    if (cut.begin >= cut.end) return cut;
    cut.first_segment = segment_of[number];
    cut.last_segment = number + 1 < tiles ? segment_of[number + 1] : bounds.segments - 1;
    cut.left = {bounds.begin(cut.first_segment), bounds.end(cut.first_segment)};
    if (cut.last_segment == cut.first_segment || number + 1 == tiles) return cut;
    const std::uint64_t next = bounds.begin(cut.last_segment);
    if (next < cut.end) cut.right = {next, bounds.end(cut.last_segment)};
    return cut;
  }

  /// The tile's keys of a segment.
  [[nodiscard]] OMPRIM_INLINE key_segment keys_of(const key_segment& segment) const {
    return {segment.begin < begin ? begin : segment.begin, segment.end < end ? segment.end : end};
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
