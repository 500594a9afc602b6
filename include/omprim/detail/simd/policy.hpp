// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Measured choices between instructions of processors.
namespace omprim::inline OMPRIM_ABI::kernel {

struct vector_store_policy {
  /// Outputs of at least this many bytes are streamed: they would not stay in a cache anyway.
  static constexpr std::uint64_t streamed_bytes = std::uint64_t{32} << 20;

  /// Whether a compress-store of AVX-512 to memory is as fast as a compress followed by a store. It
  /// is on Intel's processors; on AMD's it takes a hundred cycles (Zen 4).
  static OMPRIM_INLINE bool compresses_into_memory() {
#if defined(__x86_64__) && !OMPRIM_SIMT
    return __builtin_cpu_is("intel") != 0;
#else
    return false;
#endif
  }
};

struct vector_fetch_policy {
  /// Inputs of more bytes come from memory, not from a cache.
  static constexpr std::uint64_t cached_bytes = std::uint64_t{24} << 20;

  /// How many bytes ahead a loop fetches the array that it reads in order; 0: it fetches nothing.
  ///
  ///   - An Emerald Rapids then reads more from memory than by its own prefetchers alone: sums take
  ///     0.94 of the time, minima 0.87, sums of segments of 30 to 100 doubles 0.8 to 0.85, scans
  ///     0.8, selections that keep few elements 0.8. 1024 to 3072 bytes are as good, 8192 are too
  ///     many. From its third cache, nothing changes (2026-11-29).
  ///   - All processors of Intel are taken to be like it.
  ///   - A Zen 5 then reads its third cache at 0.6 to 0.8 of the speed, even if a loop fetches the
  ///     line that it reads next (2026-11-30). Others are not measured.
  static OMPRIM_INLINE std::uint64_t bytes_ahead() {
#if defined(__x86_64__) && !OMPRIM_SIMT
    if (__builtin_cpu_is("intel")) return 2048;
#endif
    return 0;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
