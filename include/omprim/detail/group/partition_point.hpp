// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/item.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/simt.hpp>
#endif

namespace omprim::inline OMPRIM_ABI::kernel {

/// The first number from `low` to below `high` for which `holds` is false, or `high`: it is true
/// for all numbers before. An item searches by halves.
template <class Number, class Predicate>
OMPRIM_INLINE Number partition_point(Number low, Number high, const Predicate& holds) {
  while (low < high) {
    const Number middle = (low + high) / 2;
    const bool is_before = holds(middle);
    low = is_before ? middle + 1 : low;
    high = is_before ? high : middle;
  }
  return low;
}

/// The same, found by a whole group. All items call it with the same arguments, and the result is
/// known to every item. In each round of the search, every item tries one number, or four if an
/// item is a thread.
template <class Group, class Predicate>
OMPRIM_INLINE std::uint64_t partition_point(const Group& group, std::uint64_t low,
                                            std::uint64_t high, const Predicate& holds,
                                            typename Group::template scratch<int>& scratch) {
  constexpr std::uint64_t tries = Group::thread_per_item ? 4 : 1;
  constexpr std::uint64_t numbers = Group::size * tries;
  while (low < high) {
    const std::uint64_t step = (high - low - 1) / numbers + 1;
    typename Group::template private_memory<int> before;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      bool is_before[tries];
#pragma GCC unroll 4
      for (std::uint64_t t = 0; t < tries; ++t) {
        const std::uint64_t number =
            low + (static_cast<std::uint64_t>(item.id) * tries + t + 1) * step - 1;
        is_before[t] = holds(number < high ? number : high - 1) & (number < high);
      }
      before[item] = 0;
#pragma GCC unroll 4
      for (std::uint64_t t = 0; t < tries; ++t) before[item] += is_before[t] ? 1 : 0;
    });
    const auto found = static_cast<std::uint64_t>(reduce_for_all(
        group, before, [](int a, int b) OMPRIM_INLINE_LAMBDA { return a + b; }, scratch));
    low += found * step;
    if (found < numbers && low + step - 1 < high) high = low + step - 1;
  }
  return low;
}

#if OMPRIM_SIMT
/// The same, found by `lanes` neighbouring items of a sub-group, which call it with the same
/// numbers: a sub-group makes several searches at a time. All items of the sub-group call it, and
/// each knows the result of its search. In each round, an item tries one number.
template <class Group, int lanes, class Predicate>
OMPRIM_INLINE std::uint64_t partition_point_by_lanes(std::uint64_t low, std::uint64_t high,
                                                     int sub_group_lane, const Predicate& holds) {
  static_assert(is_power_of_two(lanes) && lanes <= Group::sub_group_size);
  const auto lane = static_cast<unsigned>(sub_group_lane) % lanes;
  const auto first_lane = static_cast<unsigned>(sub_group_lane) - lane;
  OMPRIM_KEEP_ROLLED
  while (detail::ballot<Group::size>(low < high) != 0) {
    const std::uint64_t step = (high - low + lanes - 1) / lanes;
    const std::uint64_t number = low + (lane + 1) * step - 1;
    const bool is_before = low < high && number < high && holds(number);
    const std::uint64_t votes = detail::ballot<Group::size>(is_before) >> first_lane;
    constexpr std::uint64_t all =
        lanes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes % 64) - 1;
    const auto found =
        static_cast<unsigned>(detail::population(static_cast<detail::lane_mask>(votes & all)));
    if (low < high) {
      low += found * step;
      if (found < lanes && low + step - 1 < high) high = low + step - 1;
    }
  }
  return low;
}
#endif

}  // namespace omprim::inline OMPRIM_ABI::kernel
