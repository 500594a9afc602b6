// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/policy.hpp>
#if !OMPRIM_SIMT && defined(__SSE2__)
#include <omprim/detail/simd/x86/streaming_store.hpp>
#else
/// Other processors store as always.
namespace omprim::inline OMPRIM_ABI::kernel::detail {
inline constexpr std::size_t most_streamed_bytes = 0;
template <std::size_t bytes, class V>
void stream_register(void* to, const V& values) = delete;
OMPRIM_INLINE void fence_streams() {}
}  // namespace omprim::inline OMPRIM_ABI::kernel::detail
#endif

/// Streaming (non-temporal) stores of whole aligned packs, for consecutive output. Host only.
///
/// An ordinary store first reads the cache line that it writes to. Without that read, an output
/// larger than the caches takes two thirds of the time. Selections gain nothing: they would have
/// to gather whole lines first.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Whether an output of `count` elements is streamed: it is large enough, and this compilation has
/// the instructions.
template <class T>
OMPRIM_INLINE bool is_streamed(std::uint64_t count) {
  return detail::most_streamed_bytes > 0 && has_vectors<T> &&
         count >= vector_store_policy::streamed_bytes / sizeof(T);
}

/// The number of elements from p up to the next address aligned for a pack of N.
template <int N, class T>
OMPRIM_INLINE int before_aligned(const T* p) {
  constexpr std::size_t bytes = N * sizeof(T);
  return static_cast<int>((bytes - reinterpret_cast<std::uintptr_t>(p) % bytes) % bytes /
                          sizeof(T));
}

/// Streams a pack of 16, 32 or 64 bytes, or of a larger power of two, to an address with the same
/// alignment (64 at most).
template <int N, class T>
OMPRIM_INLINE void stream_pack(T* p, const pack<T, N>& values) {
  constexpr std::size_t bytes = N * sizeof(T);
  if constexpr (detail::most_streamed_bytes == 0 || bytes < 16) {
    store_pack<N, false>(p, values);
  } else if constexpr (bytes > detail::most_streamed_bytes) {
    stream_pack<N / 2>(p, half_pack<T, N, 0>(values));
    stream_pack<N / 2>(p + N / 2, half_pack<T, N, 1>(values));
  } else {
    detail::stream_register<bytes>(p, values);
  }
}

/// Orders the streamed stores before the later stores of this thread: a thread that sees one of the
/// later stores also sees the streamed values.
OMPRIM_INLINE void finish_streaming() { detail::fence_streams(); }

}  // namespace omprim::inline OMPRIM_ABI::kernel
