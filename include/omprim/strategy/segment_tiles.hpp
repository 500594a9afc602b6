// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/merge_path.hpp>
#include <omprim/strategy/segment_carry.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/kernel/local_copy.hpp>
#include <omprim/kernel/simt_group.hpp>

/// A share of the merge path walked by one thread per item, tile by tile.
///
/// A tile is so many steps of the path for each item. Within a segment that goes on for a whole
/// tile, tiles are a plain reduction: wide loads into private accumulators, no barrier, combined
/// over the group when the tiles of the segment end. All others are staged in local memory: the
/// ends of segments, as many as the tile before consumed, and the values, whose loads are under way
/// meanwhile. Each item finds its part of the path there, walks it, and a scan over the items
/// joins the segments that several of them share. The results leave by local memory, too, so that
/// neighbours write neighbours.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class What, tuning shape>
class segment_tiles {
  using reducer = typename What::reducer;
  using element = typename What::element;
  using accumulator = typename What::accumulator;
  using join = kernel::join_stretches<reducer>;
  using stretch = typename join::type;
  using group_type = kernel::simt_group<shape.work_group_size>;
  using carry_type = segment_carry<accumulator>;

  static constexpr int size = shape.work_group_size;
  static constexpr int lanes = shape.lanes;
  static constexpr int rows = shape.items_per_work_item;
  static constexpr int items = lanes * rows;  // steps of an item
  static constexpr int tile = size * items;
  static_assert(items >= 2);
  static constexpr int most_ends = tile / 2;  // so many of a tile are staged
  static constexpr std::uint32_t far = 0x7fffffff;

  // An item reads values that adjoin: one place is left out for each row of banks.
  static constexpr int banks = 128 / static_cast<int>(sizeof(element)) > 0
                                   ? 128 / static_cast<int>(sizeof(element))
                                   : 1;
  static OMPRIM_INLINE int padded(int i) { return i + i / banks; }

 public:
  struct local_memory {
    element values[tile + tile / banks];
    accumulator results[most_ends];
    std::uint32_t ends[most_ends];  ///< from the first value of the tile; `far` is beyond it
    typename group_type::template scratch<stretch> stretches;
    typename group_type::template scratch<accumulator> sums;
    std::uint32_t ended;  ///< in this tile
  };

  OMPRIM_INLINE segment_tiles(const What& what, std::uint64_t first_segment, std::uint64_t diagonal)
      : what_(what),
        segment_(first_segment),
        value_(what.bounds.first() + diagonal - first_segment),
        before_(reducer::template identity<1>()) {}

  /// Walks `steps` steps; writes all segments that end there but the first.
  OMPRIM_INLINE void walk(const group_type& group, std::uint64_t steps, carry_type& carry,
                          local_memory& local) {
    const std::uint64_t last = what_.bounds.last();
    if (group.this_item().id == 0) carry.segment = segment_;
    int expected = 0;  // segments that end in a tile
    for (std::uint64_t left = steps; left > 0;) {
      const int most = left < tile ? static_cast<int>(left) : tile;
      const std::uint64_t values_left = last - value_;
      int early = most - expected / 8 * 7;  // values loaded before it is known how many there are
      if (values_left < static_cast<std::uint64_t>(early)) early = static_cast<int>(values_left);
      copy_values(group, early, local);
      const int staged = stage_ends(group, most, expected, local);
      if constexpr (kernel::commutes<reducer>) {
        if (most == tile && local.ends[0] >= tile) {
          kernel::finish_local_copies();
          left -= add_plain_tiles(group, left, local);
          continue;
        }
      }
      int length = most;
      if (staged == most_ends &&
          local.ends[most_ends - 1] + most_ends < static_cast<std::uint32_t>(length)) {
        length = static_cast<int>(local.ends[most_ends - 1]) + most_ends;
      }
      expected = reduce_tile(group, length, staged, early, carry, local);
      left -= static_cast<std::uint64_t>(length);
    }
    if (group.this_item().id == 0) {
      carry.tail = before_;
      carry.ended = any_ended_ ? 1 : 0;
    }
  }

 private:
  static OMPRIM_INLINE accumulator combine(const accumulator& a, const accumulator& b) {
    return reducer::template combine<1>(a, b);
  }

