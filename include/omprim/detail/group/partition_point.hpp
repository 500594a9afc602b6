// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>

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

}  // namespace omprim::inline OMPRIM_ABI::kernel
