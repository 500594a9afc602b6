// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <immintrin.h>

#include <omprim/detail/base/abi.hpp>

/// The part of simd/streaming_store.hpp for x86.
namespace omprim::inline OMPRIM_ABI::kernel::detail {

#if defined(__AVX512F__)
inline constexpr std::size_t most_streamed_bytes = 64;
#elif defined(__AVX__)
inline constexpr std::size_t most_streamed_bytes = 32;
#else
inline constexpr std::size_t most_streamed_bytes = 16;
#endif

template <std::size_t bytes, class V>
OMPRIM_INLINE void stream_register(void* to, const V& values) {
#if defined(__AVX512F__)
  if constexpr (bytes == 64) {
    _mm512_stream_si512(static_cast<__m512i*>(to), __builtin_bit_cast(__m512i, values));
  }
#endif
#if defined(__AVX__)
  if constexpr (bytes == 32) {
    _mm256_stream_si256(static_cast<__m256i*>(to), __builtin_bit_cast(__m256i, values));
  }
#endif
  if constexpr (bytes == 16) {
    _mm_stream_si128(static_cast<__m128i*>(to), __builtin_bit_cast(__m128i, values));
  }
}

OMPRIM_INLINE void fence_streams() { _mm_sfence(); }

}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
