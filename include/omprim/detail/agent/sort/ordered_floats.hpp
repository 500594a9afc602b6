// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Keys that are no NaN as unsigned integers, which ascend with them, and back.
template <class Word>
struct ordered_floats {
  Word toggled;  ///< all bits in descending order, else none

  static OMPRIM_INLINE ordered_floats of(bool descending) {
    return {descending ? static_cast<Word>(~Word{0}) : Word{0}};
  }
  /// The bits of the integers that decide.
  static OMPRIM_INLINE sorted_bits bits_of(const sorted_bits& bits) {
    return {kernel::key_kind::unsigned_integer, false, bits.first, bits.last};
  }

  /// The place of a key in order.
  [[nodiscard]] OMPRIM_INLINE Word operator()(Word key) const { return encode(key); }
  [[nodiscard]] OMPRIM_INLINE Word encode(Word key) const {
    return static_cast<Word>(key ^ (all_if_top_bit_of(key) | kernel::top_bit<Word>)^toggled);
  }
  /// The key at a place.
  [[nodiscard]] OMPRIM_INLINE Word key_at(Word place) const { return decode(place); }
  [[nodiscard]] OMPRIM_INLINE Word decode(Word ordered) const {
    const auto place = static_cast<Word>(ordered ^ toggled);
    const auto all_if_negative = static_cast<Word>(~all_if_top_bit_of(place));
    return place ^ (all_if_negative | kernel::top_bit<Word>);
  }

 private:
  static OMPRIM_INLINE Word all_if_top_bit_of(Word word) {
    using signed_word = std::make_signed_t<Word>;
    return static_cast<Word>(static_cast<signed_word>(word) >> (8 * sizeof(Word) - 1));
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
