// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/policy.hpp>

// Register width in bits for which this compilation has compress instructions or emulates them by
// a table and a shuffle; 0 where it has neither.
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

/// Compress: moves the lanes of a pack that a mask selects to the front and stores them. Host only.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Lanes that one compress of a register takes; 1 where compress is neither an instruction nor
/// emulated.
template <class T>
inline constexpr int compress_lanes = OMPRIM_COMPRESS_BITS > 0
                                          ? OMPRIM_COMPRESS_BITS / 8 / static_cast<int>(sizeof(T))
                                          : 1;

/// How the selected lanes of a register are stored.
enum class lane_store {
  whole,   ///< full-vector store: also overwrites elements after the last selected lane
  masked,  ///< masked store: writes the selected lanes only
  direct   ///< compress-store instruction, straight to memory: writes the selected lanes only
};

/// Whether this compilation has stores that write the selected lanes only.
inline constexpr bool compresses_exactly = OMPRIM_COMPRESS_BITS == 512;

/// Whether compressed lanes are stored by one instruction straight to memory.
OMPRIM_INLINE bool compresses_into_memory() {
  return compresses_exactly && vector_store_policy::compresses_into_memory();
}

namespace detail {

#if OMPRIM_COMPRESS_BITS == 128 || OMPRIM_COMPRESS_BITS == 256
/// The operand of the shuffle instruction for each mask of `lanes` bits: which source entry each
/// entry of the compressed register comes from. A lane has `entries_per_lane` entries.
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

/// One bit per lane of a register, from a mask whose lanes are all ones or all zeros.
template <class T, class M>
OMPRIM_INLINE unsigned register_bits(M mask) {
#if OMPRIM_COMPRESS_BITS == 512
  const auto bits = __builtin_bit_cast(__m512i, mask);
  if constexpr (sizeof(T) == 4) return _mm512_movepi32_mask(bits);
  return _mm512_movepi64_mask(bits);
#elif OMPRIM_COMPRESS_BITS == 256
  const auto bits = __builtin_bit_cast(__m256i, mask);
  if constexpr (sizeof(T) == 4) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(bits)));
  }
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(bits)));
#elif OMPRIM_COMPRESS_BITS == 128
  const auto bits = __builtin_bit_cast(__m128i, mask);
  if constexpr (sizeof(T) == 4) {
    return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(bits)));
  }
  return static_cast<unsigned>(_mm_movemask_pd(_mm_castsi128_pd(bits)));
#else
  return mask != 0 ? 1 : 0;
#endif
}

/// Stores the lanes of one register whose bit is set. `how` decides whether elements after
/// them are overwritten.
template <lane_store how, class T, class V>
OMPRIM_INLINE void compress_register(T* to, V values, unsigned bits) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  static_assert(how == lane_store::whole || compresses_exactly);
#if OMPRIM_COMPRESS_BITS == 512
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
#elif OMPRIM_COMPRESS_BITS == 256
  constexpr int lanes = 32 / static_cast<int>(sizeof(T));
  const auto* order = compress_shuffle<lanes, static_cast<int>(sizeof(T)) / 4>.of_mask[bits];
  const __m256i words =
      _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(order)));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                      _mm256_permutevar8x32_epi32(__builtin_bit_cast(__m256i, values), words));
#elif OMPRIM_COMPRESS_BITS == 128
  constexpr int lanes = 16 / static_cast<int>(sizeof(T));
  const auto* order = compress_shuffle<lanes, static_cast<int>(sizeof(T))>.of_mask[bits];
  const __m128i bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(order));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                   _mm_shuffle_epi8(__builtin_bit_cast(__m128i, values), bytes));
#else
  if (bits != 0) *to = values;
#endif
}

}  // namespace detail

/// One bit per lane of a pack mask whose lanes are all ones or all zeros.
template <class T, int N>
OMPRIM_INLINE std::uint64_t lane_bits(const pack<same_size_signed<T>, N>& mask) {
  using M = same_size_signed<T>;
  if constexpr (N == compress_lanes<T>) {
    return detail::register_bits<T>(mask);
  } else {
    static_assert(N > compress_lanes<T> && N <= 64);
    return lane_bits<T, N / 2>(half_pack<M, N, 0>(mask)) |
           lane_bits<T, N / 2>(half_pack<M, N, 1>(mask)) << (N / 2);
  }
}

/// Stores the lanes of `values` whose bit is set at `to`, in order, and returns their number. With
/// lane_store::whole, up to compress_lanes<T> elements after them are overwritten as well.
template <class T, int N, lane_store how = lane_store::whole>
OMPRIM_INLINE int compress(T* to, const pack<T, N>& values, std::uint64_t bits) {
  if constexpr (N == compress_lanes<T>) {
    detail::compress_register<how>(to, values, static_cast<unsigned>(bits));
    return __builtin_popcountll(bits);
  } else {
    constexpr std::uint64_t lower = (std::uint64_t(1) << (N / 2)) - 1;
    const int set = compress<T, N / 2, how>(to, half_pack<T, N, 0>(values), bits & lower);
    return set + compress<T, N / 2, how>(to + set, half_pack<T, N, 1>(values), bits >> (N / 2));
  }
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
