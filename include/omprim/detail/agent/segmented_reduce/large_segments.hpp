// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/agent/segmented_reduce/stream.hpp>
#include <omprim/detail/base/abi.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/group/simt.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Large segments, of some hundred values and more: wide loads into private accumulators, with many
/// loads under way. Operators must commute. The number of values of a segment decides which items
/// read it:
///   thousands   The whole group. If the mean length is in the thousands, too, the group reads the
///               run of segments as one stream (agent/segmented_reduce/stream.hpp), where that is
///               possible; else segment by segment.
///   fewer       One sub-group. The sub-groups take the segments in turn, so that the addresses
///               read at one time are close together. If each sub-group had a part of its own, far
///               from the next one, this would cost a third of the bandwidth.
template <class Problem, class Group, int lanes>
class large_segments {
  using reducer = typename Problem::reducer;
  using accumulator = typename Problem::accumulator;
  using combine = kernel::combine_lanes<reducer, 1>;
  using stream = segment_stream<Problem, Group, lanes>;

  static constexpr int sub_groups = Group::sub_groups;
  static constexpr int width = Group::sub_group_size;
  using policy = simt_segment_policy;
  static constexpr auto element_bytes =
      static_cast<std::uint32_t>(sizeof(typename Problem::element));
  static constexpr std::uint32_t least_mean = policy::large_mean_bytes / element_bytes;
  static constexpr std::uint32_t least_mean_together =
      (stream::possible ? policy::streamed_mean_bytes : policy::together_mean_bytes) /
      element_bytes;
  static constexpr std::uint32_t least_in_large_mean = policy::together_bytes / element_bytes;
  static constexpr std::uint32_t least_in_lower_mean =
      policy::together_among_others_bytes / element_bytes;
  static constexpr std::uint64_t most_steps = 1 << 30;  // since ends are 32-bit

 public:
  static constexpr bool possible = kernel::commutes<reducer>;

  struct local_memory {
    typename Group::template scratch<accumulator> sums;
    typename Group::template scratch<int> votes;
    typename stream::local_memory stream_memory;
  };

  /// The mean length of the next `segments` segments is above the threshold. `values` is the number
  /// of their values; if the share ends in the segment after them, `values` includes the part of
  /// that segment inside the share. values == 0: do not use this path.
  struct run {
    int segments;
    std::uint32_t values;
  };

  /// Looks for a run of large segments.
  ///   ends           ends of the next segments, counted from the next value; at least one per item
  ///   left           steps left in the share
  ///   least_values   runs with fewer values are not worth it
  static OMPRIM_INLINE run find(const Group& group, const std::uint32_t* ends, std::uint64_t left,
                                int least_values, local_memory& local) {
    constexpr int first_look = 2 * sub_groups;
    static_assert(first_look <= Group::size);
    if (ends[first_look - 1] < first_look * least_mean) return {0, 0};
    const auto steps = static_cast<std::uint32_t>(left < most_steps ? left : most_steps);
    const int inside = first_where(group, local, [&](int i) OMPRIM_INLINE_LAMBDA {
      return ends[i] + static_cast<std::uint32_t>(i) >= steps;
    });
    int segments = inside;
    while (segments > 0 && ends[segments - 1] < static_cast<std::uint32_t>(segments) * least_mean) {
      segments /= 2;
    }
    const bool goes_on = segments == inside && inside < Group::size;
    std::uint32_t values = segments > 0 ? ends[segments - 1] : 0;
    if (goes_on) values = steps - static_cast<std::uint32_t>(segments);
    if (values < static_cast<std::uint32_t>(least_values)) return {0, 0};
    return {segments, values};
  }

