// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/padded_array.hpp>
#include <omprim/detail/group/simt.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Copies the values and the segment ends of a tile (agent/segmented_reduce/simt.hpp) to local
/// memory. `Local` has the arrays `values`, with `room` elements, and `ends`, with `most_ends`.
template <class Problem, tuning t>
struct segment_stage {
  using element = typename Problem::element;
  using group_type = kernel::simt_group<t.work_group_size>;

  static constexpr int size = t.work_group_size;
  static constexpr int lanes = t.lanes;
  static constexpr int items = lanes * t.items_per_work_item;  // steps per item
  static constexpr int tile = size * items;
  static_assert(items >= 2);
  static constexpr int most_ends = tile / 2;  // segment ends staged per tile, at most
  static constexpr std::uint32_t far = 0x7fffffff;

  using padded_values = kernel::padded_array<element>;
  static OMPRIM_INLINE int padded(int i) { return padded_values::place(i); }
  static constexpr int room = padded_values::room(tile);  ///< elements of the array `values`

  /// Begins to copy the first `count` values of the tile to local memory.
  template <class Local>
  static OMPRIM_INLINE void copy_values(const group_type& group, const path_cursor<Problem>& cursor,
                                        int count, Local& local) {
    static_assert(size % padded_values::row == 0);
    if (count == 0) return;  // the pointer to the values may be null
    const int me = kernel::detail::opaque(group.this_item().id);
    const element* const from = cursor.problem.values + cursor.value + me;
    element* const to = local.values + padded(me);
#pragma GCC unroll 4
    for (int r = 0; r < items; ++r) {
      if (r * size < count - me) kernel::start_local_copy(to + padded(r * size), from + r * size);
    }
  }
  /// Begins to copy the values [begin, end) of the tile, which copy_values() did not copy.
  template <class Local>
  static OMPRIM_INLINE void copy_more_values(const group_type& group,
                                             const path_cursor<Problem>& cursor, int begin, int end,
                                             Local& local) {
    OMPRIM_KEEP_ROLLED
    for (int i = begin + group.this_item().id; i < end; i += size) {
      kernel::start_local_copy(local.values + padded(i), cursor.problem.values + cursor.value + i);
    }
  }

  /// The end of the segment `ahead` segments after the next one, counted from the next value; `far`
  /// if there is no such segment, or if its end is at least that far away.
  static OMPRIM_INLINE std::uint32_t end_in_tile(const path_cursor<Problem>& cursor,
                                                 std::uint64_t ahead) {
    if (ahead >= cursor.problem.bounds.segments - cursor.segment) return far;
    const std::uint64_t distance = cursor.problem.bounds.end(cursor.segment + ahead) - cursor.value;
    return distance < far ? static_cast<std::uint32_t>(distance) : far;
  }

  /// Stages the ends of the next segments, until one is beyond the tile or `ends` is full. Returns
  /// the number of staged ends. Ends with a barrier.
  template <class Local>
  static OMPRIM_INLINE int stage_ends(const group_type& group, const path_cursor<Problem>& cursor,
                                      int most, int expected, Local& local) {
    constexpr int at_once = items / 2 < 4 ? items / 2 : 4;
    const int me = kernel::detail::opaque(group.this_item().id);
    int wanted = (expected + expected / 8) / size * size + size;
    for (int staged = 0;;) {
      if (wanted > most_ends) wanted = most_ends;
      OMPRIM_KEEP_ROLLED
      for (int first = staged; first < wanted; first += at_once * size) {
        std::uint32_t next[at_once];
#pragma GCC unroll 4
        for (int r = 0; r < at_once; ++r) {
          const int i = first + r * size + me;
          next[r] = i < wanted ? end_in_tile(cursor, static_cast<std::uint64_t>(i)) : far;
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

  /// The number of staged ends before a diagonal of the tile.
  template <class Local>
  static OMPRIM_INLINE int staged_before(const Local& local, int staged, int diagonal) {
    int low = 0;
    int high = staged < diagonal ? staged : diagonal;
    OMPRIM_KEEP_ROLLED
    while (low < high) {
      const int middle = (low + high) / 2;
      const bool is_before = local.ends[middle] + static_cast<std::uint32_t>(middle) <
                             static_cast<std::uint32_t>(diagonal);
      low = is_before ? middle + 1 : low;
      high = is_before ? high : middle;
    }
    return low;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
#endif
