// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/exact_digits.hpp>

/// Rounding of exact sums: to nearest, ties to even. Integer arithmetic only, so that results do
/// not depend on the floating-point environment.
namespace omprim::inline OMPRIM_ABI::kernel {

__extension__ typedef __int128 signed_wide_word;

/// Of a floating-point type: the bits of the significand, and the exponent of the last bit of the
/// smallest numbers.
template <class T>
struct float_format {
  using word = typename encoded<T>::word;
  static constexpr int bits = encoded<T>::fraction_bits + 1;
  static constexpr int least = 1 - (encoded<T>::highest_field / 2 + encoded<T>::fraction_bits);
  static constexpr word infinity = word{encoded<T>::highest_field} << encoded<T>::fraction_bits;
};

template <class T>
OMPRIM_INLINE T signed_number(typename float_format<T>::word magnitude, bool negative) {
  using word = typename float_format<T>::word;
  const word sign = word{negative} << (8 * sizeof(word) - 1);
  return __builtin_bit_cast(T, static_cast<word>(magnitude | sign));
}
template <class T>
OMPRIM_INLINE T quiet_nan() {
  using word = typename float_format<T>::word;
  constexpr word first_fraction_bit = word{1} << (encoded<T>::fraction_bits - 1);
  return signed_number<T>(float_format<T>::infinity | first_fraction_bit, false);
}

/// The magnitude of a sum: leading * 2^weight, and something more below if `more`. The highest bit
/// of `leading` is set, unless the sum is 0.
struct magnitude {
  wide_word leading = 0;
  int weight = 0;
  bool more = false;
  bool negative = false;
};

template <class T>
OMPRIM_INLINE T round_to(const magnitude& m) {
  using f = float_format<T>;
  using word = typename f::word;
  if (m.leading == 0) return signed_number<T>(0, m.negative);
  // The last bit of the result.
  const int last = m.weight + 128 - f::bits > f::least ? m.weight + 128 - f::bits : f::least;
  const int shift = last - m.weight;
  if (shift > 128) return signed_number<T>(0, m.negative);
  const auto kept = static_cast<word>(shift == 128 ? 0 : m.leading >> shift);
  const wide_word rest = m.leading << (128 - shift);
  constexpr wide_word half = wide_word{1} << 127;
  const bool up = rest > half || (rest == half && (m.more || (kept & 1) != 0));
  const int exponent = last - f::least;
  if (exponent > static_cast<int>(f::infinity >> (f::bits - 1))) {
    return signed_number<T>(f::infinity, m.negative);
  }
  const word bits = (static_cast<word>(exponent) << (f::bits - 1)) + kept + (up ? 1 : 0);
  return signed_number<T>(bits < f::infinity ? bits : f::infinity, m.negative);
}

/// Whether values were added whose sum is no number.
OMPRIM_INLINE bool is_no_number(const exact_digits& sum) {
  return (sum.nans | sum.positive_infinities | sum.negative_infinities) != 0;
}
/// That sum: NaN or an infinity.
template <class T>
OMPRIM_INLINE T no_number(const exact_digits& sum) {
  const bool down = sum.negative_infinities != 0;
  if (sum.nans != 0 || (down && sum.positive_infinities != 0)) return quiet_nan<T>();
  return signed_number<T>(float_format<T>::infinity, down);
}
OMPRIM_INLINE bool has_only_negative_zeros(const exact_digits& sum) {
  return sum.negative_zeros != 0 && sum.others == 0;
}

struct carried {
  signed_wide_word above;  ///< what remains to be added to digit `end`
  int end;
};
/// Carries the digits from `first` to before `last`, and on while a carry changes digits. All of
/// them are in [0, 2^32) then.
OMPRIM_INLINE carried carry_digits(exact_digits& sum, int first, int last) {
  signed_wide_word above = 0;
  int i = first;
  OMPRIM_KEEP_ROLLED
  for (; i < exact_digits::count; ++i) {
    if (i >= last && (above == 0 || above == -1)) break;
    const signed_wide_word value = above + sum.digit[i];
    above = value >> 32;
    sum.digit[i] = static_cast<std::int64_t>(static_cast<std::uint32_t>(value));
  }
  return {above, i};
}

/// Brings each digit but the highest to [0, 2^32). The sum stays.
OMPRIM_RARE void carry(exact_digits& sum) {
  const signed_wide_word above = carry_digits(sum, 0, exact_digits::count).above;
  // The highest digit has no digit above it, and keeps its carry.
  sum.digit[exact_digits::count - 1] += static_cast<std::int64_t>(above * (std::int64_t{1} << 32));
}

/// Replaces a sum by its absolute value, with digits in [0, 2^32). Returns whether it was negative.
OMPRIM_RARE bool make_absolute(exact_digits& sum) {
  int first = 0;
  while (first < exact_digits::count && sum.digit[first] == 0) ++first;
  int last = exact_digits::count;
  while (last > first && sum.digit[last - 1] == 0) --last;
  const carried above = carry_digits(sum, first, last);
  if (above.above == 0) return false;
  // The sum is negative: -1 remains above its digits.
  for (int i = first; i < above.end; ++i) sum.digit[i] = -sum.digit[i];
  if (above.end < exact_digits::count) sum.digit[above.end] = 1;
  carry_digits(sum, first, above.end + 1);
  return true;
}

/// For digits in [0, 2^32).
OMPRIM_RARE magnitude magnitude_of(const exact_digits& sum) {
  magnitude m;
  int top = exact_digits::count - 1;
  while (top >= 0 && sum.digit[top] == 0) --top;
  if (top < 0) return m;
  const auto digit = [&](int i) OMPRIM_INLINE_LAMBDA {
    return i < 0 ? 0 : static_cast<std::uint64_t>(sum.digit[i]);
  };
  for (int i = 0; i < 4; ++i) m.leading = m.leading << 32 | digit(top - i);
  m.weight = 32 * (top - 3) - exact_digits::bias;
  const int shift = __builtin_clzll(digit(top)) - 32;
  m.leading = m.leading << shift | digit(top - 4) << shift >> 32;
  m.weight -= shift;
  m.more = static_cast<std::uint32_t>(digit(top - 4) << shift) != 0;
  for (int i = top - 5; i >= 0 && !m.more; --i) m.more = digit(i) != 0;
  return m;
}

/// The sum, rounded once. Its digits are used up.
template <class T>
OMPRIM_INLINE T round_digits(exact_digits& sum) {
  if (is_no_number(sum)) return no_number<T>(sum);
  const bool negative = make_absolute(sum);
  magnitude m = magnitude_of(sum);
  m.negative = negative || (m.leading == 0 && has_only_negative_zeros(sum));
  return round_to<T>(m);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