  /// Reduces a run and moves `cursor` past it.
  static OMPRIM_INLINE void reduce(const Group& group, path_cursor<Problem>& cursor,
                                   const std::uint32_t* ends, const run& all,
                                   carry_out<accumulator>& carry, local_memory& local) {
    const bool is_mean_large =
        all.values / least_mean_together >= static_cast<std::uint32_t>(all.segments);
    if constexpr (stream::possible) {
      if (is_mean_large) {
        stream together(group, cursor, ends, all.segments, all.values, carry, local.stream_memory);
        const typename Group::template private_memory<accumulator> mine{together.reduce()};
        const accumulator open = kernel::reduce_for_all(group, mine, combine{}, local.sums);
        cursor.pass(all.values, static_cast<std::uint64_t>(all.segments), open);
        return;
      }
    }
    const std::uint32_t least_together = is_mean_large ? least_in_large_mean : least_in_lower_mean;
    accumulator open = cursor.before;
    std::uint32_t at = 0;
    for (int row = 0; row < all.segments || at < all.values;) {
      const bool is_ended = row < all.segments;
      const std::uint32_t to = is_ended ? ends[row] : all.values;
      if (!is_ended || to - at >= least_together) {
        open = combine{}(open, reduce_together(group, cursor, at, to, local));
        if (!is_ended) break;
        if (group.this_item().id == 0) cursor.finish(row, open, carry);
        ++row;
        at = to;
      } else {
        const int begin = row;
        row = first_where(group, local, [&](int i) OMPRIM_INLINE_LAMBDA {
          return i > begin && (i >= all.segments || ends[i] - ends[i - 1] >= least_together);
        });
        reduce_in_turns(group, cursor, ends, begin, row, open, carry);
        at = ends[row - 1];
      }
      open = reducer::template identity<1>();
    }
    group.barrier();
    cursor.pass(all.values, static_cast<std::uint64_t>(all.segments), open);
  }

 private:
  /// The least i < Group::size for which `is_there` is true, or Group::size.
  template <class Predicate>
  static OMPRIM_INLINE int first_where(const Group& group, local_memory& local,
                                       const Predicate& is_there) {
    const int me = kernel::detail::opaque(group.this_item().id);
    const typename Group::template private_memory<int> mine{is_there(me) ? me : Group::size};
    return kernel::reduce_for_all(
        group, mine, [](int a, int b) OMPRIM_INLINE_LAMBDA { return a < b ? a : b; }, local.votes);
  }

  /// Reduces the values [from, to) by the whole group; the result is known to all items.
  static OMPRIM_INLINE accumulator reduce_together(const Group& group,
                                                   const path_cursor<Problem>& cursor,
                                                   std::uint32_t from, std::uint32_t to,
                                                   local_memory& local) {
    typename Group::template private_memory<accumulator> mine{reducer::template identity<1>()};
    if (from < to) {
      mine.value = fold_packs<Group::size, lanes, policy::together_packs_at_once>(
          cursor.problem, cursor.value + from, cursor.value + to,
          kernel::detail::opaque(group.this_item().id));
    }
    return kernel::reduce_for_all(group, mine, combine{}, local.sums);
  }

  /// Reduces the segments [first, last), each by one sub-group. `open` is the partial of segment
  /// `first` over its values before the run.
  static OMPRIM_INLINE void reduce_in_turns(const Group& group, const path_cursor<Problem>& cursor,
                                            const std::uint32_t* ends, int first, int last,
                                            const accumulator& open,
                                            carry_out<accumulator>& carry) {
    const auto me = group.this_item();
    OMPRIM_KEEP_ROLLED
    for (int s = first + me.sub_group; s < last; s += sub_groups) {
      const std::uint32_t from = s == 0 ? 0 : ends[s - 1];
      const std::uint32_t to = ends[s];
      typename Group::template private_memory<accumulator> mine{reducer::template identity<1>()};
      if (from < to) {
        mine.value = fold_packs<width, lanes, policy::in_turns_packs_at_once>(
            cursor.problem, cursor.value + from, cursor.value + to,
            kernel::detail::opaque(me.sub_group_lane));
      }
      const accumulator total = group.this_sub_group().reduce(mine, combine{});
      if (me.sub_group_lane == 0)
        cursor.finish(s, s == first ? combine{}(open, total) : total, carry);
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
#endif
