// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/keep_register.hpp>
#include <omprim/detail/simd/pack.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// Returns first ? a : b without a branch, for conditions that no processor predicts. Compilers
/// make branches of some conditional expressions, even where both sides are computed anyway.
template <class T>
OMPRIM_INLINE T choose(bool first, T a, T b) {
#if !OMPRIM_GPU
  using signed_word = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) {
    using word = std::make_unsigned_t<signed_word>;
    word mask = first ? static_cast<word>(~word{0}) : word{0};
    __asm__("" : "+r"(mask));
    const auto other = static_cast<word>(b);
    return static_cast<T>(other ^ ((static_cast<word>(a) ^ other) & mask));
  }
#if defined(__x86_64__)
  if constexpr (std::is_floating_point_v<T>) {
    constexpr int lanes = 16 / static_cast<int>(sizeof(T));
    pack<signed_word, lanes> mask{};
    pack<T, lanes> chosen{};
    pack<T, lanes> other{};
    mask[0] = first ? -1 : 0;
    chosen[0] = a;
    other[0] = b;
    chosen = mask < 0 ? chosen : other;
    keep_register<T, lanes>(chosen);
    return chosen[0];
  }
#endif
#endif
  return first ? a : b;
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
