// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>

/// The carry-out of a share of the merge path, and the last step, which joins all carries. A share
/// cannot finish two of its segments alone, and leaves a partial of each:
///   head   of the first segment that ends in the share; it may begin in an earlier one
///   tail   of the values after its last segment end, which the next share goes on with
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Accumulator>
struct segment_carry {
  Accumulator head;       ///< of the first segment that ends in the share, if any
  Accumulator tail;       ///< of the values after the last end; without an end, of all
  std::uint64_t segment;  ///< the first segment that ends in the share
  std::uint64_t ended;    ///< 1: a segment ends in the share; else 0
};

/// Joins the carries of `shares` shares in order and writes the segments that end in them. One
/// whole group calls it; each item takes a run of consecutive shares.
template <class Group, class What>
OMPRIM_INLINE void join_carries(
    Group& group, const What& what, const segment_carry<typename What::accumulator>* carries,
    std::uint64_t shares,
    typename Group::template scratch<kernel::partial_segment<typename What::accumulator>>&
        scratch) {
  using join = kernel::join_partials<typename What::reducer>;
  using partial_segment = typename join::type;
  const std::uint64_t run = (shares - 1) / Group::size + 1;
  const auto for_each_of_run = [&](int item, auto&& f) OMPRIM_INLINE_LAMBDA {
    const std::uint64_t begin = static_cast<std::uint64_t>(item) * run;
    const std::uint64_t end = begin + run < shares ? begin + run : shares;
    constexpr std::uint64_t at_once = Group::thread_per_item ? 4 : 1;
    for (std::uint64_t g = begin; g < end; g += at_once) {
      segment_carry<typename What::accumulator> next[at_once];
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
        what.write(carry.segment, join{}(all, partial_segment{carry.head, 0}).value);
      }
      all = join{}(all, partial_segment{carry.tail, carry.ended != 0 ? 1U : 0U});
    });
  });
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
