// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <omprim/detail/agent/sort/leading_bits.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/base/cache_line.hpp>
#include <omprim/detail/group/share.hpp>

/// Ranges of keys that each fit into a second-level cache.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Ranges by a digit of the leading bits of keys. There are more digits than ranges: neighbouring
/// digits share a range, so that ranges have about the same size although some digits are more
/// frequent than others.
class key_ranges {
 public:
  /// Of n keys, whose records have some bytes, split and sorted by some threads.
  key_ranges(std::uint64_t n, std::uint64_t bytes, std::uint64_t threads)
      : n_(n), threads_(threads), most_(most_of_range(n, bytes, threads)) {}

  /// 4-byte words of memory.
  [[nodiscard]] std::uint64_t room() const {
    const std::uint64_t digits = std::uint64_t{1} << most_bits();
    return threads_ * (digits + sort_policy::most_ranges) + digits / 2 + sort_policy::most_ranges +
           1;
  }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t keys() const { return n_; }
  [[nodiscard]] std::uint64_t threads() const { return threads_; }
  /// The most keys of a range with several digits.
  [[nodiscard]] std::uint64_t most() const { return most_; }

  /// Sets the bits of the digit: leading bits that make the ranges, and some more to make them
  /// equal.
  void choose(const leading_bits& needed, int span, std::uint32_t* memory) {
    constexpr int more = 4;
    const int bits =
        std::max(needed.least - sort_policy::least_margin - static_cast<int>(std::bit_width(most_)),
                 static_cast<int>(std::bit_width(n_ / most_)));
    bits_ = std::min({most_bits(), span, bits + more});
    const std::uint64_t digits = std::uint64_t{1} << bits_;
    counts_ = memory;
    next_ = counts_ + threads_ * digits;
    begin_ = next_ + threads_ * sort_policy::most_ranges;
    range_of_ = reinterpret_cast<std::uint16_t*>(begin_ + sort_policy::most_ranges + 1);
  }
  [[nodiscard]] int bits() const { return bits_; }

  /// The counts of the digits of a thread's share, which the thread writes.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t* counts(std::uint64_t thread) const {
    return counts_ + (thread << bits_);
  }
  /// Makes ranges of the digits. Two neighbouring ranges together have more than most() keys, so
  /// that there are at most sort_policy::most_ranges.
  void begin_ranges() {
    const std::uint64_t digits = std::uint64_t{1} << bits_;
    std::uint64_t before = 0;
    std::uint64_t size = 0;
    count_ = 0;
    longest_ = 0;
    begin_[0] = 0;
    std::memset(next_, 0, threads_ * sort_policy::most_ranges * sizeof(*next_));
    for (std::uint64_t digit = 0; digit < digits; ++digit) {
      std::uint64_t keys = 0;
      for (std::uint64_t thread = 0; thread < threads_; ++thread) keys += counts(thread)[digit];
      if (size != 0 && size + keys > most_) {
        before += size;
        longest_ = std::max(longest_, size);
        size = 0;
        begin_[++count_] = static_cast<std::uint32_t>(before);
      }
      range_of_[digit] = static_cast<std::uint16_t>(count_);
      size += keys;
      for (std::uint64_t thread = 0; thread < threads_; ++thread) {
        next(thread)[count_] += counts(thread)[digit];
      }
    }
    longest_ = std::max(longest_, size);
    begin_[++count_] = static_cast<std::uint32_t>(n_);
    for (std::uint64_t range = 0; range < count_; ++range) {
      std::uint32_t place = begin_[range];
      for (std::uint64_t thread = 0; thread < threads_; ++thread) {
        const std::uint32_t keys = next(thread)[range];
        next(thread)[range] = place;
        place += keys;
      }
    }
  }
  /// The keys of the longest range.
  [[nodiscard]] std::uint64_t longest() const { return longest_; }

  [[nodiscard]] OMPRIM_INLINE std::uint64_t count() const { return count_; }
  [[nodiscard]] OMPRIM_INLINE kernel::share operator[](std::uint64_t range) const {
    return {begin_[range], begin_[range + 1]};
  }
  [[nodiscard]] OMPRIM_INLINE const std::uint16_t* range_of_digits() const { return range_of_; }
  /// The place of a thread's next key in each range.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t* next(std::uint64_t thread) const {
    return next_ + thread * sort_policy::most_ranges;
  }

 private:
  static std::uint64_t most_of_range(std::uint64_t n, std::uint64_t bytes, std::uint64_t threads) {
    std::uint64_t most = sort_policy::range_bytes / bytes;
    if (threads > 1) most = std::min(most, n / (threads * sort_policy::ranges_of_thread) + 1);
    return std::max(most, 2 * n / sort_policy::most_ranges + 1);
  }
  /// A thread has a counter for every few of its keys, at most.
  [[nodiscard]] int most_bits() const {
    return std::min(sort_policy::split_bits, static_cast<int>(std::bit_width(n_)) - 6);
  }

  std::uint64_t n_;
  std::uint64_t threads_;
  std::uint64_t most_;
  int bits_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t longest_ = 0;
  std::uint32_t* counts_ = nullptr;
  std::uint32_t* next_ = nullptr;
  std::uint32_t* begin_ = nullptr;
  std::uint16_t* range_of_ = nullptr;
};

/// Each group counts the digits of its share of keys. digit(key) ascends with the keys.
template <class Word, class Digit>
struct alignas(8) count_range_digits {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};

  const Word* keys;
  Digit digit;
  key_ranges ranges;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const kernel::share mine = kernel::share_of(ranges.keys(), group);
    std::uint32_t* const counts = ranges.counts(group.id());
    std::memset(counts, 0, sizeof(*counts) << ranges.bits());
    for (std::uint64_t i = mine.begin; i < mine.end; ++i) ++counts[digit(keys[i])];
  }
};

/// Each group moves the records of its share, each of which load(i) returns, to the ends of their
/// ranges: straight, which on a Zen 4 (2026-11) takes half of the time that it takes by buffers of
/// a cache line, even in pages of 4 kB.
template <class Word, class Record, class Load, class Digit>
struct alignas(8) move_to_ranges {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};

  const Word* keys;
  Load load;
  Digit digit;
  key_ranges ranges;
  Record* to;

  template <class Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const kernel::share mine = kernel::share_of(ranges.keys(), group);
    const std::uint16_t* const range_of = ranges.range_of_digits();
    std::uint32_t* const next = ranges.next(group.id());
    Record* const records = to;
    // A copy, as places could be members of this.
    const Load load_record = load;
    const Digit digit_of = digit;
    const Word* const all_keys = keys;
#pragma GCC unroll 4
    for (std::uint64_t i = mine.begin; i < mine.end; ++i) {
      const Record record = load_record(i);
      const std::uint32_t place = next[range_of[digit_of(all_keys[i])]]++;
      records[place] = record;
      // Fetches the line after the next one of this range, which is in no cache.
      __builtin_prefetch(records + place + 2 * cache_line_bytes / sizeof(Record), 1);
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