  /// Begins to copy the first `count` values of the tile.
  OMPRIM_INLINE void copy_values(const group_type& group, int count, local_memory& local) const {
    static_assert(size % banks == 0);
    if (count == 0) return;  // there may be no array
    const int me = kernel::detail::computed_here(group.this_item().id);
    const element* const from = what_.values + value_ + me;
    element* const to = local.values + padded(me);
#pragma GCC unroll 4
    for (int r = 0; r < items; ++r) {
      if (r * size < count - me) kernel::start_local_copy(to + padded(r * size), from + r * size);
    }
  }
  /// Begins to copy those from there on that turned out to be needed.
  OMPRIM_INLINE void copy_more_values(const group_type& group, int begin, int end,
                                      local_memory& local) const {
    OMPRIM_KEEP_ROLLED
    for (int i = begin + group.this_item().id; i < end; i += size) {
      kernel::start_local_copy(local.values + padded(i), what_.values + value_ + i);
    }
  }

  [[nodiscard]] OMPRIM_INLINE std::uint32_t end_in_tile(std::uint64_t ahead) const {
    if (ahead >= what_.bounds.segments - segment_) return far;
    const std::uint64_t distance = what_.bounds.end(segment_ + ahead) - value_;
    return distance < far ? static_cast<std::uint32_t>(distance) : far;
  }

  /// Stages the next ends until they reach beyond the tile or fill their room; how many. Ends with
  /// a barrier.
  OMPRIM_INLINE int stage_ends(const group_type& group, int most, int expected,
                               local_memory& local) const {
    constexpr int at_once = items / 2 < 4 ? items / 2 : 4;
    const int me = kernel::detail::computed_here(group.this_item().id);
    int wanted = (expected + expected / 8) / size * size + size;
    for (int staged = 0;;) {
      if (wanted > most_ends) wanted = most_ends;
      OMPRIM_KEEP_ROLLED
      for (int first = staged; first < wanted; first += at_once * size) {
        std::uint32_t next[at_once];
#pragma GCC unroll 4
        for (int r = 0; r < at_once; ++r) {
          const int i = first + r * size + me;
          next[r] = i < wanted ? end_in_tile(static_cast<std::uint64_t>(i)) : far;
        }
#pragma GCC unroll 4
        for (int r = 0; r < at_once; ++r) {
          const int i = first + r * size + me;
          if (i < wanted) local.ends[i] = next[r];
        }
      }
      group.barrier();
      staged = wanted;
      const std::uint32_t reach = local.ends[staged - 1] + static_cast<std::uint32_t>(staged) - 1;
      if (staged == most_ends || reach >= static_cast<std::uint32_t>(most)) return staged;
      wanted = 2 * staged;
    }
  }

  /// How many of the staged ends stand before the diagonal of the tile.
  static OMPRIM_INLINE int staged_before(const local_memory& local, int staged, int diagonal) {
    int low = 0;
    int high = staged < diagonal ? staged : diagonal;
    OMPRIM_KEEP_ROLLED
    while (low < high) {
      const int middle = (low + high) / 2;
      const bool stands_before = local.ends[middle] + static_cast<std::uint32_t>(middle) <
                                 static_cast<std::uint32_t>(diagonal);
      low = stands_before ? middle + 1 : low;
      high = stands_before ? high : middle;
    }
    return low;
  }

  /// A tile of `length` steps, `early` of whose values are under way; how many segments end in it.
  OMPRIM_INLINE int reduce_tile(const group_type& group, int length, int staged, int early,
                                carry_type& carry, local_memory& local) {
    const int me = kernel::detail::computed_here(group.this_item().id);
    const int first = me * items < length ? me * items : length;
    // Nothing ends before the first step, so item 0 looks for how many do before the last.
    const int found = staged_before(local, staged, me == 0 ? length : first);
    if (me == 0) local.ended = static_cast<std::uint32_t>(found);
    kernel::finish_local_copies();
    group.barrier();
    const int ended = static_cast<int>(local.ended);
    const int values = length - ended;
    if (values > early) {
      copy_more_values(group, early, values, local);
      kernel::finish_local_copies();
      group.barrier();
    }
    const int place = me == 0 ? 0 : found;
    const part mine = walk_part(first, length, place, staged, local);
    join_parts(group, mine, place, ended, carry, local);
    value_ += static_cast<std::uint64_t>(values);
    segment_ += static_cast<std::uint64_t>(ended);
    any_ended_ = any_ended_ || ended != 0;
    return ended;
  }

