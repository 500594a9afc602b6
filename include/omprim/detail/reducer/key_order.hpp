// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

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

/// Maps keys of one kind to unsigned integers of the same size, which ascend in the order of the
/// keys: -0 below +0, NaN above all others, of either sign and alike.
template <class Word>
struct key_order {
  static constexpr Word top_bit = Word{1} << (8 * sizeof(Word) - 1);
  static constexpr Word infinity =
      static_cast<Word>(sizeof(Word) == 4 ? 0x7f800000U : 0x7ff0000000000000U);

  Word sign;       ///< toggled in all keys
  Word negative;   ///< toggled in keys with the highest bit
  Word greatest;   ///< magnitude above which a key is NaN
  Word direction;  ///< toggled at last

  static OMPRIM_INLINE key_order of(key_kind kind, bool descending) {
    const bool is_float = kind == key_kind::floating;
    return {kind == key_kind::unsigned_integer ? Word{0} : top_bit,
            is_float ? static_cast<Word>(~top_bit) : Word{0},
            is_float ? infinity : static_cast<Word>(~top_bit),
            descending ? static_cast<Word>(~Word{0}) : Word{0}};
  }
  [[nodiscard]] OMPRIM_INLINE Word operator()(Word bits) const {
    const Word ordered = bits ^ sign ^ ((bits & top_bit) != 0 ? negative : Word{0});
    const bool is_nan = (bits & ~top_bit) > greatest;
    return (is_nan ? static_cast<Word>(~Word{0}) : ordered) ^ direction;
  }
};

/// The same for integers, in fewer instructions.
template <class Word>
struct integer_order {
  Word toggled;

  static OMPRIM_INLINE integer_order of(key_kind kind, bool descending) {
    const auto order = key_order<Word>::of(kind, descending);
    return {static_cast<Word>(order.sign ^ order.direction)};
  }
  [[nodiscard]] OMPRIM_INLINE Word operator()(Word bits) const { return bits ^ toggled; }
};

/// A digit of each key, as an index from 0 to 255.
template <class Word, class Order = key_order<Word>>
struct key_digit {
  static constexpr int count = 256;

  Order order;
  std::uint32_t first_bit;
  std::uint32_t last;  ///< the greatest digit

  static OMPRIM_INLINE key_digit of(const digit_choice& choice) {
    return {Order::of(choice.kind, choice.descending), choice.first_bit, (1U << choice.bits) - 1U};
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t operator()(Word key) const {
    return static_cast<std::uint32_t>(order(key) >> first_bit) & last;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
