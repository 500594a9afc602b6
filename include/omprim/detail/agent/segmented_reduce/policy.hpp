// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Measured thresholds of segmented reductions. Sizes in bytes are sizes of the values.
namespace omprim::inline OMPRIM_ABI::strategy {

/// On GPUs: H200, 2026-11-23 (benchmarks/results/2026-11-23_h200_segments.md).
struct simt_segment_policy {
  /// The threads for which a multiprocessor has registers. Small segments need many groups; large
  /// ones need many registers, and the tunings for them have groups of at least 256 items.
  static constexpr int threads_per_unit(int group_size) { return group_size < 256 ? 768 : 512; }
  /// In a tile whose segments have at most this many values, each item reduces whole segments.
  static constexpr std::uint32_t tile_values_alone = 64;

  // Small segments: an item reduces whole ones (small_segments.hpp).
  static constexpr int small_segments_per_item = 4;
  static constexpr int small_values_at_once = 2;  ///< values of each segment, loads under way
  /// The item of a segment reduces up to this many of its values; the sub-group reduces the others.
  static constexpr std::uint32_t small_values_alone = 16;
  /// The greatest mean length. Above it, neighbouring items read addresses too far apart.
  static constexpr std::uint64_t small_mean_values = 5;

  // Segments of one length (equal_segments.hpp).
  static constexpr int equal_threads_per_unit = 1024;

  // Large segments: by sub-groups in turns, or by the whole group (large_segments.hpp).
  static constexpr std::uint32_t large_mean_bytes = 1536;  ///< from this mean length on
  /// From this mean length on, the whole group reads: as one stream, or segment by segment.
  static constexpr std::uint32_t streamed_mean_bytes = 12288;
  static constexpr std::uint32_t together_mean_bytes = 20480;
  /// If the mean is as above, the whole group reads each segment of at least this length. The
  /// threshold is below the mean, since each change between group and sub-groups makes the next
  /// segment wait.
  static constexpr std::uint32_t together_bytes = 4096;
  /// The same threshold if the mean is lower.
  static constexpr std::uint32_t together_among_others_bytes = 32768;
  static constexpr int together_packs_at_once = 8;  ///< loads of an item under way
  static constexpr int in_turns_packs_at_once = 4;

  // A work queue cuts large segments (cut_segments.hpp).
  static constexpr std::uint64_t most_pieces = 8192;  ///< greatest number of listed pieces
  static constexpr std::uint64_t uncut_pieces = 4;    ///< a segment of up to 4 pieces stays whole

  // A stream (stream.hpp) needs many registers: for two batches of packs and the accumulator.
  static constexpr int stream_packs_at_once = 4;      ///< packs of an item in a batch
  static constexpr int stream_group_size = 256;       ///< least group size, on GPUs only
  static constexpr int stream_accumulator_bytes = 8;  ///< greatest size
};

/// On processors: Zen 4 and Sapphire Rapids, 2026-11-22
/// (benchmarks/results/2026-11-22_zen4_segments.md, 2026-11-22_xeon_segments.md).
struct vector_segment_policy {
  /// Segments up to this many registers are reduced side by side, one in each lane.
  static constexpr std::uint64_t small_registers = 4;
  /// From this many tiles on, a segment is reduced by the loop of single-pass.
  static constexpr std::uint64_t large_tiles = 4;
  static constexpr int registers_at_once = 4;  ///< chains of additions for segments between the two
  static constexpr std::uint64_t parts_in_order = 4;  ///< chains where operators do not commute
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
