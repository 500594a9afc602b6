// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <immintrin.h>

#include <omprim/detail/base/abi.hpp>

/// The part of simd/min_max_ordered.hpp for x86 with AVX-512.
namespace omprim::inline OMPRIM_ABI::kernel::detail {

template <class T, std::size_t bytes>
struct float_register;

// One specialisation per register type: the names of its intrinsics differ.
#define OMPRIM_FLOAT_REGISTER(T, bytes, whole, prefix, suffix) \
  template <>                                                  \
  struct float_register<T, bytes> {                            \
    using type = whole;                                        \
    template <int how>                                         \
    static OMPRIM_INLINE type range(type a, type b) {          \
      return prefix##_range_##suffix(a, b, how);               \
    }                                                          \
    static OMPRIM_INLINE unsigned unordered(type a, type b) {  \
      return prefix##_cmp_##suffix##_mask(a, b, _CMP_UNORD_Q); \
    }                                                          \
  };
OMPRIM_FLOAT_REGISTER(double, 64, __m512d, _mm512, pd)
OMPRIM_FLOAT_REGISTER(double, 32, __m256d, _mm256, pd)
OMPRIM_FLOAT_REGISTER(double, 16, __m128d, _mm, pd)
OMPRIM_FLOAT_REGISTER(float, 64, __m512, _mm512, ps)
OMPRIM_FLOAT_REGISTER(float, 32, __m256, _mm256, ps)
OMPRIM_FLOAT_REGISTER(float, 16, __m128, _mm, ps)
#undef OMPRIM_FLOAT_REGISTER

}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
