// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Choices of merges.
namespace omprim::inline OMPRIM_ABI::strategy {

struct merge_policy {
  /// Threads for which a multiprocessor has registers: 64 for each, on sm_90.
  static constexpr int threads_per_unit = 1024;
  /// A share of a GPU has at least a half of a tile: merges of few keys then run on more
  /// multiprocessors.
  static constexpr int least_shares_of_tile = 2;
  /// Streams of a thread of a processor.
  static constexpr int streams = 4;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
