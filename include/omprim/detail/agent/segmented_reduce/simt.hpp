// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/large_segments.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/agent/segmented_reduce/simt_stage.hpp>
#include <omprim/detail/agent/segmented_reduce/small_segments.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/simt.hpp>

/// Walks a share of the merge path in a group of one thread per item. There are three ways; the
/// lengths of the next segments decide:
///   small segments   Each item reads whole segments (agent/segmented_reduce/small_segments.hpp).
///   large segments   The group reads a segment together, or its sub-groups take segments in turn
///                    (agent/segmented_reduce/large_segments.hpp).
///   a tile           All other segments: a fixed number of steps of the path at a time.
/// The first two ways change the order of values: operators must commute.
///
/// A tile takes four phases:
///   (1) Values and segment ends are staged in local memory. The loads of the values begin before
///       the ends are known.
///   (2) Each item finds its part of the path and walks it.
///   (3) A scan over the items joins the segments that several items share.
///   (4) The results go through local memory, so that neighbouring items write neighbouring
///       addresses.
/// A tile whose segments are all small needs no search and no scan: each item takes whole segments.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
class segment_tiles {
  using reducer = typename Problem::reducer;
  using element = typename Problem::element;
  using accumulator = typename Problem::accumulator;
  using join = kernel::join_partials<reducer>;
  using partial_segment = typename join::type;
  using group_type = kernel::simt_group<t.work_group_size>;
  using carry_type = carry_out<accumulator>;

  static constexpr int size = t.work_group_size;
  static constexpr int lanes = t.lanes;
  using stage = segment_stage<Problem, t>;
  static constexpr int items = stage::items;
  static constexpr int tile = stage::tile;
  static constexpr int most_ends = stage::most_ends;
  static constexpr std::uint32_t far = stage::far;
  static constexpr std::uint32_t most_small = simt_segment_policy::tile_values_alone;
  using small = small_segments<Problem, group_type>;
  using large = large_segments<Problem, group_type, lanes>;
  static OMPRIM_INLINE int padded(int i) { return stage::padded(i); }

 public:
  struct local_memory {
    element values[stage::room];
    accumulator results[most_ends];
    std::uint32_t ends[most_ends];  ///< counted from the tile's first value; `far`: beyond it
    typename group_type::template scratch<partial_segment> partials;
    typename group_type::template scratch<int> votes;
    typename large::local_memory large_memory;
    std::uint32_t ended;  ///< segments that end in this tile
    Problem problem;
  };

  /// A walk from `diagonal` on, before which `first_segment` segments end.
  OMPRIM_INLINE segment_tiles(const group_type& group, const Problem& problem,
                              std::uint64_t first_segment, std::uint64_t diagonal,
                              local_memory& local)
      : cursor_{shared(group, problem, local), first_segment, 0},
        last_(cursor_.problem.bounds.last()) {
    cursor_.value = cursor_.problem.bounds.first() + diagonal - first_segment;
  }

  /// Takes some of the `left` steps off. Writes all segments that end in them, except the first of
  /// the share, which goes to the carry.
  OMPRIM_INLINE void next(const group_type& group, std::uint64_t& left, carry_type& carry,
                          local_memory& local) {
    if constexpr (small::possible) {
      if (try_small_ && static_cast<std::uint64_t>(expected_) * (small::most_mean + 1) >= tile) {
        const std::uint64_t done = small::reduce(group, cursor_, left, carry);
        left -= done;
        try_small_ = done > 0;
        if (left == 0) return;
      }
    }
    const int most = left < tile ? static_cast<int>(left) : tile;
    const std::uint64_t values_left = last_ - cursor_.value;
    // The number of values to load before the segment ends tell how many values the tile has.
    int early = expected_ < 0 ? 0 : most - expected_ / 8 * 7;
    if (values_left < static_cast<std::uint64_t>(early)) early = static_cast<int>(values_left);
    stage::copy_values(group, cursor_, early, local);
    const int staged =
        stage::stage_ends(group, cursor_, most, expected_ < 0 ? 0 : expected_, local);
    if constexpr (large::possible) {
      const auto run = large::find(group, local.ends, left, tile, local.large_memory);
      if (run.values > 0) {
        kernel::finish_local_copies();
        large::reduce(group, cursor_, local.ends, run, carry, local.large_memory);
        left -= run.values + static_cast<std::uint64_t>(run.segments);
        expected_ = -1;
        return;
      }
    }
    int length = most;
    if (staged == most_ends &&
        local.ends[most_ends - 1] + most_ends < static_cast<std::uint32_t>(length)) {
      length = static_cast<int>(local.ends[most_ends - 1]) + most_ends;
    }
    const bool expects_many = expected_ >= size;
    expected_ = reduce_tile(group, length, staged, early, expects_many, carry, local);
    left -= static_cast<std::uint64_t>(length);
  }

