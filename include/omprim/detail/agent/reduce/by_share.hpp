// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/group_accumulator.hpp>
#include <omprim/detail/agent/reduce/min_max_accumulator.hpp>
#include <omprim/detail/agent/reduce/pack_rows.hpp>
#include <omprim/detail/agent/reduce/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/item.hpp>
#include <omprim/detail/group/last_group.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/simd/policy.hpp>
#include <omprim/tuning.hpp>

/// A group's share in strategy single-pass. Each group takes its share of the tiles
/// (agent/reduce/pack_rows.hpp); rows that do not fill a tile go to the last group.
namespace omprim::inline OMPRIM_ABI::strategy {

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

/// Each item of the group takes its packs of some rows: one after the other, so that one thread
/// reads them in memory order.
template <std::uint64_t count, class Rows, class Group, class Accumulator>
OMPRIM_INLINE void take_rows(const Rows& rows, Group& group, std::uint64_t first,
                             Accumulator& mine) {
#pragma GCC unroll 32
  for (std::uint64_t r = 0; r < count; ++r) take_row(rows, group, first + r, mine);
}
template <class Rows, class Group, class Accumulator>
OMPRIM_INLINE void take_tile(const Rows& rows, Group& group, std::uint64_t tile,
                             Accumulator& mine) {
  take_rows<Rows::per_tile>(rows, group, tile * Rows::per_tile, mine);
}

/// Takes the tiles of a share one after the other, then the rest; quickly, where that is fast, as
/// long as is_sure().
template <class Rows, class Group, class Accumulator>
OMPRIM_INLINE void take_share(const Rows& rows, Group& group, const kernel::share& share,
                              Accumulator& mine) {
  std::uint64_t first = share.begin;
  const auto take_to = [&](std::uint64_t end, auto& taker) OMPRIM_INLINE_LAMBDA {
    constexpr std::uint64_t unrolled = vector_reduce_policy::unrolled_rows<Rows>();
    const std::uint64_t last_row = end * Rows::per_tile;
    for (std::uint64_t row = first * Rows::per_tile; row < last_row; row += unrolled) {
      take_rows<unrolled>(rows, group, row, taker);
    }
    if (end == share.end) take_rest(rows, group, taker);
  };
  if constexpr (Accumulator::takes_quickly) {
    auto quick = mine.quickly();
    while (vector_reduce_policy::takes_quickly()) {
      const std::uint64_t most = vector_reduce_policy::quick_tiles(first - share.begin);
      const bool is_last = share.end - first <= most;
      const std::uint64_t end = is_last ? share.end : first + most;
      take_to(end, quick);
      if (!mine.is_sure(group)) break;  // these tiles are taken again
      if (is_last) return;
      first = end;
    }
  }
  take_to(share.end, mine);
}

/// The streams in which a group that is one thread reads its share.
template <class Group, class Rows>
OMPRIM_INLINE std::uint64_t streams_of(const kernel::share& share, const Rows& rows) {
  if (!Group::has_long_shares || share.end - share.begin < vector_reduce_policy::long_share) {
    return 1;
  }
  return vector_reduce_policy::streams_of(rows.bytes(), Rows::arrays);
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
      take_rest(rows, group, mine);
    } else {
      const kernel::share share = kernel::share_of(tiles, group);
      const std::uint64_t streams = streams_of<Group>(share, rows);
      if (streams > 1) {
        const fetching_rows<t, Source> fetching{rows, kernel::vector_fetch_policy::bytes_ahead()};
        take_streams<vector_reduce_policy::streams>(
            share, streams, [&](std::uint64_t tile, std::uint64_t /*stream*/) OMPRIM_INLINE_LAMBDA {
              take_tile(fetching, group, tile, mine);
            });
        take_rest(rows, group, mine);
      } else {
        take_share(rows, group, share, mine);
      }
    }
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
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { partials[group.id()] = mine; });
    if (!kernel::takes_last_ticket(group, local.is_last, *tickets, group.count())) return;
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
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { *result = total; });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
