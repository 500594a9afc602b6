// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/group_accumulator.hpp>
#include <omprim/detail/agent/reduce/min_max_accumulator.hpp>
#include <omprim/detail/agent/reduce/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/item.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/tuning.hpp>

/// A group's share in strategy single-pass. A row is one pack of `lanes` elements per item of the
/// group; a tile is `items_per_work_item` rows. Each group takes its share of the tiles; rows that
/// do not fill a tile go to the last group.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The position of the first pack of N that begins in the data, or the end of the data. Packs begin
/// at multiples of N.
template <int N, class Source>
OMPRIM_INLINE std::uint64_t first_pack(const Source& source) {
  const std::uint64_t aligned = (source.first + N - 1) / N * N;
  return aligned < source.last ? aligned : source.last;
}

/// The number of whole packs of N from first_pack() on.
template <int N, class Source>
OMPRIM_INLINE std::uint64_t whole_packs(const Source& source) {
  return (source.last - first_pack<N>(source)) / N;
}

/// The whole packs of a source, as rows.
template <tuning t, class Source>
struct pack_rows {
  static constexpr int lanes = t.lanes;
  static constexpr std::uint64_t size = static_cast<std::uint64_t>(t.work_group_size);
  static constexpr std::uint64_t per_tile = static_cast<std::uint64_t>(t.items_per_work_item);

  Source source;
  std::uint64_t first;  ///< position of the first pack
  std::uint64_t packs;

  OMPRIM_INLINE explicit pack_rows(const Source& s)
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

/// Where threads are items: calls take(packs) with the packs of this item in the tiles `first`,
/// `first` + `step`, ... The loads of a tile are under way while the tile before is taken.
template <tuning t, class Source, class Take>
OMPRIM_INLINE void for_each_loaded_tile(const pack_rows<t, Source>& rows, int item,
                                        std::uint64_t first, std::uint64_t step, Take&& take) {
  constexpr int packs = t.items_per_work_item;
  using loaded = typename Source::template loaded<t.lanes>;
  const auto load = [&](std::uint64_t tile, loaded(&to)[packs]) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 32
    for (int r = 0; r < packs; ++r) {
      to[r] = rows.load(tile * rows.per_tile + static_cast<std::uint64_t>(r), item);
    }
  };
  loaded next[packs];
  if (first < rows.tiles()) load(first, next);
  for (std::uint64_t tile = first; tile < rows.tiles(); tile += step) {
    loaded now[packs];
#pragma GCC unroll 32
    for (int r = 0; r < packs; ++r) now[r] = next[r];
    if (tile + step < rows.tiles()) load(tile + step, next);
    take(now);
  }
}

