// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Choices of order statistics.
namespace omprim::inline OMPRIM_ABI::strategy {

struct top_k_policy {
  /// Elements that a processor orders by the standard library faster than by a sample.
  static constexpr std::uint64_t few_elements = 4096;
  /// Elements of a sample: 32 kB, so that local memory of a GPU has room for it.
  template <class Word>
  static constexpr std::uint32_t most_samples = 32768 / sizeof(Word);
  /// The same by one group of a device, which compares elements in local memory.
  static constexpr std::uint64_t few_of_device = 2048;
  /// Elements that a device sorts faster than it finds the first k, if k is more than `few_wanted`:
  /// these, and as many more for each wanted one. (H200, 2026-11: a sort of 2^20 floats takes 73
  /// us, the first 1000 of them by samples took 118 us, and the first 131,072 took 233.)
  static constexpr std::uint64_t sorted_elements = std::uint64_t{1} << 20;
  static constexpr std::uint64_t sorted_for_each = 8;
  static constexpr std::uint64_t few_wanted = 256;
  /// Elements that a device sorts faster than it finds the one of a rank, and of which it sorts
  /// four times as many for several ranks. (H200, 2026-11: a sort of 2^20 floats takes 73 us, their
  /// median by samples took 130 or more.)
  static constexpr std::uint64_t sorted_for_rank = std::uint64_t{1} << 22;
  /// Elements of a processor for each of a sample: it pays for the sample, too.
  static constexpr std::uint64_t host_elements_of_sample = 256;
  /// Samples that may mislead before all elements are sorted. Each is drawn at other places, and
  /// with a wider margin.
  static constexpr std::uint32_t most_attempts = 3;
  /// Threads of a multiprocessor that pass over the elements.
  static constexpr int threads_per_unit = 512;
  /// Kept elements that a sub-group of a GPU gathers before it writes them.
  static constexpr int gathered_of_sub_group = 128;
  /// The same of a thread of a processor.
  static constexpr int gathered_of_thread = 768;
  /// If one of so many packs has lanes to keep, all are compressed.
  static constexpr std::uint64_t dense_packs = 4;
  /// Elements of a processor that are compared with the same bounds.
  static constexpr std::uint64_t host_tile = 4096;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
