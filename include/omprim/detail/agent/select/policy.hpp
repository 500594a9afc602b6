// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Measured thresholds of selections on processors: Zen 4 and Sapphire Rapids, 2026-11-22
/// (benchmarks/results/2026-11-22_zen4_arrays.md, 2026-11-22_xeon_arrays.md).
namespace omprim::inline OMPRIM_ABI::kernel {

struct vector_select_policy {
  /// An input is long if its outputs are more than the first-level cache holds.
  static constexpr std::uint64_t first_level_bytes = std::uint64_t{32} << 10;
  /// The number of bytes that are compressed at a time if registers cannot be compressed into the
  /// output itself. These bytes stay in the first-level cache until they are copied, and fit on a
  /// small stack.
  static constexpr int bytes_of_part = 8192;
  /// With fewer registers in a round of the loop, the decoding of the loop's own instructions takes
  /// up to a fifth of its time.
  static constexpr int registers_of_round = 4;

  // A sample at the end of an input tells how dense the input is.
  static constexpr std::uint64_t sampled_packs = 8;  ///< of a long input; of others, few suffice
  static constexpr std::uint64_t sampled_part = 8;   ///< sampled: at most 1/8 of the input
  /// A long input is dense if more than this number of sixteenths of its elements are kept.
  static constexpr std::uint64_t dense_direct = 9;  ///< where compress-stores to memory are fast
  static constexpr std::uint64_t dense_whole = 6;   ///< else
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
