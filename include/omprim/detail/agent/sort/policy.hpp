// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/vector_bytes.hpp>

/// Measured choices of sorts.
namespace omprim::inline OMPRIM_ABI::strategy {

struct sort_policy {
  /// Keys for which the call to a network takes longer than comparisons.
  static constexpr std::uint64_t exchanged_keys = 8;
  /// Bytes of keys without values that a network sorts. AVX2 has no minimum of 8-byte integers, and
  /// 4 keys in a vector: by digits, more of them are sorted faster. (Zen 4, 2026-11.)
  static constexpr std::uint64_t most_network_bytes = 1U << 15;
  template <class Word, bool is_floating>
  static constexpr std::uint64_t network_bytes =
      sizeof(Word) == 4 || kernel::vector_bytes == 64 ? most_network_bytes
                                                      : (is_floating ? 1U << 14 : 1U << 12);
  /// 4-byte keys that a network of their places and positions sorts.
  static constexpr std::uint64_t stably_exchanged_keys = kernel::vector_bytes == 64 ? 4096 : 1024;
  /// Keys that are split if many are equal, even if a network could sort them.
  static constexpr std::uint64_t split_duplicates = 512;
  /// More keys are split by the median of a larger sample.
  static constexpr std::uint64_t well_split_keys = std::uint64_t{1} << 16;
  /// Splits of more bytes fetch memory ahead, on processors that gain by it (vector_fetch_policy):
  /// an Emerald Rapids then sorts 16 M keys in 0.75 to 0.85 of the time. (2026-11.)
  static constexpr std::uint64_t fetched_split_bytes = std::uint64_t{1} << 20;
  /// Keys that a processor compares faster than it counts their digits.
  static constexpr std::uint64_t compared_keys = 64;
  /// Keys of a segment that are compared without a branch, though most are fewer. (Zen 3, 2026-11:
  /// with 8, segments of 1 to 15 keys take 1.3 times as long.)
  static constexpr int ranked_keys = 16;
  /// Keys that one thread sorts faster than several.
  static constexpr std::uint64_t few_keys = 256;
  /// Keys whose 256 runs do not compete for places of a first-level cache, even if they begin
  /// powers of two apart.
  static constexpr std::uint64_t direct_keys = 4096;
  /// Keys of more bytes than this are moved by tiles: in pages of 4 kB, 256 runs would miss the
  /// buffers of addresses.
  static constexpr std::uint64_t direct_bytes = std::uint64_t{1} << 23;
  /// Runs that may begin in the same set of a first-level cache, of 4 on average.
  static constexpr int direct_lines = 12;
  /// Digits by which one thread sorts records, in passes straight to the output. Their 2048 runs
  /// write to lines of a second-level cache; runs of 12 bits would fill it.
  static constexpr int direct_digit_bits = 11;
  static constexpr int direct_passes = 3;
  /// Records of more bytes have digits of fewer bits, if these suffice: in pages of 4 kB, 2048 runs
  /// would miss the buffers of addresses.
  static constexpr std::uint64_t wide_digit_bytes = std::uint64_t{1} << 22;
  static constexpr int far_digit_bits = 9;
  /// Records of more bytes, in 2048 runs, are often in no second-level cache when they are moved:
  /// each run's next line is then fetched. Of 0.5 M keys, a sort after other work takes half the
  /// time, one after the same sort 1.06 times as long. With 512 runs, such lines would fill a
  /// first-level cache. (Zen 5, 2026-11.)
  static constexpr std::uint64_t fetched_bytes = std::uint64_t{1} << 19;
  /// Bits of digits beyond the ones that tell n keys apart. With `least_margin`, one of 8 keys is
  /// behind a greater one after the passes, which takes less time to put right than another pass.
  /// With `good_margin`, one of 256 is; digits have these bits if that takes no other pass.
  static constexpr int least_margin = 1;
  static constexpr int good_margin = 6;
  /// On devices, one of 32 keys is behind a greater one after passes by leading bits, at most: to
  /// list and sort these takes a tenth of the time of a pass.
  static constexpr int sample_margin = 1;
  /// Keys that share leading bits, and that a group of a device sorts, each by its rank.
  static constexpr std::uint64_t run_of_group = 4096;
  /// Fewer keys, or keys with fewer passes for all bits, are not sampled.
  static constexpr std::uint64_t sampled_keys = 1024;
  static constexpr int sampled_passes = 4;
  /// The most places by which insertion moves a record.
  static constexpr std::uint64_t most_moves = 24;
  /// Records of one thread of more bytes are split into ranges first: with runs in more than 1024
  /// pages of 4 kB, each store would look up an address. (Zen 4, 2026-11: 1 M keys of 4 bytes take
  /// a quarter less time without ranges, 4 M keys twice as much.)
  static constexpr std::uint64_t cached_bytes = std::uint64_t{1} << 23;
  /// The bytes of most ranges: the records, their copy and the output fit into a second-level cache
  /// of 1 MB.
  static constexpr std::uint64_t range_bytes = std::uint64_t{1} << 17;
  /// Several threads have this many ranges each, or more, so that they end at about the same time.
  static constexpr std::uint64_t ranges_of_thread = 6;
  /// Keys for which a further thread sorts ranges.
  static constexpr std::uint64_t keys_of_thread = std::uint64_t{1} << 15;
  /// The fewest keys that a thread splits together with others: fewer are sorted in the time of a
  /// launch.
  static constexpr std::uint64_t split_by_thread = std::uint64_t{1} << 13;
  /// Counters of keys have 4 bytes.
  static constexpr std::uint64_t most_counted = ~std::uint32_t{0};
  /// Ranges to whose ends one pass writes; of more than 128 MB they are longer.
  static constexpr std::uint64_t most_ranges = 1024;
  /// The most leading bits that choose the range of a key.
  static constexpr int split_bits = 15;
  /// Keys that a pass moves in one step, which look-back words count in 30 bits.
  static constexpr std::uint64_t most_keys = std::uint64_t{1} << 29;
  /// Keys of 4 bytes with values of 8 that devices sort by wider tiles: 2^24 take 0.95 of the time,
  /// 2^27 0.89, but 2^20 1.3 times as long, by too few tiles. (H200, 2026-11.)
  static constexpr std::uint64_t wider_tiles_from = std::uint64_t{3} << 20;
  /// Threads for which a multiprocessor has registers: more than these spill nothing.
  static constexpr int threads_per_unit = 512;
  /// The same where tiles are merged in local memory: groups that wait for barriers need others, at
  /// the price of some spilled addresses.
  static constexpr int merging_threads_per_unit = 1024;
  /// Segments of a multiprocessor that groups sort whole, even if most of them have few keys, and
  /// the keys that they need on average: merges take several launches. (H200, 2026-11.)
  static constexpr std::uint64_t whole_segments_of_unit = 16;
  static constexpr std::uint64_t least_whole_segment = 256;
  /// More segments are sorted whole if they have this part of the keys, on average, for which the
  /// groups have room. Keys of 8 bytes take twice as many passes. (The same.)
  template <class Word>
  static constexpr std::uint64_t percent_of_whole_segment = sizeof(Word) == 4 ? 30 : 55;
  /// Segments of up to 32 keys that a group of a device sorts, an item each.
  static constexpr int short_segments_of_group = 128;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
