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
  /// Where registers cannot be compressed into the output itself, so many bytes are compressed at a
  /// time: they stay in the first-level cache until they are copied, and fit on a small stack.
  static constexpr int bytes_of_part = 8192;
  /// With fewer registers in a round of the loop, decoding the loop's own instructions is up to a
  /// fifth of it.
  static constexpr int registers_of_round = 4;

  // How dense an input is, is told from a sample at its end.
  static constexpr std::uint64_t sampled_packs = 8;  ///< of a long input; else as few as suffice
  static constexpr std::uint64_t sampled_part = 8;   ///< one of so many parts is looked at, at most
  /// From these sixteenths of kept elements on, a long input is dense.
  static constexpr std::uint64_t dense_direct = 9;  ///< if compress-stores to memory are fast
  static constexpr std::uint64_t dense_whole = 6;   ///< else
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
