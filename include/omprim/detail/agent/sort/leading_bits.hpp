// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sample_positions.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// Ranks of keys, and how many of their highest bits a sort needs. Ranks ascend with the keys, but
/// different keys may have the same rank.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The distance of a key from the first one in order, without its lowest bits. Bits above the
/// compared ones are arbitrary.
template <class Word>
struct integer_rank {
  Word from;
  Word inverted;  ///< all bits in descending order, else none
  int shift;

  /// `least` is the least compared part.
  static OMPRIM_INLINE integer_rank of(const sorted_bits& bits, Word least) {
    const Word sign =
        bits.kind == kernel::key_kind::signed_integer ? kernel::top_bit<Word> : Word{0};
    const auto first = static_cast<Word>(least << bits.first);
    if (bits.descending) {
      return {static_cast<Word>(Word{0} - first - sign), static_cast<Word>(~Word{0}), bits.first};
    }
    return {static_cast<Word>(first - sign), Word{0}, bits.first};
  }
  [[nodiscard]] OMPRIM_INLINE Word operator()(Word key) const {
    return static_cast<Word>(static_cast<Word>((key - from) ^ inverted) >> shift);
  }
};

/// A linear function of a floating-point key, rounded down. If keys are spread evenly or normally,
/// fewer of its bits tell them apart than of the bits of the key, the first 12 of which are a sign
/// and an exponent.
template <class Word>
struct linear_rank {
  static constexpr int bits = 32;
  double from;
  double scale;

  static OMPRIM_INLINE double value_of(Word key) {
    kernel::same_size_float<Word> value;
    std::memcpy(&value, &key, sizeof(value));
    return value;
  }
  /// Ranks of `bits` bits, from the first and the last key. If there are none, `scale` is 0.
  static OMPRIM_INLINE linear_rank of(Word first, Word last) {
    const double from = value_of(first);
    const double range = value_of(last) - from;
    const double size = range < 0 ? -range : range;
    // Excludes infinities, and scales that are.
    if (!(size > 0x1p-900 && size < 0x1p1000)) return {from, 0};
    return {from, (0x1p32 - 1) / range};
  }
  /// The same with fewer bits.
  [[nodiscard]] OMPRIM_INLINE linear_rank with_bits(int fewer) const {
    return {from, scale * (1.0 / static_cast<double>(std::uint64_t{1} << (bits - fewer)))};
  }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t operator()(Word key) const {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>((value_of(key) - from) * scale));
  }
};

/// An estimate of the bits, from the highest one of ranks with `span` bits on, that tell most of n
/// keys apart, with the margins of sort_policy.
struct leading_bits {
  int least;
  int good;

  /// Compares some pairs of keys: each bit below the ones that some of the pairs share halves the
  /// number of equal ranks. Pairs of equal keys tell nothing, as their order does not matter.
  template <class Record, class Rank>
  static leading_bits of(const Record* records, std::uint64_t n, const Rank& rank, int span) {
    constexpr int pairs = 32;
    constexpr int some = 4;
    int first_different[65] = {};
    int different = 0;
    sample_positions positions(n);
    auto before = key_of(records[0]);
    OMPRIM_KEEP_ROLLED
    for (int pair = 0; pair < pairs; ++pair) {
      const auto key = key_of(records[positions.next()]);
      if (key != before) {
        ++different;
        ++first_different[std::bit_width(static_cast<std::uint64_t>(rank(key) ^ rank(before)))];
      }
      before = key;
    }
    int width = 0;
    int sharing = first_different[0];
    while (width < span && sharing < some) sharing += first_different[++width];
    const auto odds =
        static_cast<int>(std::bit_width(static_cast<unsigned>(different / std::max(sharing, 1))));
    const int needed =
        span - width + static_cast<int>(std::bit_width(n - 1)) - std::max(odds - 1, 0);
    return {needed + sort_policy::least_margin, needed + sort_policy::good_margin};
  }
};

/// The digits of a sort, of the highest of `span` bits.
struct digit_plan {
  int passes;
  int width;  ///< bits of a digit
  int bits;   ///< of all digits; the last digit may be narrower

  /// For n keys of records of some bytes. Fewer than 8192 keys have a counter for every few of
  /// them.
  static OMPRIM_INLINE digit_plan of(const leading_bits& needed, int span, std::uint64_t n,
                                     std::uint64_t bytes) {
    const int least = std::min(needed.least, span);
    const bool are_far = n * bytes > sort_policy::wide_digit_bytes &&
                         least <= sort_policy::direct_passes * sort_policy::far_digit_bits;
    const int widest = are_far ? sort_policy::far_digit_bits : sort_policy::direct_digit_bits;
    const int most = std::clamp(static_cast<int>(std::bit_width(n - 1)) - 2, 6, widest);
    const int passes = std::clamp((least + most - 1) / most, 1, sort_policy::direct_passes);
    const int good = std::min(needed.good, span);
    const int width = std::clamp((good + passes - 1) / passes, 1, most);
    return {passes, width, std::min(passes * width, span)};
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t greatest_digit(int pass) const {
    return (1U << std::min(width, bits - pass * width)) - 1U;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
