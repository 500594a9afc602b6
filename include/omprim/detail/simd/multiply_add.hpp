// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Fused multiply-add of packs.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Whether the target has an instruction for it. Without one, fma() would be a call to the
/// mathematical library, which C programs do not link.
template <class T>
inline constexpr bool has_multiply_add =
#if OMPRIM_GPU || defined(__FMA__) || defined(__aarch64__)
    std::is_floating_point_v<T>;
#else
    false;
#endif

/// a * b + c of each lane, rounded once.
template <class T, int N>
OMPRIM_INLINE pack<T, N> multiply_add(const pack<T, N>& a, const pack<T, N>& b,
                                      const pack<T, N>& c) {
  static_assert(has_multiply_add<T>);
  const auto of_one = [](T x, T y, T z) OMPRIM_INLINE_LAMBDA {
    if constexpr (sizeof(T) == 4) {
      return __builtin_fmaf(x, y, z);
    } else {
      return __builtin_fma(x, y, z);
    }
  };
  if constexpr (N == 1) {
    return of_one(a, b, c);
  } else {
#if defined(__clang__)
    return __builtin_elementwise_fma(a, b, c);
#else
    pack<T, N> result;
    for (int i = 0; i < N; ++i) result[i] = of_one(a[i], b[i], c[i]);
    return result;
#endif
  }
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