  /// Stores the partial of the segment that is open at the end of the share.
  OMPRIM_INLINE void finish(const group_type& group, carry_type& carry) const {
    if (group.this_item().id != 0) return;
    carry.tail = cursor_.before;
    carry.ended = cursor_.any_ended ? 1 : 0;
  }

 private:
  /// One copy of the problem for all items: registers limit the number of groups. AMD GPUs have
  /// registers that all items share.
  static OMPRIM_INLINE const Problem& shared([[maybe_unused]] const group_type& group,
                                             const Problem& problem,
                                             [[maybe_unused]] local_memory& local) {
#if defined(__AMDGCN__)
    return problem;
#else
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { local.problem = problem; });
    group.barrier();
    return local.problem;
#endif
  }

  static OMPRIM_INLINE accumulator combine(const accumulator& a, const accumulator& b) {
    return reducer::combine(a, b);
  }

  /// Reduces a tile of `length` steps; the loads of its first `early` values are under way. Returns
  /// the number of segments that end in the tile.
  OMPRIM_INLINE int reduce_tile(const group_type& group, int length, int staged, int early,
                                bool expects_many, carry_type& carry, local_memory& local) {
    const int me = kernel::detail::opaque(group.this_item().id);
    const int first = me * items < length ? me * items : length;
    const bool all_small = expects_many && are_small(group, length, staged, local);
    int first_segment = 0;
    if (!all_small) {
      // Item 0 needs no search for itself, since no segment ends before the first step. It searches
      // for the number of ends in the whole tile instead.
      first_segment = stage::staged_before(local, staged, me == 0 ? length : first);
      if (me == 0) {
        local.ended = static_cast<std::uint32_t>(first_segment);
        first_segment = 0;
      }
      kernel::finish_local_copies();
      group.barrier();
    }
    const int ended = static_cast<int>(local.ended);
    const int values = length - ended;
    if (values > early) {
      stage::copy_more_values(group, cursor_, early, values, local);
      kernel::finish_local_copies();
      group.barrier();
    }
    const accumulator open = [&]() OMPRIM_INLINE_LAMBDA {
      if (all_small) return reduce_small(group, ended, values, carry, local);
      return join_parts(group, walk_part(first, length, first_segment, staged, local),
                        first_segment, ended, carry, local);
    }();
    cursor_.pass(static_cast<std::uint64_t>(values), static_cast<std::uint64_t>(ended), open);
    return ended;
  }

  /// Whether no segment has more than `most_small` values in the tile. If so, local.ended is set,
  /// and the copies that were under way have arrived. Ends with a barrier.
  [[nodiscard]] OMPRIM_INLINE bool are_small(const group_type& group, int length, int staged,
                                             local_memory& local) const {
    const auto steps = static_cast<std::uint32_t>(length);
    const auto me = group.this_item();
    bool has_larger = false;
    OMPRIM_KEEP_ROLLED
    for (int i = kernel::detail::opaque(me.id); i < staged; i += size) {
      const auto before = static_cast<std::uint32_t>(i);  // ends before this one
      const std::uint32_t begin = i == 0 ? 0 : local.ends[i - 1];
      if (begin + before > steps) break;  // the previous end is beyond the tile, too
      const std::uint32_t end = local.ends[i];
      const bool within = end + before < steps;
      has_larger = has_larger || (within ? end : steps - before) - begin > most_small;
      if (!within || i + 1 == staged) local.ended = within ? before + 1 : before;
    }
    has_larger = kernel::detail::ballot<size>(has_larger) != 0;
    if (me.sub_group_lane == 0) local.votes.values[me.sub_group] = has_larger ? 1 : 0;
    kernel::finish_local_copies();
    group.barrier();
    int against = 0;
    for (const int vote : local.votes.values) against += vote;
    return against == 0;
  }

  /// Reduces a tile of small segments, one item per segment. Returns the partial of the segment
  /// that is open at the end of the tile.
  OMPRIM_INLINE accumulator reduce_small(const group_type& group, int ended, int values,
                                         carry_type& carry, local_memory& local) const {
    const auto fold = [&](int segment, std::uint32_t end) OMPRIM_INLINE_LAMBDA {
      accumulator total = segment == 0 ? cursor_.before : reducer::template identity<1>();
      OMPRIM_KEEP_ROLLED
      for (std::uint32_t v = segment == 0 ? 0 : local.ends[segment - 1]; v < end; ++v) {
        total = combine(total, reducer::template lift<1>(local.values[padded(static_cast<int>(v))],
                                                         cursor_.value + v));
      }
      return total;
    };
    OMPRIM_KEEP_ROLLED
    for (int i = kernel::detail::opaque(group.this_item().id); i < ended; i += size) {
      cursor_.finish(i, fold(i, local.ends[i]), carry);
    }
    const accumulator open = fold(ended, static_cast<std::uint32_t>(values));
    group.barrier();
    return open;
  }

  /// The partials of an item's steps.
  struct part {
    accumulator head;  ///< partial of the values before the first end
    accumulator last;  ///< partial of the values after the last end; without an end, of all
    bool ended;        ///< whether a segment ends in these steps
  };

  /// Walks an item's steps from `first` on; `first_segment` is the next segment to end. Stores the
  /// results of the segments that begin and end in these steps.
  OMPRIM_INLINE part walk_part(int first, int length, int first_segment, int staged,
                               local_memory& local) const {
    const auto end_of = [&](int s)
                            OMPRIM_INLINE_LAMBDA { return s < staged ? local.ends[s] : far; };
    part mine{reducer::template identity<1>(), reducer::template identity<1>(), false};
    int segment = first_segment;
    int value = first - first_segment;
    std::uint32_t end = end_of(segment);
    const int steps = length - first < items ? length - first : items;
#pragma GCC unroll 4
    for (int k = 0; k < steps; ++k) {
      if (static_cast<std::uint32_t>(value) < end) {
        mine.last = combine(mine.last, reducer::template lift<1>(
                                           local.values[padded(value)],
                                           cursor_.value + static_cast<std::uint64_t>(value)));
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

  /// Joins the parts of all items and writes the results; `first_segment` is the first segment that
  /// ends in this item's part. Returns the partial of the segment that is open at the end of the
  /// tile.
  OMPRIM_INLINE accumulator join_parts(const group_type& group, const part& mine, int first_segment,
                                       int ended, carry_type& carry, local_memory& local) const {
    const partial_segment carried{cursor_.before, 0};
    typename group_type::template private_memory<partial_segment> joined{
        {mine.last, mine.ended ? 1U : 0U}};
    const auto all =
        kernel::exclusive_scan(group, joined, join::identity(), join{}, local.partials);
    const accumulator open = join{}(carried, all.total).value;
    if (ended == 0) return open;
    if (mine.ended) {
      local.results[first_segment] = combine(join{}(carried, joined.value).value, mine.head);
    }
    group.barrier();
    OMPRIM_KEEP_ROLLED
    for (int i = group.this_item().id; i < ended; i += size) {
      cursor_.finish(i, local.results[i], carry);
    }
    return open;
  }

  path_cursor<Problem> cursor_;
  std::uint64_t last_;  ///< end of all values; kept, since to load it again would delay each tile
  int expected_ = 0;    ///< segments to end in the next tile; < 0: no tile is expected
  bool try_small_ = small::possible;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
#endif
