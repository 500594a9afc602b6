// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/policy.hpp>

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
  /// Whether it is fast to take minima without notes first, by products of values. A Zen 3 adds in
  /// the units that compare, and multiplies in others: 1.6 times as fast in its first cache as by
  /// sums (2026-11-30). Intel's processors of that time compute products of subnormal numbers by
  /// microcode, which takes longer than all notes.
  static OMPRIM_INLINE bool takes_quickly() {
#if !OMPRIM_SIMT && defined(__x86_64__) && defined(__FMA__)
    return __builtin_cpu_is("intel") == 0;
#else
    return true;
#endif
  }
  /// How many tiles a group takes quickly, after `before` of them, until it looks whether that was
  /// right: few at first, since they may have to be taken again.
  static constexpr std::uint64_t quick_tiles(std::uint64_t before) { return before == 0 ? 2 : 16; }
  /// Rows that a loop takes in one round: those of a tile, but 1 kB at most, or a row. If it takes
  /// 2 kB, a Zen 5 reads its second cache at 0.7 of the speed (2026-11-30).
  template <class Rows>
  static constexpr std::uint64_t unrolled_rows() {
    return std::gcd(Rows::per_tile, std::max<std::uint64_t>(1024 / Rows::row_bytes, 1));
  }
  /// A share of at least this many tiles (some megabytes) may be read as several streams.
  static constexpr std::uint64_t long_share = 1024;
  /// The streams of a long share, counted over all arrays: they keep several prefetchers busy.
  static constexpr std::uint64_t streams = 4;
  /// A stream begins this many tiles later than at an equal part. From 13 to 64 of 1 kB, exact sums
  /// of 2^29 bytes are 1.5 times as fast as by none (Zen 3, 2026-11-27).
  static constexpr std::uint64_t stream_skew = 21;
  /// Inputs up to this size come from a cache, where processors read several streams, all but a Zen
  /// 5: its third cache reads one at 1.2 to 1.9 times the speed of four (2026-11-30). From memory,
  /// only those do that it makes faster: a Zen 3 by a quarter (2026-11-27), a Sapphire Rapids by 8
  /// to 10 %. It makes a Zen 4 slower by a fifth, and a Zen 5 no faster, if its loops take 1 kB.
  static constexpr std::uint64_t cached_bytes = kernel::vector_fetch_policy::cached_bytes;

  /// The number of streams in which a thread reads a long share of an input of `bytes` bytes in
  /// `arrays` arrays.
  static OMPRIM_INLINE std::uint64_t streams_of([[maybe_unused]] std::uint64_t bytes,
                                                [[maybe_unused]] std::uint64_t arrays) {
#if !OMPRIM_SIMT && defined(__x86_64__)
    const bool reads_streams =
        bytes <= cached_bytes ? !is_zen5() : __builtin_cpu_is("intel") || is_zen3();
    if (reads_streams) return streams / arrays;
#endif
    return 1;
  }

  /// The same for sums that compute much for each pack, and fetch memory ahead. On a Zen 5, two
  /// streams make exact sums from memory 1.1 times as fast as one, to the speed of plain sums
  /// (2026-11-29); on a Zen 3, four are fast.
  static OMPRIM_INLINE std::uint64_t computing_streams_of([[maybe_unused]] std::uint64_t bytes,
                                                          [[maybe_unused]] std::uint64_t arrays) {
#if !OMPRIM_SIMT && defined(__x86_64__)
    if (bytes > cached_bytes) {
      if (is_zen3()) return streams / arrays;
      if (is_zen5()) return 2 / arrays;
    }
#endif
    return 1;
  }
  /// How many bytes ahead they fetch, a line for each line that they take: a Zen 5 then reads 1.1
  /// times as much from memory by one thread, 1.2 times by two. To fetch all lines of a tile at
  /// once took longer than to fetch none.
  static constexpr std::uint64_t fetched_by_exact_sums = 4096;

 private:
  static OMPRIM_INLINE bool is_zen3() {
#if !OMPRIM_SIMT && defined(__x86_64__)
    return __builtin_cpu_is("znver3") != 0;
#else
    return false;
#endif
  }
  /// Or a later one. Compilers of 2024 do not know the name; no Zen before has these instructions.
  static OMPRIM_INLINE bool is_zen5() {
#if !OMPRIM_SIMT && defined(__x86_64__)
    return __builtin_cpu_is("amd") != 0 && __builtin_cpu_supports("avx512vp2intersect") != 0;
#else
    return false;
#endif
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