  /// The steps of an item.
  struct part {
    accumulator head;  ///< before the first end
    accumulator last;  ///< behind the last end, or all of it
    bool ended;        ///< whether there is an end
  };

  /// Walks an item's steps, from `first` on, and leaves the results of segments that begin and end
  /// there.
  OMPRIM_INLINE part walk_part(int first, int length, int place, int staged,
                               local_memory& local) const {
    const auto end_of = [&](int s)
                            OMPRIM_INLINE_LAMBDA { return s < staged ? local.ends[s] : far; };
    part mine{reducer::template identity<1>(), reducer::template identity<1>(), false};
    int segment = place;
    int value = first - place;
    std::uint32_t end = end_of(segment);
    const int steps = length - first < items ? length - first : items;
#pragma GCC unroll 4
    for (int k = 0; k < steps; ++k) {
      if (static_cast<std::uint32_t>(value) < end) {
        mine.last = combine(mine.last,
                            reducer::template lift<1>(local.values[padded(value)],
                                                      value_ + static_cast<std::uint64_t>(value)));
        ++value;
      } else {
        if (mine.ended) {
          local.results[segment] = mine.last;
        } else {
          mine.head = mine.last;
        }
        mine.ended = true;
        mine.last = reducer::template identity<1>();
        end = end_of(++segment);
      }
    }
    return mine;
  }

  /// Joins the parts of the items, of which each ends its first segment at `place`, and writes the
  /// results.
  OMPRIM_INLINE void join_parts(const group_type& group, const part& mine, int place, int ended,
                                carry_type& carry, local_memory& local) {
    const stretch carried{before_, 0};
    typename group_type::template private_memory<stretch> joined{{mine.last, mine.ended ? 1U : 0U}};
    const auto all =
        kernel::exclusive_scan(group, joined, join::identity(), join{}, local.stretches);
    before_ = join{}(carried, all.total).value;
    if (ended == 0) return;
    if (mine.ended) {
      local.results[place] = combine(join{}(carried, joined.value).value, mine.head);
    }
    group.barrier();
    OMPRIM_KEEP_ROLLED
    for (int i = group.this_item().id; i < ended; i += size) {
      const accumulator result = local.results[i];
      if (i == 0 && !any_ended_) {
        carry.head = result;
      } else {
        what_.write(segment_ + static_cast<std::uint64_t>(i), result);
      }
    }
  }

  /// The tiles of the segment that goes on; how many steps.
  OMPRIM_INLINE std::uint64_t add_plain_tiles(const group_type& group, std::uint64_t left,
                                              local_memory& local) {
    const int me = kernel::detail::computed_here(group.this_item().id);
    const std::uint64_t end = what_.bounds.end(segment_);
    const std::uint64_t stop = end - value_ < left ? end : value_ + left;
    const std::uint64_t begin = value_;
    const auto address = reinterpret_cast<std::uintptr_t>(what_.values + begin) / sizeof(element);
    const auto skipped = static_cast<int>((lanes - address % lanes) % lanes);
    auto mine = reducer::template identity<lanes>();
    accumulator rest = reducer::template identity<1>();
    if (me < skipped) rest = what_.add(rest, begin + static_cast<std::uint64_t>(me));
    std::uint64_t at = begin + static_cast<std::uint64_t>(skipped);
    OMPRIM_KEEP_ROLLED
    for (; at + tile <= stop; at += tile) {
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) {
        const std::uint64_t i = at + static_cast<std::uint64_t>((r * size + me) * lanes);
        mine = reducer::template combine<lanes>(
            mine,
            reducer::template lift<lanes>(kernel::load_pack<lanes, true>(what_.values + i), i));
      }
    }
    const typename group_type::template private_memory<accumulator> folded{
        combine(rest, kernel::fold_lanes<reducer, lanes>(mine))};
    before_ = combine(before_, kernel::reduce_for_all(
                                   group, folded, kernel::combine_lanes<reducer, 1>{}, local.sums));
    value_ = at;
    return at - begin;
  }

  // The same for all items.
  const What& what_;
  std::uint64_t segment_;  ///< the next to end
  std::uint64_t value_;    ///< the next to add
  accumulator before_;     ///< what stands of the segment already
  bool any_ended_ = false;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
#endif
