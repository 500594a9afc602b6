// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/pack.hpp>

// Bits of the registers that this compilation compresses by instructions.
#if OMPRIM_SIMT
#define OMPRIM_COMPRESS_BITS 0
#elif defined(__AVX512F__) && defined(__AVX512DQ__)
#define OMPRIM_COMPRESS_BITS 512
#elif defined(__AVX2__)
#define OMPRIM_COMPRESS_BITS 256
#elif defined(__SSE4_2__)
#define OMPRIM_COMPRESS_BITS 128
#else
#define OMPRIM_COMPRESS_BITS 0
#endif
#if OMPRIM_COMPRESS_BITS > 0
#include <immintrin.h>
#endif

/// Moves the lanes of a pack whose mask is set to the front, in a register, and stores the
/// whole register: storing through a mask is slow on Zen processors. Host only.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Lanes that one hardware instruction compresses; 1 where there is none.
template <class T>
inline constexpr int compress_lanes = OMPRIM_COMPRESS_BITS > 0
                                          ? OMPRIM_COMPRESS_BITS / 8 / static_cast<int>(sizeof(T))
                                          : 1;

namespace detail {

#if OMPRIM_COMPRESS_BITS == 128 || OMPRIM_COMPRESS_BITS == 256
/// For each mask of `lanes` bits the source bytes of the compressed register, in units of
/// `unit` bytes per entry: what a shuffle instruction takes.
template <int lanes, int entries_per_lane>
struct compress_table {
  static constexpr int entries = lanes * entries_per_lane;
  alignas(16) std::uint8_t of_mask[1 << lanes][entries];

  constexpr compress_table() : of_mask{} {
    for (int mask = 0; mask < (1 << lanes); ++mask) {
      int next = 0;
      for (int lane = 0; lane < lanes; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        for (int part = 0; part < entries_per_lane; ++part) {
          of_mask[mask][next++] = static_cast<std::uint8_t>(lane * entries_per_lane + part);
        }
      }
    }
  }
};
template <int lanes, int entries_per_lane>
inline constexpr compress_table<lanes, entries_per_lane> compress_shuffle{};
#endif

/// The same for exactly one register; returns how many lanes were set.
template <class T, class V, class M>
OMPRIM_INLINE int compress_register(T* to, V values, M mask) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
#if OMPRIM_COMPRESS_BITS == 512
  const auto bits = __builtin_bit_cast(__m512i, values);
  __m512i front;
  unsigned set;
  if constexpr (sizeof(T) == 4) {
    const __mmask16 k = _mm512_movepi32_mask(__builtin_bit_cast(__m512i, mask));
    front = _mm512_maskz_compress_epi32(k, bits);
    set = k;
  } else {
    const __mmask8 k = _mm512_movepi64_mask(__builtin_bit_cast(__m512i, mask));
    front = _mm512_maskz_compress_epi64(k, bits);
    set = k;
  }
  _mm512_storeu_si512(to, front);
  return __builtin_popcount(set);
#elif OMPRIM_COMPRESS_BITS == 256
  const auto bits = __builtin_bit_cast(__m256i, mask);
  unsigned set;
  const std::uint8_t* order;
  if constexpr (sizeof(T) == 4) {
    set = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(bits)));
    order = compress_shuffle<8, 1>.of_mask[set];
  } else {
    set = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(bits)));
    order = compress_shuffle<4, 2>.of_mask[set];
  }
  const __m256i lanes =
      _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(order)));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                      _mm256_permutevar8x32_epi32(__builtin_bit_cast(__m256i, values), lanes));
  return __builtin_popcount(set);
#elif OMPRIM_COMPRESS_BITS == 128
  const auto bits = __builtin_bit_cast(__m128i, mask);
  unsigned set;
  const std::uint8_t* order;
  if constexpr (sizeof(T) == 4) {
    set = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(bits)));
    order = compress_shuffle<4, 4>.of_mask[set];
  } else {
    set = static_cast<unsigned>(_mm_movemask_pd(_mm_castsi128_pd(bits)));
    order = compress_shuffle<2, 8>.of_mask[set];
  }
  const __m128i bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(order));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                   _mm_shuffle_epi8(__builtin_bit_cast(__m128i, values), bytes));
  return __builtin_popcount(set);
#else
  (void)to;
  (void)values;
  (void)mask;
  return 0;
#endif
}

}  // namespace detail

/// Stores the lanes of `values` whose lane in `mask` is set (all bits) at `to`, in order, and
/// returns how many. Writes up to compress_lanes<T> elements from `to` + that number on.
template <class T, int N>
OMPRIM_INLINE int compress(T* to, const pack<T, N>& values,
                           const pack<same_size_signed<T>, N>& mask) {
  if constexpr (N == compress_lanes<T>) {
    return detail::compress_register(to, values, mask);
  } else {
    static_assert(N > compress_lanes<T>);
    using M = same_size_signed<T>;
    const int set = compress<T, N / 2>(to, half_pack<T, N, 0>(values), half_pack<M, N, 0>(mask));
    return set + compress<T, N / 2>(to + set, half_pack<T, N, 1>(values), half_pack<M, N, 1>(mask));
  }
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
