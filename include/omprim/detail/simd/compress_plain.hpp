// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/lane_store.hpp>

/// The part of simd/compress.hpp for processors without compress: one lane at a time.
namespace omprim::inline OMPRIM_ABI::kernel::detail {

inline constexpr int compress_bytes = 0;
inline constexpr bool has_masked_stores = false;

template <class T, class M>
OMPRIM_INLINE unsigned register_bits(M mask) {
  return mask != 0 ? 1 : 0;
}

template <lane_store how, class T, class V>
OMPRIM_INLINE void compress_register(T* to, V values, unsigned bits) {
  if (bits != 0) *to = values;
}

template <class T, class V>
OMPRIM_INLINE void split_register(T* lower, T* upper_end, V values, unsigned bits) {
  *(bits != 0 ? lower : upper_end - 1) = values;
}

}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
