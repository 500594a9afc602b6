// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <omprim/tuning.hpp>

/// Measured choices that hold where no rule does.
namespace omprim::detail {

struct choice_policy {
  /// Bytes of input from which host and tbb use threads, if no rule `parallel-from` says otherwise:
  /// Zen 4 and Sapphire Rapids, 2026-11-23.
  static constexpr std::uint64_t parallel_bytes = std::uint64_t{256} << 10;

  /// From this mean length of segments on, a work-group for each is faster than equal shares of all
  /// (H200, 2026-11-23): segments are then known to be large.
  static constexpr std::size_t large_segment_bytes = 24576;

  /// Whether a device finds the runs of keys once for several columns of values. Else each column
  /// has a pass that finds them, too: it takes longer than a pass by head flags, but no pass comes
  /// before it. Added up from the times of the passes on an H200, 2026-11-26 and 2026-11-28, not
  /// measured: for 2^24 doubles and runs of 2, 0.42 ms against 0.45 by three columns, 0.31 against
  /// 0.30 by two.
  static constexpr bool finds_runs_once(std::size_t columns, std::size_t n) {
    return columns >= 3 && n >= std::size_t{1} << 24;
  }

  /// Whether a device has room for few large tiles in local memory: 64 kB for a compute unit of an
  /// AMD GPU, where the largest tiles take 36 kB, and 228 kB on an H200. Not measured.
  static bool prefers_small_tiles(std::string_view family) { return family == "amd"; }

  /// The tuning of strategies that read by packs: of 16 bytes on GPUs, and on processors of
  /// default_pack_bytes (omprim/detail/simd/vector_bytes.hpp) at the active ISA level.
  static tuning by_packs(bool on_host, std::string_view isa, std::size_t element_bytes) {
    std::size_t bytes = 16;
    if (on_host && (isa == "x86-64-v3" || isa == "x86-64-v4")) bytes = 32;
    if (on_host && isa == "sve512") bytes = 64;
    const int lanes = static_cast<int>(bytes / element_bytes);
    return on_host ? tuning{8, lanes, 4} : tuning{256, lanes, 16};
  }
};

}  // namespace omprim::detail
