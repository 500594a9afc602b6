// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/digit_look_back.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// How many keys with each digit each sub-group has; then the place of the first of them, where the
/// keys of a group are sorted by the digit. Less than 2^16 keys.
template <class Group>
class sub_group_counts {
  static constexpr int digits = digit_look_back::digits;
  static constexpr int width = Group::sub_group_size;
  static constexpr int sub_groups = Group::size / width;
  static constexpr int pairs_of_digit = sub_groups / 2;
  static constexpr int pairs = digits * pairs_of_digit;
  static constexpr int pairs_of_item = pairs / Group::size;
  static_assert(sub_groups % 2 == 0 && sub_groups <= 64 && pairs % Group::size == 0);

  /// Two sub-groups that follow each other: a word of local memory.
  struct alignas(4) pair {
    std::uint16_t counts[2];
  };

 public:
  struct memory {
    pair all[pairs];
  };
  using scratch = typename Group::template scratch<std::uint32_t>;

  OMPRIM_INLINE explicit sub_group_counts(memory& local) : local_(local) {}

  /// Sets all counts to 0.
  OMPRIM_INLINE void clear(Group& group) const {
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 16
      for (int i = 0; i < pairs_of_item; ++i) local_.all[item.id + i * Group::size] = {{0, 0}};
    });
  }
  [[nodiscard]] OMPRIM_INLINE std::uint16_t& at(std::uint32_t digit, int sub_group) const {
    return local_.all[place(static_cast<int>(digit), sub_group / 2)].counts[sub_group % 2];
  }
  /// Turns the counts into places.
  OMPRIM_INLINE void sum_up(Group& group, scratch& shared) const {
    typename Group::template private_memory<std::uint32_t> before;
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      std::uint32_t sum = 0;
#pragma GCC unroll 16
      for (int i = 0; i < pairs_of_item; ++i) {
        const pair here = pair_of(item.id, i);
        sum += std::uint32_t{here.counts[0]} + here.counts[1];
      }
      before[item] = sum;
    });
    const auto plus = [](std::uint32_t a, std::uint32_t b) OMPRIM_INLINE_LAMBDA { return a + b; };
    (void)kernel::exclusive_scan(group, before, std::uint32_t{0}, plus, shared);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      std::uint32_t sum = before[item];
#pragma GCC unroll 16
      for (int i = 0; i < pairs_of_item; ++i) {
        pair& here = pair_of(item.id, i);
        const std::uint32_t first = sum;
        const std::uint32_t second = first + here.counts[0];
        sum = second + here.counts[1];
        here = {{static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second)}};
      }
    });
  }

 private:
  /// Digits that follow each other are in different banks of local memory for the same sub-group,
  /// and so are the pairs that neighbouring items sum up.
  static OMPRIM_INLINE int place(int digit, int number) {
    constexpr int rows = pairs_of_digit < 32 ? 32 / pairs_of_digit : 1;  // of 32 banks, by digits
    return digit * pairs_of_digit + (number ^ digit / rows % pairs_of_digit);
  }
  /// Item 0 has the first pairs of digit 0, and so on.
  [[nodiscard]] OMPRIM_INLINE pair& pair_of(int item, int i) const {
    const int number = item * pairs_of_item + i;
    return local_.all[place(number / pairs_of_digit, number % pairs_of_digit)];
  }

  memory& local_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
