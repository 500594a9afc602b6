// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/sort/packed_numbers.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sorted_tile.hpp>
#include <omprim/detail/agent/sort/sub_group_counts.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/simt_code.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// A segment in registers, which a group of threads sorts by digits.
///
/// Each sub-group has consecutive keys, in rows with a key for each lane. For each digit, from the
/// lowest one in which keys differ:
///   (1) Each sub-group takes one row after the other. Lanes with the same digit find each other by
///       votes; so each key learns how many with its digit come before it in the sub-group.
///   (2) Sums over digits and sub-groups tell where these keys go.
///   (3) The keys go there through local memory, which has room for half of their bytes at a time.
/// The place that each key came from goes the same way. At last the values follow.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word, class Value, class Order, class Group, int most_rows>
class segment_by_digits {
  using digit_type = std::conditional_t<std::is_same_v<Order, kernel::integer_order<Word>>,
                                        kernel::integer_digit<Word>, kernel::floating_digit<Word>>;
  using problem_type = sort_problem<Word, Value>;
  static constexpr bool has_values = problem_type::has_values;
  static constexpr int size = Group::size;
  static constexpr int width = Group::sub_group_size;
  using half = std::conditional_t<sizeof(Word) == 4, std::uint16_t, std::uint32_t>;
  static constexpr int half_bits = 8 * sizeof(half);
  using counts = sub_group_counts<Group>;
  template <class T>
  using scratch = typename Group::template scratch<T>;
  using numbers = packed_numbers<most_rows, 16>;

 public:
  static constexpr int most = size * most_rows;  ///< keys
  static_assert(most <= 1 << 16, "places have 16 bits");

  struct local_memory {
    typename counts::memory counted;
    union {
      half halves[most];
      std::uint16_t places[most];
    };
    union {
      scratch<std::uint32_t> sums;
      scratch<Word> bits;
    };
  };

  /// Sorts the `count` keys from `first` on, at most `most`.
  static OMPRIM_INLINE void sort(Group& group, local_memory& local, const problem_type& problem,
                                 std::uint64_t first, int count) {
    segment_by_digits segment(group, local, count);
    const Word one = problem.keys[first];
    segment.load(problem.keys + first);
    segment.sort(problem.compared, one);
    segment.store(problem.keys_out + first);
    if constexpr (has_values) segment.move_values(problem, first);
  }

 private:
  OMPRIM_INLINE segment_by_digits(Group& group, local_memory& local, int count)
      : group_(group),
        local_(local),
        count_(count),
        rows_((count - 1) / size + 1),
        first_(group.this_item().sub_group * rows_ * width + group.this_item().sub_group_lane) {}

  /// Calls f(i, place) for each key i of this item and its place.
  template <class Function>
  OMPRIM_INLINE void for_each_key(const Function& f) const {
    from_key<0>(kernel::detail::opaque(first_), f);
  }
  /// One jump leaves all further rows out.
  template <int i, class Function>
  OMPRIM_INLINE void from_key(int first, const Function& f) const {
    if constexpr (i < most_rows) {
      if (i >= rows_) return;
      f(i, first + i * width);
      from_key<i + 1>(first, f);
    }
  }

  OMPRIM_INLINE void load(const Word* from) {
#pragma GCC unroll 32
    for (int i = 0; i < most_rows; ++i) {
      // In place of a key beyond the segment, the last one: no load depends on a condition.
      const int place = first_ + i * width;
      key_[i] = from[place < count_ ? place : count_ - 1];
    }
    if constexpr (has_values) {
      for_each_key([&](int i, int place)
                       OMPRIM_INLINE_LAMBDA { origin_.set(i, static_cast<std::uint32_t>(place)); });
    }
  }

  /// The compared bits in which some key differs from `one`.
  [[nodiscard]] OMPRIM_INLINE Word differing_bits(const order_by_bits<Word, Order>& order,
                                                  Word one) const {
    const Word first = order(one);
    typename Group::template private_memory<Word> mine{0};
#pragma GCC unroll 32
    for (int i = 0; i < most_rows; ++i) mine.value |= order(key_[i]) ^ first;
    const auto either = [](Word a, Word b) OMPRIM_INLINE_LAMBDA { return a | b; };
    return kernel::reduce_for_all(group_, mine, either, local_.bits);
  }

  /// `one` is a key of the segment.
  OMPRIM_INLINE void sort(const sorted_bits& compared, Word one) {
    counts(local_.counted).clear(group_);
    Word differ = differing_bits(order_by_bits<Word, Order>::of(compared), one);
    OMPRIM_KEEP_ROLLED
    while (differ != 0) {
      const int first = lowest_bit(differ);
      const int left = compared.last - first;
      sort_by(digit_type::of({compared.kind, compared.descending, static_cast<std::uint8_t>(first),
                              static_cast<std::uint8_t>(left < 8 ? left : 8)}));
      differ = left <= 8 ? Word{0} : static_cast<Word>(differ >> (first + 8) << (first + 8));
    }
  }
  static OMPRIM_INLINE int lowest_bit(std::uint32_t bits) { return __builtin_ctz(bits); }
  static OMPRIM_INLINE int lowest_bit(std::uint64_t bits) { return __builtin_ctzll(bits); }

