// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

/// The order of floating-point keys, compared by their values: fewer instructions, where they tell.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Order>
inline constexpr bool has_value_order = false;
template <class Word>
inline constexpr bool has_value_order<floating_order<Word>> = true;

template <class Word>
struct value_order {
  using value = same_size_float<Word>;

  bool descending;

  static OMPRIM_INLINE value_order of(const floating_order<Word>& order) {
    return {order.toggled != 0};
  }
  /// Whether values tell which keys are not after `limit`: it is a number and, if a zero, the later
  /// one of the two.
  [[nodiscard]] OMPRIM_INLINE bool tells(Word limit) const {
    const auto number = __builtin_bit_cast(value, limit);
    return number == number && limit != (descending ? Word{0} : top_bit<Word>);
  }
  /// Whether a key is not after a limit for which values tell. NaN is last in ascending order.
  [[nodiscard]] OMPRIM_INLINE bool is_not_after(Word key, Word limit) const {
    const auto a = __builtin_bit_cast(value, key);
    const auto b = __builtin_bit_cast(value, limit);
    return descending ? !(a < b) : a <= b;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
