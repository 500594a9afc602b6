// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Choices of searches.
namespace omprim::inline OMPRIM_ABI::strategy {

struct search_policy {
  /// Steps of a bisection whose elements a group of a device has in local memory: up to 1023
  /// elements of 8 bytes, so that a multiprocessor has room for as many groups as it has threads
  /// for. Not measured.
  static constexpr int local_steps = 10;
  /// Threads for which a multiprocessor has registers: 64 for each, on sm_90.
  static constexpr int threads_per_unit = 1024;
  /// Caches hold sorted elements of fewer bytes. In larger arrays, an item searches for values one
  /// after the other, if they are far from each other.
  static constexpr std::uint64_t cached_bytes = std::uint64_t{1} << 25;
  /// Floats are compared by their values if at least this number of elements is left after the
  /// local steps: the conversion of a bound takes as long as some steps. Not measured.
  static constexpr int many_left = 8;
  /// Sorted elements below this number are counted in 32 bits.
  static constexpr std::uint64_t many_elements = std::uint64_t{1} << 31;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
