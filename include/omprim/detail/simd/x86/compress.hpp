// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <immintrin.h>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/compress_table.hpp>
#include <omprim/detail/simd/lane_store.hpp>

/// The part of simd/compress.hpp for x86: compress instructions of AVX-512; a table and a shuffle
/// with SSE4.2 and AVX2.
namespace omprim::inline OMPRIM_ABI::kernel::detail {

#if defined(__AVX2__)
/// The entry of compress_shuffle for a mask, which has 8 bytes.
template <int lanes, int entries_per_lane>
OMPRIM_INLINE __m128i order_of(unsigned mask) {
  static_assert(lanes * entries_per_lane == 8);
  const auto* order = compress_shuffle<lanes, entries_per_lane>.of_mask[mask];
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(order));
}
#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__)

inline constexpr int compress_bytes = 64;
inline constexpr bool has_masked_stores = true;

template <class T, class M>
OMPRIM_INLINE unsigned register_bits(M mask) {
  const auto bits = __builtin_bit_cast(__m512i, mask);
  if constexpr (sizeof(T) == 4) return _mm512_movepi32_mask(bits);
  return _mm512_movepi64_mask(bits);
}

template <lane_store how, class T, class V>
OMPRIM_INLINE void compress_register(T* to, V values, unsigned bits) {
  const auto all = __builtin_bit_cast(__m512i, values);
  const unsigned stored = how == lane_store::masked ? (1U << __builtin_popcount(bits)) - 1 : ~0U;
  if constexpr (how == lane_store::direct && sizeof(T) == 4) {
    _mm512_mask_compressstoreu_epi32(to, static_cast<__mmask16>(bits), all);
  } else if constexpr (how == lane_store::direct) {
    _mm512_mask_compressstoreu_epi64(to, static_cast<__mmask8>(bits), all);
  } else if constexpr (sizeof(T) == 4) {
    const __m512i kept = _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), all);
    _mm512_mask_storeu_epi32(to, static_cast<__mmask16>(stored), kept);
  } else {
    const __m512i kept = _mm512_maskz_compress_epi64(static_cast<__mmask8>(bits), all);
    _mm512_mask_storeu_epi64(to, static_cast<__mmask8>(stored), kept);
  }
}

/// 8-byte lanes by a table and a shuffle, where two compress instructions take longer.
template <class T, class V>
OMPRIM_INLINE void split_register(T* lower, T* upper_end, V values, unsigned bits) {
  const auto all = __builtin_bit_cast(__m512i, values);
  if constexpr (sizeof(T) == 8) {
    const __m512i split = _mm512_permutexvar_epi64(_mm512_cvtepu8_epi64(order_of<8, 1>(bits)), all);
    _mm512_storeu_si512(lower, split);
    _mm512_storeu_si512(upper_end - 8, split);
  } else {
    const int others = 16 - __builtin_popcount(bits);
    const auto first = static_cast<__mmask16>((1U << others) - 1);
    _mm512_storeu_si512(lower, _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), all));
    _mm512_mask_storeu_epi32(upper_end - others, first,
                             _mm512_maskz_compress_epi32(static_cast<__mmask16>(~bits), all));
  }
}

#elif defined(__AVX2__)

inline constexpr int compress_bytes = 32;
inline constexpr bool has_masked_stores = false;

template <class T, class M>
OMPRIM_INLINE unsigned register_bits(M mask) {
  const auto bits = __builtin_bit_cast(__m256i, mask);
  if constexpr (sizeof(T) == 4) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(bits)));
  }
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(bits)));
}

/// The lanes whose bit is set, and then the others.
template <class T, class V>
OMPRIM_INLINE __m256i selected_first(V values, unsigned bits) {
  constexpr int entries = static_cast<int>(sizeof(T)) / 4;
  const __m256i words = _mm256_cvtepu8_epi32(order_of<8 / entries, entries>(bits));
  return _mm256_permutevar8x32_epi32(__builtin_bit_cast(__m256i, values), words);
}

template <lane_store how, class T, class V>
OMPRIM_INLINE void compress_register(T* to, V values, unsigned bits) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), selected_first<T>(values, bits));
}

template <class T, class V>
OMPRIM_INLINE void split_register(T* lower, T* upper_end, V values, unsigned bits) {
  constexpr int lanes = 32 / static_cast<int>(sizeof(T));
  const __m256i split = selected_first<T>(values, bits);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(lower), split);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(upper_end - lanes), split);
}

#else

inline constexpr int compress_bytes = 16;
inline constexpr bool has_masked_stores = false;

template <class T, class M>
OMPRIM_INLINE unsigned register_bits(M mask) {
  const auto bits = __builtin_bit_cast(__m128i, mask);
  if constexpr (sizeof(T) == 4) {
    return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(bits)));
  }
  return static_cast<unsigned>(_mm_movemask_pd(_mm_castsi128_pd(bits)));
}

/// The lanes whose bit is set, and then the others.
template <class T, class V>
OMPRIM_INLINE __m128i selected_first(V values, unsigned bits) {
  constexpr int lanes = 16 / static_cast<int>(sizeof(T));
  const auto* order = compress_shuffle<lanes, static_cast<int>(sizeof(T))>.of_mask[bits];
  const __m128i bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(order));
  return _mm_shuffle_epi8(__builtin_bit_cast(__m128i, values), bytes);
}

template <lane_store how, class T, class V>
OMPRIM_INLINE void compress_register(T* to, V values, unsigned bits) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), selected_first<T>(values, bits));
}

template <class T, class V>
OMPRIM_INLINE void split_register(T* lower, T* upper_end, V values, unsigned bits) {
  constexpr int lanes = 16 / static_cast<int>(sizeof(T));
  const __m128i split = selected_first<T>(values, bits);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(lower), split);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(upper_end - lanes), split);
}

#endif

}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