  /// No counts are left from before.
  OMPRIM_INLINE void sort_by(const digit_type& digit) {
    const counts counted(local_.counted);
    numbers place;
    count_keys(digit, counted, place);
    group_.barrier();
    counted.sum_up(group_, local_.sums);
    group_.barrier();
    const int sub_group = group_.this_item().sub_group;
    for_each_key([&](int i, int from) OMPRIM_INLINE_LAMBDA {
      place.add(i, counted.at(digit_of(digit, i, from), sub_group));
      local_.halves[place[i]] = static_cast<half>(key_[i]);
    });
    group_.barrier();
    counted.clear(group_);
    constexpr Word low = static_cast<half>(~half{0});
    for_each_key([&](int i, int to) OMPRIM_INLINE_LAMBDA {
      key_[i] = static_cast<Word>((key_[i] & ~low) | local_.halves[to]);
    });
    group_.barrier();
    for_each_key([&](int i, int /*from*/) OMPRIM_INLINE_LAMBDA {
      local_.halves[place[i]] = static_cast<half>(key_[i] >> half_bits);
    });
    group_.barrier();
    for_each_key([&](int i, int to) OMPRIM_INLINE_LAMBDA {
      key_[i] = static_cast<Word>((key_[i] & low) | Word{local_.halves[to]} << half_bits);
    });
    if constexpr (has_values) {
      group_.barrier();
      for_each_key([&](int i, int /*from*/) OMPRIM_INLINE_LAMBDA {
        local_.places[place[i]] = static_cast<std::uint16_t>(origin_[i]);
      });
      group_.barrier();
      for_each_key([&](int i, int to) OMPRIM_INLINE_LAMBDA { origin_.set(i, local_.places[to]); });
    }
  }

  /// The digit of key i. Missing keys, which come last, have the last digit.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t digit_of(const digit_type& digit, int i,
                                                     int place) const {
    // Computed again each time: the digits of all keys would take as many registers as the keys.
    const Word key = kernel::detail::force_load(key_[i]);
    return place < count_ ? digit(key) : digit.last;
  }

  /// Counts the keys of each digit. The rank of a key is the number of those before it with its
  /// digit in the sub-group.
  OMPRIM_INLINE void count_keys(const digit_type& digit, const counts& counted,
                                numbers& rank) const {
    using kernel::detail::lane_mask;
    const auto item = group_.this_item();
    const lane_mask mine = lane_mask{1} << item.sub_group_lane;
    for_each_key([&](int i, int place) OMPRIM_INLINE_LAMBDA {
      const std::uint32_t d = digit_of(digit, i, place);
      const lane_mask same = kernel::detail::lanes_with_digit<size, digit_look_back::digit_bits>(d);
      const auto before = static_cast<std::uint32_t>(kernel::detail::population(same & (mine - 1)));
      std::uint16_t& count = counted.at(d, item.sub_group);
      const std::uint32_t to = __atomic_load_n(&count, __ATOMIC_RELAXED) + before;
      kernel::detail::sub_group_barrier<size>();
      const bool is_highest = (same & ~(mine - 1)) == mine;
      if (is_highest) {
        __atomic_store_n(&count, static_cast<std::uint16_t>(to + 1), __ATOMIC_RELAXED);
      }
      kernel::detail::sub_group_barrier<size>();
      rank.set(i, to);
    });
  }

  OMPRIM_INLINE void store(Word* to) const {
    for_each_key([&](int i, int place) OMPRIM_INLINE_LAMBDA {
      if (place < count_) kernel::detail::store_global(to + place, key_[i]);
    });
  }

  /// All values are loaded before any is stored.
  OMPRIM_INLINE void move_values(const problem_type& problem, std::uint64_t begin) const {
    Value value[most_rows];
    if (problem.values != nullptr) {
      const Value* const from = problem.values + begin;
      for_each_key([&](int i, int place)
                       OMPRIM_INLINE_LAMBDA { value[i] = from[place < count_ ? origin_[i] : 0]; });
    } else {
      for_each_key([&](int i, int /*place*/)
                       OMPRIM_INLINE_LAMBDA { value[i] = static_cast<Value>(begin + origin_[i]); });
    }
    group_.barrier();
    Value* const to = problem.values_out + begin;
    for_each_key([&](int i, int place) OMPRIM_INLINE_LAMBDA {
      if (place < count_) kernel::detail::store_global(to + place, value[i]);
    });
  }

  Group& group_;
  local_memory& local_;
  int count_;
  int rows_;   ///< of each sub-group
  int first_;  ///< the place of the first key of this item
  Word key_[most_rows];
  std::conditional_t<has_values, numbers, no_numbers> origin_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
