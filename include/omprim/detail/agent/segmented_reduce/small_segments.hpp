// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/base/abi.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/group/simt.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Small segments, of a few values each.
///   - Every sub-group takes segments of its own and waits for no other sub-group: there is no
///     barrier.
///   - An item reads `held` whole segments at once, straight from global memory. Neighbouring
///     items read neighbouring segments.
///   - The whole sub-group reads the rest of a larger segment. So operators must commute.
template <class Problem, class Group>
class small_segments {
  using reducer = typename Problem::reducer;
  using accumulator = typename Problem::accumulator;

  static constexpr int width = Group::sub_group_size;
  using policy = simt_segment_policy;
  static constexpr int held = policy::small_segments_per_item;
  static constexpr int at_once = policy::small_values_at_once;
  static constexpr std::uint64_t count = static_cast<std::uint64_t>(Group::size) * held;
  static constexpr std::uint32_t most_alone = policy::small_values_alone;

 public:
  static constexpr std::uint64_t most_mean = policy::small_mean_values;
  static constexpr bool possible = kernel::commutes<reducer> && sizeof(accumulator) <= 8;

  /// Reduces small segments as long as enough of them follow within `left` steps. Returns the
  /// number of steps done.
  static OMPRIM_INLINE std::uint64_t reduce(const Group& group, path_cursor<Problem>& cursor,
                                            std::uint64_t left, carry_out<accumulator>& carry) {
    std::uint64_t done = 0;
    while (cursor.segment + count <= cursor.problem.bounds.segments) {
      const std::uint64_t values =
          cursor.problem.bounds.end(cursor.segment + count - 1) - cursor.value;
      if (values > most_mean * count || values + count > left - done) break;
      reduce_once(kernel::detail::opaque(group.this_item().id), group, cursor, carry);
      cursor.pass(values, count, reducer::template identity<1>());
      done += values + count;
    }
    return done;
  }

 private:
  static OMPRIM_INLINE void reduce_once(int me, const Group& group,
                                        const path_cursor<Problem>& cursor,
                                        carry_out<accumulator>& carry) {
    const Problem& problem = cursor.problem;
    const int first = me / width * width * held + me % width;
    std::uint32_t begin[held];  // counted from the next value of the cursor
    std::uint32_t length[held];
#pragma GCC unroll 4
    for (int r = 0; r < held; ++r) {
      const std::uint64_t s = cursor.segment + static_cast<std::uint64_t>(first + r * width);
      begin[r] = problem.bounds.low_begin(s);
      length[r] = problem.bounds.low_begin(s + 1);
    }
    std::uint32_t longest = 0;
#pragma GCC unroll 4
    for (int r = 0; r < held; ++r) {
      length[r] -= begin[r];
      begin[r] -= static_cast<std::uint32_t>(cursor.value);
      if (r == 0 && first == 0) {  // the open segment: only its values from the cursor on
        length[r] += begin[r];
        begin[r] = 0;
      }
      longest = length[r] > longest ? length[r] : longest;
    }

    accumulator total[held];
#pragma GCC unroll 4
    for (int r = 0; r < held; ++r) {
      total[r] = r == 0 && first == 0 ? cursor.before : reducer::template identity<1>();
      const bool is_large = length[r] > most_alone;
      for (auto owners = kernel::detail::ballot<Group::size>(is_large); owners != 0;
           owners &= owners - 1) {
        const int owner = __builtin_ctzll(owners);
        const std::uint64_t from =
            cursor.value + kernel::detail::shuffle<Group::size>(begin[r], owner);
        const std::uint64_t to = from + kernel::detail::shuffle<Group::size>(length[r], owner);
        const auto rest = rest_of_large(problem, group, from + most_alone, to, me % width);
        if (me % width == owner) total[r] = reducer::combine(total[r], rest);
      }
    }
    const std::uint32_t alone = longest < most_alone ? longest : most_alone;
    OMPRIM_KEEP_ROLLED
    for (std::uint32_t k = 0; k < alone; k += at_once) {
      accumulator next[held][at_once];
#pragma GCC unroll 4
      for (int r = 0; r < held; ++r) {
#pragma GCC unroll 4
        for (std::uint32_t j = 0; j < at_once; ++j) {
          next[r][j] = reducer::template identity<1>();
          if (k + j < length[r]) {
            const std::uint64_t index = cursor.value + (begin[r] + k + j);
            next[r][j] = reducer::template lift<1>(problem.values[index], index);
          }
        }
      }
#pragma GCC unroll 4
      for (int r = 0; r < held; ++r) {
#pragma GCC unroll 4
        for (const accumulator& value : next[r]) {
          total[r] = reducer::combine(total[r], value);
        }
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < held; ++r) cursor.finish(first + r * width, total[r], carry);
  }

  /// Reduces the values [from, to) by the whole sub-group; the result is known to all its items.
  static OMPRIM_INLINE accumulator rest_of_large(const Problem& problem, const Group& group,
                                                 std::uint64_t from, std::uint64_t to, int lane) {
    const typename Group::template private_memory<accumulator> mine{
        fold_strided<1>(problem, from + static_cast<std::uint64_t>(lane), to, width)};
    const accumulator rest =
        group.this_sub_group().reduce(mine, kernel::combine_lanes<reducer, 1>{});
    return kernel::detail::shuffle<Group::size>(rest, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
#endif
