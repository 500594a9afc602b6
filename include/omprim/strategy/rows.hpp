// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/collectives.hpp>
#include <omprim/kernel/read_places.hpp>
#include <omprim/strategy/accumulate.hpp>
#include <omprim/tuning.hpp>

/// The long loop of single-pass. A row is one pack of `lanes` per item of the group; a tile is
/// `items_per_work_item` rows. Each group walks its share of the tiles; the rows that do not
/// fill a tile go to the last group.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The whole packs of a source, as rows.
template <tuning shape, class Source>
struct rows_of {
  static constexpr int lanes = shape.lanes;
  static constexpr std::uint64_t size = static_cast<std::uint64_t>(shape.work_group_size);
  static constexpr std::uint64_t per_tile = static_cast<std::uint64_t>(shape.items_per_work_item);

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

  /// take(row, item) for the rows past the tiles, by the last group.
  template <class Group, class Function>
  OMPRIM_INLINE void for_each_rest(Group& group, Function&& take) const {
    if (group.id() != group.count() - 1) return;
    const std::uint64_t last_row = packs / size;
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t row = tiles() * per_tile; row < last_row; ++row) {
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA { take(row, item); });
    }
    const int rest = static_cast<int>(packs % size);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      if (item.id < rest) take(last_row, item);
    });
  }
};

/// Reduces the whole packs of this group's share; known to item 0.
template <class Reducer, tuning shape>
struct reduce_rows_by_lanes {
  using accumulator = typename Reducer::accumulator;
  static constexpr int lanes = shape.lanes;
  using vector = typename Reducer::template vector<lanes>;

  template <class Group>
  struct local_memory {
    typename Group::template scratch<accumulator> scratch;
  };

  template <class Source, class Group>
  static OMPRIM_INLINE accumulator run(const Source& source, Group& group,
                                       local_memory<Group>& local) {
    const rows_of<shape, Source> rows(source);
    typename Group::template private_memory<vector> mine;
    group.for_each_item(
        [&](auto item) OMPRIM_INLINE_LAMBDA { mine[item] = Reducer::template identity<lanes>(); });
    const auto take = [&](std::uint64_t row, auto item) OMPRIM_INLINE_LAMBDA {
      mine[item] = Reducer::template combine<lanes>(
          mine[item], Reducer::template lift<lanes>(rows.load(row, item.id), 0));
    };
    // Row after row, so that one thread reads its tile in the order of memory.
    const auto take_tile = [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
      for (std::uint64_t r = 0; r < rows.per_tile; ++r) {
        group.keep_load_order();
        group.for_each_item([&](auto item)
                                OMPRIM_INLINE_LAMBDA { take(tile * rows.per_tile + r, item); });
      }
    };
    group.for_each_tile(rows.tiles(), take_tile, kernel::read_places{source});
    rows.for_each_rest(group, take);
    return kernel::reduce_lanes<Reducer, lanes>(group, mine, local.scratch);
  }
};

/// The same; specialised for reducers that know a better way.
template <class Reducer, tuning shape>
struct reduce_rows : reduce_rows_by_lanes<Reducer, shape> {};

}  // namespace omprim::inline OMPRIM_ABI::strategy