/// Each item of the group takes its pack of a row.
template <class Rows, class Group, class Accumulator>
OMPRIM_INLINE void take_row(const Rows& rows, Group& group, std::uint64_t row, Accumulator& mine) {
  group.compiler_barrier();
  if constexpr (Group::thread_per_item) {
    const auto item = group.this_item();
    mine.take(rows.load(row, item.id), item);
  } else if constexpr (Accumulator::takes_two && Group::size > 1) {
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
template <class Rows, class Group, class Accumulator>
OMPRIM_INLINE void take_rest(const Rows& rows, Group& group, Accumulator& mine) {
  rows.for_each_rest(
      group, [&](std::uint64_t row) OMPRIM_INLINE_LAMBDA { take_row(rows, group, row, mine); },
      [&](std::uint64_t row, auto item)
          OMPRIM_INLINE_LAMBDA { mine.take(rows.load(row, item.id), item); });
}

/// Each item of the group takes its packs of a tile: row by row, so that one thread reads its tile
/// in memory order.
template <class Rows, class Group, class Accumulator>
OMPRIM_INLINE void take_tile(const Rows& rows, Group& group, std::uint64_t tile,
                             Accumulator& mine) {
#pragma GCC unroll 32
  for (std::uint64_t r = 0; r < rows.per_tile; ++r) {
    take_row(rows, group, tile * rows.per_tile + r, mine);
  }
}

/// Takes the tiles [begin, end) as `streams` streams of equal length, one tile of each in turn.
/// Returns the first tile of the remainder.
template <class Rows, class Group, class Accumulator>
OMPRIM_INLINE std::uint64_t take_streams(const Rows& rows, Group& group, std::uint64_t begin,
                                         std::uint64_t end, std::uint64_t streams,
                                         Accumulator& mine) {
  const std::uint64_t length = (end - begin) / streams;
  for (std::uint64_t i = 0; i < length; ++i) {
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t s = 0; s < streams; ++s) {
      take_tile(rows, group, begin + s * length + i, mine);
    }
  }
  return begin + streams * length;
}

/// Reduces the whole packs of this group's share; the result is known to item 0. Specialised for
/// reducers of a value and its index (agent/reduce/arg_reduce_tiles.hpp).
template <class Reducer, tuning t>
struct reduce_share {
  using accumulator = typename Reducer::accumulator;

  template <class Group>
  struct local_memory {
    typename Group::template scratch<accumulator> scratch;
  };

  template <class Source, class Group>
  static OMPRIM_INLINE accumulator run(const Source& source, Group& group,
                                       local_memory<Group>& local) {
    const pack_rows<t, Source> rows(source);
    const std::uint64_t tiles = rows.tiles();
    group_accumulator<Reducer, t.lanes, Group> mine(group);
    if constexpr (Group::thread_per_item) {
      // Neighbouring groups read neighbouring tiles at the same time.
      for (std::uint64_t tile = group.id(); tile < tiles; tile += group.count()) {
        take_tile(rows, group, tile, mine);
      }
    } else {
      auto [tile, end] = kernel::share_of(tiles, group);
      if constexpr (Group::has_long_shares) {
        if (end - tile >= vector_reduce_policy::long_share) {
          const std::uint64_t streams = vector_reduce_policy::streams_of(
              source.size() * Source::arrays * sizeof(typename Source::element), Source::arrays);
          tile = take_streams(rows, group, tile, end, streams, mine);
        }
      }
      for (; tile < end; ++tile) take_tile(rows, group, tile, mine);
    }
    take_rest(rows, group, mine);
    return mine.total(group, local.scratch);
  }
};

/// Combines the elements before the first and after the last whole pack: fewer than 2 * N.
template <class Reducer, int N, class Source>
OMPRIM_INLINE typename Reducer::accumulator reduce_ends(const Source& source) {
  auto total = Reducer::template identity<1>();
  const auto take = [&](std::uint64_t p) OMPRIM_INLINE_LAMBDA {
    total = Reducer::combine(
        total, Reducer::template lift<1>(source.template load<1>(p), source.index(p)));
  };
  const std::uint64_t first = first_pack<N>(source);
  OMPRIM_KEEP_SCALAR
  for (std::uint64_t p = source.first; p < first; ++p) take(p);
  OMPRIM_KEEP_SCALAR
  for (std::uint64_t p = first + whole_packs<N>(source) * N; p < source.last; ++p) take(p);
  return total;
}

/// The kernel of strategy single-pass: each group reduces its share to a partial, and the last
/// group to finish combines the partials.
template <class Reducer, tuning t, class Source>
struct alignas(8) reduce_by_share {
  static_assert(kernel::lane_reducer<Reducer, t.lanes>);
  using accumulator = typename Reducer::accumulator;
  using rows = reduce_share<Reducer, t>;

  static constexpr int work_group_size = t.work_group_size;
  static constexpr bool often_alone = true;
  static constexpr int threads_per_unit = simt_reduce_policy::threads_per_unit;
  template <class Group>
  struct local_memory {
    typename rows::template local_memory<Group> rows_memory;
    bool is_last;
  };

  Source source;
  accumulator* partials;
  accumulator* result;
  unsigned* tickets;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    accumulator total = rows::run(source, group, local.rows_memory);
    if (group.id() == group.count() - 1) {
      total = Reducer::combine(total, reduce_ends<Reducer, t.lanes>(source));
    }
    if (group.count() == 1) {
      group.single_item([&]() OMPRIM_INLINE_LAMBDA { *result = total; });
    } else {
      finish(group, local, total);
    }
  }

  /// Stores the group's partial and takes a ticket; with the last ticket, combines all partials.
  template <class Group>
  OMPRIM_INLINE void finish(Group& group, local_memory<Group>& local,
                            const accumulator& mine) const {
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      partials[group.id()] = mine;
      local.is_last = kernel::take_ticket(*tickets) == group.count() - 1;
    });
    group.barrier();
    if (!local.is_last) return;
    kernel::acquire_tickets();
    typename Group::template private_memory<accumulator> partial;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      accumulator sum = Reducer::template identity<1>();
      for (std::uint64_t g = static_cast<std::uint64_t>(item.id); g < group.count();
           g += Group::size) {
        sum = Reducer::combine(sum, partials[g]);
      }
      partial[item] = sum;
    });
    const accumulator total = kernel::reduce(group, partial, kernel::combine_lanes<Reducer, 1>{},
                                             local.rows_memory.scratch);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      *result = total;
      *tickets = 0;
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
