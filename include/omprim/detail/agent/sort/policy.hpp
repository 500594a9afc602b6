// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Measured choices of sorts.
namespace omprim::inline OMPRIM_ABI::strategy {

struct sort_policy {
  /// Keys that a processor compares faster than it counts their digits.
  static constexpr std::uint64_t few_keys = 256;
  /// Keys whose 256 runs do not compete for places of a first-level cache, even if they begin
  /// powers of two apart.
  static constexpr std::uint64_t direct_keys = 4096;
  /// Keys of more bytes than this are moved by tiles: in pages of 4 kB, 256 runs would miss the
  /// buffers of addresses.
  static constexpr std::uint64_t direct_bytes = std::uint64_t{1} << 23;
  /// Runs that may begin in the same set of a first-level cache, of 4 on average.
  static constexpr int direct_lines = 12;
  /// Keys that a pass moves in one step, which look-back words count in 30 bits.
  static constexpr std::uint64_t most_keys = std::uint64_t{1} << 29;
  /// Threads for which a multiprocessor has registers: more than these spill nothing.
  static constexpr int threads_per_unit = 512;
  /// The same where tiles are merged in local memory: groups that wait for barriers need others, at
  /// the price of some spilled addresses.
  static constexpr int merging_threads_per_unit = 1024;
  /// Segments of up to 32 keys that a group of a device sorts, an item each.
  static constexpr int short_segments_of_group = 128;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
