// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/partition_point.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/reducer/segments.hpp>

/// The merge path. A segmented reduction of n values and m segments takes n + m steps; each step
/// adds a value or ends a segment. The path is the merge of values and segment ends, with each end
/// right after the last value of its segment. Shares with the same number of steps are the same
/// amount of work, whatever the lengths of the segments.
///   diagonal d   the position on the path before step d
///   end i        step end(i) + i, with values counted from the beginning of the first segment
///
/// Source: S. Odeh, O. Green, Z. Mwassi, O. Shmueli, Y. Birk, "Merge Path", IPDPSW 2012; D. Merrill
/// and M. Garland, "Merge-based Parallel Sparse Matrix-Vector Multiplication", SC 2016.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The partial of a part of the path: of the values after the last segment end in the part, or of
/// all its values if no segment ends in it.
template <class Accumulator>
struct partial_segment {
  // As wide as the alignment, so that shuffles move no padding.
  using flag = std::conditional_t<alignof(Accumulator) == 8, std::uint64_t, std::uint32_t>;
  Accumulator value;
  flag ended;  ///< not 0: a segment ends in the part
};
/// Joins the partials of two consecutive parts of the path.
template <class Reducer>
struct join_partials {
  using type = partial_segment<typename Reducer::accumulator>;
  static OMPRIM_INLINE type identity() { return {Reducer::template identity<1>(), 0}; }
  OMPRIM_INLINE type operator()(const type& a, const type& b) const {
    if (b.ended != 0) return b;
    return {Reducer::combine(a.value, b.value), a.ended};
  }
};

/// The number of segments that end before `diagonal`. The whole group calls it with the same
/// diagonal, and the result is known to every item.
template <class Group>
OMPRIM_INLINE std::uint64_t ends_before(const Group& group, const segment_bounds& bounds,
                                        std::uint64_t diagonal,
                                        typename Group::template scratch<int>& scratch) {
  const std::uint64_t first = bounds.first();
  return partition_point(
      group, 0, bounds.segments < diagonal ? bounds.segments : diagonal,
      [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA { return bounds.end(i) - first + i < diagonal; },
      scratch);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel

/// The carry-out of a share of the merge path, and the last step, which joins all carries. A share
/// cannot finish two of its segments alone, and leaves a partial of each:
///   head   of the first segment that ends in the share; it may begin in an earlier share
///   tail   of the segment that the next share goes on with: the values after the last segment end
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Accumulator>
struct carry_out {
  Accumulator head;       ///< partial of the first segment that ends in the share, if any
  Accumulator tail;       ///< partial of the values after the last end; without an end, of all
  std::uint64_t segment;  ///< the first segment that ends in the share
  std::uint64_t ended;    ///< 1: a segment ends in the share; else 0
};

/// Joins the carries of `shares` shares in order and writes the segments that end in them. One
/// whole group calls it; each item takes a run of consecutive shares.
template <class Group, class Problem>
OMPRIM_INLINE void join_carries(
    Group& group, const Problem& problem, const carry_out<typename Problem::accumulator>* carries,
    std::uint64_t shares,
    typename Group::template scratch<kernel::partial_segment<typename Problem::accumulator>>&
        scratch) {
  using join = kernel::join_partials<typename Problem::reducer>;
  using partial_segment = typename join::type;
  const std::uint64_t run = (shares - 1) / Group::size + 1;
  const auto for_each_of_run = [&](int item, auto&& f) OMPRIM_INLINE_LAMBDA {
    const std::uint64_t begin = static_cast<std::uint64_t>(item) * run;
    const std::uint64_t end = begin + run < shares ? begin + run : shares;
    constexpr std::uint64_t at_once = Group::thread_per_item ? 4 : 1;
    for (std::uint64_t g = begin; g < end; g += at_once) {
      carry_out<typename Problem::accumulator> next[at_once];
#pragma GCC unroll 4
      for (std::uint64_t i = 0; i < at_once; ++i) {
        next[i] = carries[g + i < end ? g + i : end - 1];
      }
#pragma GCC unroll 4
      for (std::uint64_t i = 0; i < at_once; ++i) {
        if (g + i < end) f(next[i]);
      }
    }
  };
  typename Group::template private_memory<partial_segment> before;
  group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
    partial_segment all = join::identity();
    for_each_of_run(item.id, [&](const auto& carry) OMPRIM_INLINE_LAMBDA {
      all = join{}(all, partial_segment{carry.tail, carry.ended != 0 ? 1U : 0U});
    });
    before[item] = all;
  });
  (void)kernel::exclusive_scan(group, before, join::identity(), join{}, scratch);
  group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
    partial_segment all = before[item];
    for_each_of_run(item.id, [&](const auto& carry) OMPRIM_INLINE_LAMBDA {
      if (carry.ended != 0) {
        problem.write(carry.segment, join{}(all, partial_segment{carry.head, 0}).value);
      }
      all = join{}(all, partial_segment{carry.tail, carry.ended != 0 ? 1U : 0U});
    });
  });
}

/// The position of a group on its share of the merge path; the same for all of its items.
template <class Problem>
struct path_cursor {
  using reducer = typename Problem::reducer;
  using accumulator = typename Problem::accumulator;

  const Problem& problem;
  std::uint64_t segment;                                 ///< the next segment to end
  std::uint64_t value;                                   ///< index of the next value to add
  accumulator before = reducer::template identity<1>();  ///< partial of the next segment
  bool any_ended = false;                                ///< a segment has ended in this share

  /// Writes the result of segment `segment + ahead`; one item calls it. The first segment that ends
  /// in a share goes to the carry instead, since it may have begun in an earlier share.
  OMPRIM_INLINE void finish(int ahead, const accumulator& result,
                            carry_out<accumulator>& carry) const {
    if (ahead == 0 && !any_ended) {
      carry.head = result;
    } else {
      problem.write(segment + static_cast<std::uint64_t>(ahead), result);
    }
  }
  /// Moves on by `values` values and `segments` segment ends. `open` is the partial of the segment
  /// that ends next after this move.
  OMPRIM_INLINE void pass(std::uint64_t values, std::uint64_t segments, const accumulator& open) {
    value += values;
    segment += segments;
    before = open;
    any_ended = any_ended || segments != 0;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
