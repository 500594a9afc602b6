// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/simd/pack.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Keys as numbers that processors compare, in ascending order: signed integers, since AVX2
/// compares no others of 8 bytes, and floating-point numbers as such. The latter must not be NaN,
/// and do not tell -0 from +0.
template <class Word, bool is_floating>
struct native_keys {
  using number = std::conditional_t<is_floating, kernel::same_size_float<Word>,
                                    kernel::same_size_signed<Word>>;
  static constexpr number greatest = std::numeric_limits<number>::has_infinity
                                         ? std::numeric_limits<number>::infinity()
                                         : std::numeric_limits<number>::max();

  Word toggled;

  static OMPRIM_INLINE native_keys of(const sorted_bits& bits) {
    constexpr Word sign = kernel::top_bit<Word>;
    if constexpr (is_floating) {
      return {bits.descending ? sign : Word{0}};
    } else {
      const auto order = kernel::integer_order<Word>::of(bits.kind, bits.descending);
      return {static_cast<Word>(order.toggled ^ sign)};
    }
  }
  template <int N>
  [[nodiscard]] OMPRIM_INLINE kernel::pack<number, N> encode(
      const kernel::pack<Word, N>& keys) const {
    return kernel::bits_as<number, N>(keys ^ kernel::broadcast<Word, N>(toggled));
  }
  template <int N>
  [[nodiscard]] OMPRIM_INLINE kernel::pack<Word, N> decode(
      const kernel::pack<number, N>& numbers) const {
    return kernel::bits_as<Word, N>(numbers) ^ kernel::broadcast<Word, N>(toggled);
  }

  /// Whether any of n keys is NaN.
  [[nodiscard]] static OMPRIM_INLINE bool has_nan(const Word* keys, std::uint64_t n) {
    if constexpr (is_floating) {
      kernel::same_size_signed<Word> unordered = 0;
      for (std::uint64_t i = 0; i < n; ++i) {
        const number key = kernel::bits_as<number, 1>(keys[i]);
        unordered |= key != key ? 1 : 0;
      }
      return unordered != 0;
    }
    return false;
  }

  /// Puts -0 before +0 among n sorted keys.
  OMPRIM_INLINE void order_zeros(Word* keys, std::uint64_t n) const {
    if constexpr (is_floating) {
      std::uint64_t begin = 0;
      for (std::uint64_t length = n; length > 0;) {  // bisection
        const std::uint64_t half = length / 2;
        const bool is_before = encode<1>(keys[begin + half]) < number{0};
        begin += is_before ? half + 1 : 0;
        length = is_before ? length - half - 1 : half;
      }
      std::uint64_t negative = 0;
      std::uint64_t end = begin;
      for (; end < n && encode<1>(keys[end]) == number{0}; ++end) {
        negative += decode<1>(number{0}) != keys[end] ? 1U : 0U;
      }
      for (std::uint64_t i = begin; i < end; ++i) {
        keys[i] = decode<1>(i - begin < negative ? -number{0} : number{0});
      }
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
