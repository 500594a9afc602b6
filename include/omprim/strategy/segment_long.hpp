// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/kernel/abi.hpp>
#include <omprim/strategy/segment_fold.hpp>
#include <omprim/strategy/segment_place.hpp>
#if OMPRIM_SIMT
#include <omprim/kernel/simt_group.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Segments of some hundred values and more. Each sub-group takes an equal part of all their
/// values, whatever the segments are: wide loads into private accumulators, many under way, no
/// barrier in between. Segments that several sub-groups share are joined at the end; operators must
/// commute.
template <class What, class Group, int lanes>
class long_segments {
  using reducer = typename What::reducer;
  using accumulator = typename What::accumulator;

  static constexpr int sub_groups = Group::sub_groups;
  static constexpr int width = Group::sub_group_size;
  static constexpr int packs_at_once = 4;  // under way of an item
  static constexpr std::uint32_t least = 1536 / sizeof(typename What::element);
  static constexpr std::uint64_t most_steps = 1 << 30;  // ends are 32-bit

  enum class first_end : int { none, of_a_shared, of_its_own };

 public:
  static constexpr bool possible = kernel::commutes<reducer>;

  struct local_memory {
    accumulator heads[sub_groups];  ///< of the segment that the sub-groups before began
    accumulator tails[sub_groups];  ///< behind the last end; without an end, all
    int rows[sub_groups];           ///< which segment ends first
    first_end ends[sub_groups];
    typename Group::template scratch<int> votes;
  };

  /// So many segments, one after the other, are long; with what comes of the next one before the
  /// share ends they have so many values. No values: there are none worth it.
  struct run {
    int segments;
    std::uint32_t values;
  };

  /// `ends` of the next segments, one at least for each item, from the next value; `left` steps of
  /// the share; worth it from `least_values` on.
  static OMPRIM_INLINE run find(const Group& group, const std::uint32_t* ends, std::uint64_t left,
                                int least_values, local_memory& local) {
    constexpr int first_look = 2 * sub_groups;
    static_assert(first_look <= Group::size);
    if (ends[first_look - 1] < first_look * least) return {0, 0};
    const auto steps = static_cast<std::uint32_t>(left < most_steps ? left : most_steps);
    const int me = kernel::detail::computed_here(group.this_item().id);
    const std::uint32_t end = ends[me];
    // Of the first, a part may be added already.
    const bool is_long =
        (me == 0 || end - ends[me - 1] >= least) && end + static_cast<std::uint32_t>(me) < steps;
    const typename Group::template private_memory<int> before{is_long ? Group::size : me};
    const int segments = kernel::reduce_for_all(
        group, before, [](int a, int b) OMPRIM_INLINE_LAMBDA { return a < b ? a : b; },
        local.votes);
    const auto count = static_cast<std::uint32_t>(segments);
    const bool goes_on = segments < Group::size && ends[segments] + count >= steps;
    const std::uint32_t values = goes_on ? steps - count : (segments > 0 ? ends[segments - 1] : 0);
    if (values < static_cast<std::uint32_t>(least_values)) return {0, 0};
    return {segments, values};
  }

  /// All of a run; ends with the place behind it.
  static OMPRIM_INLINE void reduce(const Group& group, segment_place<What>& place,
                                   const std::uint32_t* ends, const run& all,
                                   segment_carry<accumulator>& carry, local_memory& local) {
    const auto me = group.this_item();
    const std::uint32_t share = all.values / sub_groups / width * width;
    const std::uint32_t begin = static_cast<std::uint32_t>(me.sub_group) * share;
    const std::uint32_t end = me.sub_group == sub_groups - 1 ? all.values : begin + share;

    int row = me.sub_group == 0 ? 0 : ends_until(ends, all.segments, begin);
    const int first_row = row;
    const bool is_shared = me.sub_group != 0 && (row == 0 || ends[row - 1] != begin);
    accumulator tail = reducer::template identity<1>();
    for (std::uint32_t at = begin;;) {
      const bool is_ended = row < all.segments && ends[row] <= end;
      const std::uint32_t to = is_ended ? ends[row] : end;
      accumulator part = reducer::template identity<1>();
      if (at < to) {
        const typename Group::template private_memory<accumulator> mine{
            fold_packs<width, lanes, packs_at_once>(
                place.what, place.value + at, place.value + to,
                kernel::detail::computed_here(me.sub_group_lane))};
        part = group.this_sub_group().reduce(mine, kernel::combine_lanes<reducer, 1>{});
      }
      if (me.sub_group == 0 && row == 0) part = reducer::template combine<1>(place.before, part);
      if (!is_ended) {
        tail = part;
        break;
      }
      if (me.sub_group_lane == 0) {
        if (row == first_row && is_shared) {
          local.heads[me.sub_group] = part;
        } else {
          place.finish(row, part, carry);
        }
      }
      ++row;
      at = to;
    }
    if (me.sub_group_lane == 0) {
      local.tails[me.sub_group] = tail;
      local.rows[me.sub_group] = first_row;
      local.ends[me.sub_group] = row == first_row ? first_end::none
                                 : is_shared      ? first_end::of_a_shared
                                                  : first_end::of_its_own;
    }
    group.barrier();
    const accumulator open = join(group, place, carry, local);
    place.pass(all.values, static_cast<std::uint64_t>(all.segments), open);
  }

 private:
  /// How many of the first `count` ends are at or before `value`.
  static OMPRIM_INLINE int ends_until(const std::uint32_t* ends, int count, std::uint32_t value) {
    int low = 0;
    int high = count;
    OMPRIM_KEEP_ROLLED
    while (low < high) {
      const int middle = (low + high) / 2;
      const bool is_before = ends[middle] <= value;
      low = is_before ? middle + 1 : low;
      high = is_before ? high : middle;
    }
    return low;
  }

  /// Writes the segments that sub-groups share; what stands behind the last end.
  static OMPRIM_INLINE accumulator join(const Group& group, const segment_place<What>& place,
                                        segment_carry<accumulator>& carry,
                                        const local_memory& local) {
    accumulator open = local.tails[0];
    OMPRIM_KEEP_ROLLED
    for (int g = 1; g < sub_groups; ++g) {
      if (local.ends[g] == first_end::none) {
        open = reducer::template combine<1>(open, local.tails[g]);
        continue;
      }
      if (local.ends[g] == first_end::of_a_shared && group.this_item().id == 0) {
        place.finish(local.rows[g], reducer::template combine<1>(open, local.heads[g]), carry);
      }
      open = local.tails[g];
    }
    return open;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
#endif
