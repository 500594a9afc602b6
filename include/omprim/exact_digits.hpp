// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

/// Exact sums as integers.
namespace omprim::detail {

/// A sum of floating-point numbers or of their products, with all of its digits:
/// the sum over i of digit[i] * 2^(32 i - exact_digits::bias).
///
///   * A digit may be any int64: sums are added up digit by digit, in any order. carry() brings all
///     digits but the highest back to 32 bits.
///   * Values that are no numbers are counted.
///   * The default object is an empty sum.
struct exact_digits {
  static constexpr int count = 138;  ///< products of doubles take 2^-2148 to 2^2048, 2^64 of them
  static constexpr int bias = 2176;
  /// Additions after which carry() is due: a digit takes 2^31 of them.
  static constexpr std::uint64_t most_additions = std::uint64_t{1} << 30;

  std::int64_t digit[count] = {};
  std::uint64_t positive_infinities = 0;
  std::uint64_t negative_infinities = 0;
  std::uint64_t nans = 0;
  std::uint64_t negative_zeros = 0;  ///< none or some; counted exactly only where the next are 0
  std::uint64_t others = 0;          ///< terms that are not -0: none or some

  /// Brings each digit but the highest to [0, 2^32). The sum stays.
  void carry() noexcept;

  /// Adds a number, or counts a value that is none.
  void add(double x) noexcept;

  exact_digits& operator+=(const exact_digits& other) noexcept;
};

/// The sum, rounded once: to nearest, ties to even.
///   * NaN for a NaN, or for infinities of both signs; else an infinity for an infinity
///   * +0 for an empty sum and where terms cancel; -0 where all terms are -0
template <class T>
T rounded(const exact_digits& sum) noexcept;

/// sum / n, rounded once; NaN for n = 0.
template <class T>
T rounded_quotient(const exact_digits& sum, std::uint64_t n) noexcept;

/// The square root of a sum that is not negative, rounded once.
template <class T>
T rounded_root(const exact_digits& sum) noexcept;

extern template float rounded(const exact_digits&) noexcept;
extern template double rounded(const exact_digits&) noexcept;
extern template float rounded_quotient(const exact_digits&, std::uint64_t) noexcept;
extern template double rounded_quotient(const exact_digits&, std::uint64_t) noexcept;
extern template float rounded_root(const exact_digits&) noexcept;
extern template double rounded_root(const exact_digits&) noexcept;

}  // namespace omprim::detail
