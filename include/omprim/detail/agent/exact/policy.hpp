// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Measured choices of exact sums.
namespace omprim::inline OMPRIM_ABI::strategy {

struct exact_policy {
  /// A tile that does not fit into the window counts 4, one that fits -1; from 16 on, a thread adds
  /// by exponents only.
  static constexpr int weight_of_miss = 4;
  static constexpr int most_misses = 16;
  /// The window is opened for numbers larger by 2^2 than the largest of a tile.
  static constexpr int margin = 2;
  /// Threads for which a multiprocessor has registers.
  static constexpr int threads_per_unit = 512;
  /// Windows of a thread on a processor. On a GPU, more than one took registers and no time less
  /// (H200, 2026-11-24).
  static constexpr int vector_chains = 2;
  /// Packs that each of these windows takes in a step of the loop: with one, the copies of bins are
  /// a fifth of the instructions.
  static constexpr int vector_unroll = 2;
  /// Tiles that a thread of a processor adds by exponent before it has a table for that.
  static constexpr int tiles_before_table = 32;

  // Segments.
  /// The longest segment that an item of a GPU takes alone, in values.
  static constexpr std::uint64_t values_alone = 48;
  /// After a segment that did not fit into the window of the one before, a thread of a processor
  /// looks at this number of segments before it adds them.
  static constexpr int segments_after_miss = 8;
  /// Steps of the merge path that are worth a crew.
  static constexpr int least_share = 256;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
