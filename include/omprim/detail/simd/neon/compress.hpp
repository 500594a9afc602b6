// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <arm_neon.h>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/compress_table.hpp>
#include <omprim/detail/simd/lane_store.hpp>

/// The part of simd/compress.hpp for NEON: a table look-up moves the bytes of the selected lanes.
namespace omprim::inline OMPRIM_ABI::kernel::detail {

inline constexpr int compress_bytes = 16;
inline constexpr bool has_masked_stores = false;

template <class T, class M>
OMPRIM_INLINE unsigned register_bits(M mask) {
  if constexpr (sizeof(T) == 4) {
    const uint32x4_t weights = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(__builtin_bit_cast(uint32x4_t, mask), weights));
  } else {
    const uint64x2_t weights = {1, 2};
    const uint64x2_t weighted = vandq_u64(__builtin_bit_cast(uint64x2_t, mask), weights);
    return static_cast<unsigned>(vaddvq_u64(weighted));
  }
}

/// The lanes whose bit is set, and then the others.
template <class T, class V>
OMPRIM_INLINE uint8x16_t selected_first(V values, unsigned bits) {
  constexpr int lanes = 16 / static_cast<int>(sizeof(T));
  const std::uint8_t* of_mask = compress_shuffle<lanes, static_cast<int>(sizeof(T))>.of_mask[bits];
  return vqtbl1q_u8(__builtin_bit_cast(uint8x16_t, values), vld1q_u8(of_mask));
}

template <lane_store how, class T, class V>
OMPRIM_INLINE void compress_register(T* to, V values, unsigned bits) {
  vst1q_u8(reinterpret_cast<std::uint8_t*>(to), selected_first<T>(values, bits));
}

template <class T, class V>
OMPRIM_INLINE void split_register(T* lower, T* upper_end, V values, unsigned bits) {
  constexpr int lanes = 16 / static_cast<int>(sizeof(T));
  const uint8x16_t split = selected_first<T>(values, bits);
  vst1q_u8(reinterpret_cast<std::uint8_t*>(lower), split);
  vst1q_u8(reinterpret_cast<std::uint8_t*>(upper_end - lanes), split);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
