// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>

/// The order of keys.
namespace omprim::inline OMPRIM_ABI::kernel {

/// What the bits of a key are.
enum class key_kind : std::uint8_t { unsigned_integer, signed_integer, floating };

/// Which bits of a key decide, and how. A digit is up to 8 of them.
struct digit_choice {
  key_kind kind;
  bool descending;
  std::uint8_t first_bit;  ///< the lowest bit of the digit
  std::uint8_t bits;       ///< of the digit
};

/// The floating-point type of the same size.
template <class Word>
using same_size_float = std::conditional_t<sizeof(Word) == 4, float, double>;

template <class Word>
inline constexpr Word top_bit = Word{1} << (8 * sizeof(Word) - 1);

/// Maps floating-point keys to unsigned integers of the same size, which ascend in the order of the
/// keys: -0 below +0, NaN above all others, of either sign and alike.
template <class Word>
struct floating_order {
  static constexpr int sign_bit = 8 * sizeof(Word) - 1;
  static constexpr Word infinity =
      static_cast<Word>(sizeof(Word) == 4 ? 0x7f800000U : 0x7ff0000000000000U);

  Word toggled;  ///< all bits in descending order, else none

  static OMPRIM_INLINE floating_order of(key_kind /*kind*/, bool descending) {
    return {descending ? static_cast<Word>(~Word{0}) : Word{0}};
  }
  [[nodiscard]] OMPRIM_INLINE Word operator()(Word bits) const {
    using signed_word = std::make_signed_t<Word>;
    const auto all_if_negative = static_cast<Word>(static_cast<signed_word>(bits) >> sign_bit);
    const bool is_nan = (bits & ~top_bit<Word>) > infinity;
    const Word ordered = bits ^ (all_if_negative | top_bit<Word>);
    return (is_nan ? static_cast<Word>(~Word{0}) : ordered) ^ toggled;
  }
  /// The key at a place in the order; of all NaN the quiet one without a sign.
  [[nodiscard]] OMPRIM_INLINE Word key_at(Word place) const {
    constexpr auto quiet_nan = static_cast<Word>(infinity | (infinity & ~(infinity << 1)) >> 1);
    const Word ordered = place ^ toggled;
    if (ordered == static_cast<Word>(~Word{0})) return quiet_nan;
    return ordered >= top_bit<Word> ? ordered ^ top_bit<Word> : static_cast<Word>(~ordered);
  }
};

/// The same for integers.
template <class Word>
struct integer_order {
  Word toggled;

  static OMPRIM_INLINE integer_order of(key_kind kind, bool descending) {
    const Word sign = kind == key_kind::signed_integer ? top_bit<Word> : Word{0};
    return {descending ? static_cast<Word>(~sign) : sign};
  }
  [[nodiscard]] OMPRIM_INLINE Word operator()(Word bits) const { return bits ^ toggled; }
  [[nodiscard]] OMPRIM_INLINE Word key_at(Word place) const { return place ^ toggled; }
};

/// Calls f(order) with the order of a kind of keys.
template <class Word, class Function>
OMPRIM_INLINE void with_order(key_kind kind, bool descending, Function&& f) {
  if (kind == key_kind::floating) {
    f(floating_order<Word>::of(kind, descending));
  } else {
    f(integer_order<Word>::of(kind, descending));
  }
}

/// A digit of each floating-point key, as an index from 0 to 255: that of its place in the order,
/// in fewer instructions.
template <class Word>
struct floating_digit {
  using order_type = floating_order<Word>;

  std::uint32_t toggled;
  std::uint32_t top;  ///< the sign bit, if the digit has it
  std::uint32_t first_bit;
  std::uint32_t last;  ///< the greatest digit

  static OMPRIM_INLINE floating_digit of(const digit_choice& choice) {
    return {choice.descending ? ~0U : 0U,
            static_cast<std::uint32_t>(top_bit<Word> >> choice.first_bit), choice.first_bit,
            (1U << choice.bits) - 1U};
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t operator()(Word key) const {
    using signed_word = std::make_signed_t<Word>;
    const auto all_if_negative =
        static_cast<std::uint32_t>(static_cast<signed_word>(key) >> order_type::sign_bit);
    const std::uint32_t ordered =
        static_cast<std::uint32_t>(key >> first_bit) ^ (all_if_negative | top);
    const bool is_nan = __builtin_isnan(__builtin_bit_cast(same_size_float<Word>, key));
    return ((is_nan ? ~0U : ordered) ^ toggled) & last;
  }
};

/// The same of an integer key, in fewer instructions: the order is that of its digits.
template <class Word>
struct integer_digit {
  using order_type = integer_order<Word>;

  std::uint32_t toggled;
  std::uint32_t first_bit;
  std::uint32_t last;

  static OMPRIM_INLINE integer_digit of(const digit_choice& choice) {
    const auto order = order_type::of(choice.kind, choice.descending);
    return {static_cast<std::uint32_t>(order.toggled >> choice.first_bit), choice.first_bit,
            (1U << choice.bits) - 1U};
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t operator()(Word key) const {
    return (static_cast<std::uint32_t>(key >> first_bit) ^ toggled) & last;
  }
};

/// Calls f(digit) with a digit of a kind of keys, for its type only.
template <class Word, class Function>
OMPRIM_INLINE void with_digit_type(key_kind kind, Function&& f) {
  if (kind == key_kind::floating) {
    f(floating_digit<Word>{});
  } else {
    f(integer_digit<Word>{});
  }
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
