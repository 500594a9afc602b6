// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

#if !OMPRIM_SIMT && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define OMPRIM_RANGE_INSTRUCTIONS 1
#include <omprim/detail/simd/x86/float_register.hpp>
#else
#define OMPRIM_RANGE_INSTRUCTIONS 0
namespace omprim::inline OMPRIM_ABI::kernel::detail {
template <class T, std::size_t bytes>
struct float_register;
}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
#endif

/// Minimum and maximum of floats by AVX-512's range instruction, which orders -0 below +0. Host
/// only.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Whether this compilation has the instruction for packs of N elements of type T.
template <class T, int N>
inline constexpr bool has_ordered_extreme =
    OMPRIM_RANGE_INSTRUCTIONS != 0 && std::is_floating_point_v<T> &&
    (N * sizeof(T) == 16 || N * sizeof(T) == 32 || N * sizeof(T) == 64);

/// The smaller or the greater of a and b, lane by lane; unspecified where either is NaN.
template <bool greater, class T, int N>
OMPRIM_INLINE pack<T, N> ordered_extreme(const pack<T, N>& a, const pack<T, N>& b) {
  using unit = detail::float_register<T, N * sizeof(T)>;
  constexpr int sign_of_result = 1 << 2;
  constexpr int how = sign_of_result | (greater ? 1 : 0);
  return __builtin_bit_cast(pack<T, N>,
                            unit::template range<how>(__builtin_bit_cast(typename unit::type, a),
                                                      __builtin_bit_cast(typename unit::type, b)));
}

/// One bit per lane, set where a or b is NaN.
template <class T, int N>
OMPRIM_INLINE unsigned unordered_lanes(const pack<T, N>& a, const pack<T, N>& b) {
  using unit = detail::float_register<T, N * sizeof(T)>;
  return unit::unordered(__builtin_bit_cast(typename unit::type, a),
                         __builtin_bit_cast(typename unit::type, b));
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
