// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/exact_digits.hpp>

/// Additions to exact_digits, by one thread or by many.
namespace omprim::inline OMPRIM_ABI::kernel {

using omprim::detail::exact_digits;

__extension__ typedef unsigned __int128 wide_word;

/// The parts of a float or double.
template <class T>
struct encoded {
  using word = same_size_unsigned<T>;
  static constexpr int fraction_bits = sizeof(T) == 4 ? 23 : 52;
  static constexpr int highest_field = sizeof(T) == 4 ? 0xff : 0x7ff;
  static constexpr word sign_bit = word{1} << (8 * sizeof(T) - 1);

  word bits;
  int field;  ///< the exponent as it is stored; 0 for subnormal numbers

  OMPRIM_INLINE explicit encoded(T x)
      : bits(__builtin_bit_cast(word, x)),
        field(static_cast<int>(bits >> fraction_bits) & highest_field) {}

  [[nodiscard]] OMPRIM_INLINE bool is_negative() const { return (bits & sign_bit) != 0; }
  /// The number is its significand * 2^exponent().
  [[nodiscard]] OMPRIM_INLINE int exponent() const {
    return (field != 0 ? field : 1) - (highest_field / 2 + fraction_bits);
  }
  [[nodiscard]] OMPRIM_INLINE word significand() const {
    const word implicit = field != 0 ? word{1} << fraction_bits : 0;
    return (bits & ((word{1} << fraction_bits) - 1)) | implicit;
  }
  [[nodiscard]] OMPRIM_INLINE std::int64_t signed_significand() const {
    const std::int64_t sign = is_negative() ? -1 : 0;
    return (static_cast<std::int64_t>(significand()) ^ sign) - sign;
  }
};

template <class T>
OMPRIM_INLINE bool is_finite(T x) {
  return encoded<T>(x).field != encoded<T>::highest_field;
}
template <class T>
OMPRIM_INLINE bool is_negative_zero(T x) {
  return encoded<T>(x).bits == encoded<T>::sign_bit;
}

/// The digits of a sum to which one thread adds, or with `shared` many threads at a time.
template <bool shared>
class digit_sum {
 public:
  OMPRIM_INLINE explicit digit_sum(exact_digits& digits) : digits_(digits) {}

  /// Adds value * 2^exponent, value < 2^106, in up to five digits.
  OMPRIM_RARE void add(wide_word value, int exponent, bool negative) {
    const int position = exponent + exact_digits::bias;
    const int shift = position & 31;
    std::int64_t* digit = digits_.digit + (position >> 5);
    auto rest = static_cast<std::uint64_t>(value) & 0xffffffffU;
    rest <<= shift;
    value >>= 32;
    while (rest != 0 || value != 0) {
      const auto part = static_cast<std::int64_t>(rest & 0xffffffffU);
      if (part != 0) change(*digit, negative ? -part : part);
      ++digit;
      rest = (rest >> 32) + ((static_cast<std::uint64_t>(value) & 0xffffffffU) << shift);
      value >>= 32;
    }
  }
  OMPRIM_INLINE void add(double x) { add_number(x); }
  OMPRIM_INLINE void add(float x) { add_number(x); }

  OMPRIM_RARE void add_product(double a, double b) {
    if (!is_finite(a) || !is_finite(b)) return add_number(a * b);
    const encoded<double> first(a);
    const encoded<double> second(b);
    const bool negative = first.is_negative() != second.is_negative();
    const auto product = static_cast<wide_word>(first.significand()) * second.significand();
    if (product == 0) return add_number(negative ? -0.0 : 0.0);
    note_number();
    add(product, first.exponent() + second.exponent(), negative);
  }

  /// Adds value * 2^exponent.
  OMPRIM_INLINE void add_multiple(std::int64_t value, int exponent) {
    const auto bits = static_cast<std::uint64_t>(value);
    add(value < 0 ? 0 - bits : bits, exponent, value < 0);
  }

  /// Counts a value that is no number.
  OMPRIM_RARE void count_special(double x) {
    change(x > 0   ? digits_.positive_infinities
           : x < 0 ? digits_.negative_infinities
                   : digits_.nans,
           1);
  }
  /// Notes that a term is not -0.
  OMPRIM_INLINE void note_number() { change(digits_.others, 1); }

 private:
  template <class T>
  OMPRIM_INLINE void add_number(T x) {
    if (!is_finite(x)) return count_special(double(x));
    if (is_negative_zero(x)) return;
    note_number();
    const encoded<T> e(x);
    add(e.significand(), e.exponent(), e.is_negative());
  }
  template <class Word>
  static OMPRIM_INLINE void change(Word& word, std::int64_t by) {
    if constexpr (shared) {
      __atomic_fetch_add(&word, static_cast<Word>(by), __ATOMIC_RELAXED);
    } else {
      word += static_cast<Word>(by);
    }
  }

  exact_digits& digits_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
