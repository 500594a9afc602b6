// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
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

/// The partial of a stretch of the path: of the values after its last segment end, or of all its
/// values if no segment ends in it.
template <class Accumulator>
struct partial_segment {
  // As wide as the alignment: no padding, which shuffles would move, too.
  using flag = std::conditional_t<alignof(Accumulator) == 8, std::uint64_t, std::uint32_t>;
  Accumulator value;
  flag ended;  ///< not 0: a segment ends in the stretch
};
/// Joins the partials of two consecutive stretches.
template <class Reducer>
struct join_partials {
  using type = partial_segment<typename Reducer::accumulator>;
  static OMPRIM_INLINE type identity() { return {Reducer::template identity<1>(), 0}; }
  OMPRIM_INLINE type operator()(const type& a, const type& b) const {
    if (b.ended != 0) return b;
    return {Reducer::template combine<1>(a.value, b.value), a.ended};
  }
};

/// The number of segments that end before `diagonal`; the group calls it with one diagonal, and the
/// result is known to every item. A search: in each round every item tries one position, or four
/// where an item is a thread.
template <class Group>
OMPRIM_INLINE std::uint64_t ends_before(const Group& group, const segment_bounds& bounds,
                                        std::uint64_t diagonal,
                                        typename Group::template scratch<int>& scratch) {
  constexpr std::uint64_t tries = Group::thread_per_item ? 4 : 1;
  constexpr std::uint64_t places = Group::size * tries;
  const std::uint64_t first = bounds.first();
  std::uint64_t low = 0;  // ends known to be before the diagonal
  std::uint64_t high = bounds.segments < diagonal ? bounds.segments : diagonal;
  while (low < high) {
    const std::uint64_t step = (high - low - 1) / places + 1;
    typename Group::template private_memory<int> before;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      std::uint64_t place[tries];
      std::uint64_t end[tries];
#pragma GCC unroll 4
      for (std::uint64_t t = 0; t < tries; ++t) {
        place[t] = low + (static_cast<std::uint64_t>(item.id) * tries + t + 1) * step - 1;
        end[t] = bounds.end(place[t] < high ? place[t] : high - 1);
      }
      before[item] = 0;
#pragma GCC unroll 4
      for (std::uint64_t t = 0; t < tries; ++t) {
        if (place[t] < high && end[t] - first + place[t] < diagonal) ++before[item];
      }
    });
    const auto found = static_cast<std::uint64_t>(reduce_for_all(
        group, before, [](int a, int b) OMPRIM_INLINE_LAMBDA { return a + b; }, scratch));
    low += found * step;
    if (found < places && low + step - 1 < high) high = low + step - 1;
  }
  return low;
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
