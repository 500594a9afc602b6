// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include <omprim/detail/agent/sort/leading_bits.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>

/// Ranges of keys that each fit into a second-level cache.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Splits records by a digit of the leading bits of their keys. There are more digits than ranges:
/// neighbouring digits share a range, so that ranges have about the same size although some digits
/// are more frequent than others. Records go straight to the ends of their ranges: on a Zen 4
/// (2026-11), that takes half of the time that it takes by buffers of a cache line, even in pages
/// of 4 kB.
template <class Record>
class key_ranges {
 public:
  /// 4-byte words that the ranges need.
  static constexpr std::uint64_t room =
      (std::uint64_t{1} << sort_policy::split_bits) * 3 / 2 + 2 * sort_policy::most_ranges + 2;

  explicit key_ranges(std::uint32_t* memory)
      : counts_(memory),
        range_of_(reinterpret_cast<std::uint16_t*>(memory + digits)),
        begin_(memory + digits + digits / 2),
        next_(begin_ + sort_policy::most_ranges + 1) {}

  /// The most records of a range with several digits.
  static std::uint64_t most_of_range(std::uint64_t n) {
    return std::max(sort_policy::range_bytes / sizeof(Record),
                    2 * n / sort_policy::most_ranges + 1);
  }

  /// Leading bits that make ranges of n keys, and some more to make them equal.
  static int bits_for(std::uint64_t n, const leading_bits& needed, int span) {
    constexpr int more = 4;
    const std::uint64_t most = most_of_range(n);
    const int bits =
        std::max(needed.least - sort_policy::least_margin - static_cast<int>(std::bit_width(most)),
                 static_cast<int>(std::bit_width(n / most)));
    return std::min({sort_policy::split_bits, span, bits + more});
  }

  /// Moves n records, each of which load(i) returns, to `to`, in the order of the ranges. digit(i),
  /// of `bits` bits, ascends with the keys.
  template <class Load, class Digit>
  void split(std::uint64_t n, const Load load, const Digit digit, int bits, Record* to) {
    std::uint32_t* const counts = counts_;
    std::memset(counts, 0, sizeof(*counts) << bits);
    for (std::uint64_t i = 0; i < n; ++i) ++counts[digit(i)];
    begin_ranges(std::uint64_t{1} << bits, n);
    std::memcpy(next_, begin_, count_ * sizeof(*next_));
    const std::uint16_t* const range_of = range_of_;
    std::uint32_t* const next = next_;
#pragma GCC unroll 4
    for (std::uint64_t i = 0; i < n; ++i) {
      const Record record = load(i);
      to[next[range_of[digit(i)]]++] = record;
    }
  }

  /// Calls f(begin, end) with each range.
  template <class Function>
  void for_each(const Function& f) const {
    for (std::uint64_t range = 0; range < count_; ++range) f(begin_[range], begin_[range + 1]);
  }

 private:
  static constexpr std::uint64_t digits = std::uint64_t{1} << sort_policy::split_bits;

  /// Two neighbouring ranges together have more than `most` keys, so that there are at most
  /// sort_policy::most_ranges.
  void begin_ranges(std::uint64_t all_digits, std::uint64_t n) {
    const std::uint64_t most = most_of_range(n);
    std::uint64_t before = 0;
    std::uint64_t size = 0;
    count_ = 0;
    begin_[0] = 0;
    for (std::uint64_t digit = 0; digit < all_digits; ++digit) {
      if (size != 0 && size + counts_[digit] > most) {
        before += size;
        size = 0;
        begin_[++count_] = static_cast<std::uint32_t>(before);
      }
      range_of_[digit] = static_cast<std::uint16_t>(count_);
      size += counts_[digit];
    }
    begin_[++count_] = static_cast<std::uint32_t>(n);
  }

  std::uint32_t* counts_;
  std::uint16_t* range_of_;
  std::uint32_t* begin_;
  std::uint32_t* next_;
  std::uint64_t count_ = 0;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
