// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Measured choices of histograms.
namespace omprim::inline OMPRIM_ABI::strategy {

struct histogram_policy {
  // Bins in local memory, in words of 4 bytes.
  /// Of a group on a device: a multiprocessor has room for four groups.
  static constexpr std::uint32_t device_words = 11264;
  /// Of a thread of a processor, on its stack.
  static constexpr std::uint32_t host_few_words = 3000;
  /// Of a thread of a processor, on the heap: bins that second-level caches hold, and more.
  static constexpr std::uint32_t host_many_words = (1U << 20) + 1;

  /// Copies of the bins of a group on a device: one for each lane at most.
  static constexpr std::uint32_t device_copies = 32;
  /// Copies of the bins of a thread: elements that follow each other add to different ones, so that
  /// an addition does not wait for the one before.
  static constexpr std::uint32_t host_copies = 4;
  static constexpr std::uint32_t host_copied_words = 8192;  // 32 kB, of a first-level cache

  /// Host threads that count one input in global memory, each in a slice of the bins.
  static constexpr std::uint64_t most_readers = 8;

  /// Elements that a multiprocessor counts while groups add to one count of the call.
  static constexpr std::uint64_t elements_for_addition = 4;

  /// Groups that hold the bins of one histogram together. If they cannot hold them all, the bins
  /// are counted in global memory. With 6, 131,072 bins of random elements take 0.56 of the time,
  /// of skewed ones 1.76. (H200, 2026-11.)
  static constexpr std::uint32_t most_slices = 4;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
