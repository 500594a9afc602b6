// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Measured choices of reductions that read whole arrays.
namespace omprim::inline OMPRIM_ABI::strategy {

/// On GPUs: H200, 2026-11-23 (benchmarks/results/2026-11-23_h200_reduce.md).
struct simt_reduce_policy {
  /// Threads for which a multiprocessor has registers: few, each with many loads under way.
  static constexpr int threads_per_unit = 512;
};

/// On processors: Zen 4 and Sapphire Rapids, 2026-11-23
/// (benchmarks/results/2026-11-23_zen4_reduce.md, 2026-11-23_xeon_reduce.md).
struct vector_reduce_policy {
  /// A share of at least this many tiles (some megabytes) may be read as several streams.
  static constexpr std::uint64_t long_share = 1024;
  /// The streams of a long share, counted over all arrays: they keep several prefetchers busy.
  static constexpr std::uint64_t streams = 4;
  /// Inputs up to this size come from a cache, where every processor reads several streams. From
  /// memory, streams make Intel processors 8 to 10 % faster (Sapphire Rapids) and AMD processors a
  /// fifth slower (Zen 4): only Intel processors read them there.
  static constexpr std::uint64_t cached_bytes = std::uint64_t{24} << 20;

  /// The number of streams in which a thread reads a long share of an input of `bytes` bytes in
  /// `arrays` arrays.
  static OMPRIM_INLINE std::uint64_t streams_of([[maybe_unused]] std::uint64_t bytes,
                                                [[maybe_unused]] std::uint64_t arrays) {
#if !OMPRIM_SIMT && defined(__x86_64__)
    if (bytes <= cached_bytes || __builtin_cpu_is("intel")) return streams / arrays;
#endif
    return 1;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
