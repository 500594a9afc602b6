// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/agent/reduce/group_accumulator.hpp>
#include <omprim/detail/agent/reduce/min_max_accumulator.hpp>
#include <omprim/detail/agent/reduce/read_streams.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/item.hpp>
#include <omprim/tuning.hpp>

/// The loop of single-pass over its share. A row is one pack of `lanes` elements per item of the
/// group; a tile is `items_per_work_item` rows. Each group takes its share of the tiles; rows that
/// do not fill a tile go to the last group.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The whole packs of a source, as rows.
template <tuning t, class Source>
struct rows_of {
  static constexpr int lanes = t.lanes;
  static constexpr std::uint64_t size = static_cast<std::uint64_t>(t.work_group_size);
  static constexpr std::uint64_t per_tile = static_cast<std::uint64_t>(t.items_per_work_item);

  const Source& source;
  std::uint64_t first;  ///< position of the first pack
  std::uint64_t packs;

  OMPRIM_INLINE explicit rows_of(const Source& s)
      : source(s), first(first_pack<lanes>(s)), packs(whole_packs<lanes>(s)) {}

  [[nodiscard]] OMPRIM_INLINE std::uint64_t tiles() const { return packs / (size * per_tile); }

  /// The pack of an item in a row.
  [[nodiscard]] OMPRIM_INLINE auto load(std::uint64_t row, int item) const {
    return source.template load<lanes>(first + (row * size + static_cast<std::uint64_t>(item)) *
                                                   static_cast<std::uint64_t>(lanes));
  }

  /// Visits the packs after the last tile, in the last group only: calls take_row(row) for each
  /// whole row, then take(row, item) for each item that has a pack in the incomplete last row.
  template <class Group, class TakeRow, class Take>
  OMPRIM_INLINE void for_each_rest(Group& group, TakeRow&& take_row, Take&& take) const {
    if (group.id() != group.count() - 1) return;
    const std::uint64_t last_row = packs / size;
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t row = tiles() * per_tile; row < last_row; ++row) take_row(row);
    const int rest = static_cast<int>(packs % size);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      if (item.id < rest) take(last_row, item);
    });
  }
};

/// Each item of the group takes its pack of a row.
template <class Rows, class Group, class Running>
OMPRIM_INLINE void take_row(const Rows& rows, Group& group, std::uint64_t row, Running& mine) {
  group.compiler_barrier();
  if constexpr (Running::takes_two && Group::size > 1) {
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      if (item.id % 2 != 0) return;
      const kernel::work_item next{item.id + 1, item.sub_group, item.sub_group_lane + 1};
      const auto a = rows.load(row, item.id);
      mine.take_two(a, rows.load(row, next.id), item, next);
    });
  } else {
    group.for_each_item([&](auto item)
                            OMPRIM_INLINE_LAMBDA { mine.take(rows.load(row, item.id), item); });
  }
}

/// The last group takes the packs after the last tile.
template <class Rows, class Group, class Running>
OMPRIM_INLINE void take_rest(const Rows& rows, Group& group, Running& mine) {
  rows.for_each_rest(
      group, [&](std::uint64_t row) OMPRIM_INLINE_LAMBDA { take_row(rows, group, row, mine); },
      [&](std::uint64_t row, auto item)
          OMPRIM_INLINE_LAMBDA { mine.take(rows.load(row, item.id), item); });
}

/// Reduces the whole packs of this group's share; the result is known to item 0. Specialised for
/// reducers of a value and its index (agent/reduce/arg_reduce_tiles.hpp).
template <class Reducer, tuning t>
struct reduce_rows {
  using accumulator = typename Reducer::accumulator;

  template <class Group>
  struct local_memory {
    typename Group::template scratch<accumulator> scratch;
  };

  template <class Source, class Group>
  static OMPRIM_INLINE accumulator run(const Source& source, Group& group,
                                       local_memory<Group>& local) {
    const rows_of<t, Source> rows(source);
    running<Reducer, t.lanes, Group> mine(group);
    // Row by row, so that one thread reads its tile in memory order.
    const auto take_tile = [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
      for (std::uint64_t r = 0; r < rows.per_tile; ++r) {
        take_row(rows, group, tile * rows.per_tile + r, mine);
      }
    };
    group.for_each_tile(rows.tiles(), take_tile,
                        [&]() OMPRIM_INLINE_LAMBDA { return kernel::read_streams(source); });
    take_rest(rows, group, mine);
    return mine.total(group, local.scratch);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
