// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

/// Measured choices of runs.
namespace omprim::inline OMPRIM_ABI::kernel {

struct run_policy {
  /// Heads among 64 elements from which a processor goes from element to element without branches,
  /// not from head to head.
  static constexpr int dense_heads = 8;

  /// Consecutive elements of an item of a GPU, where runs of keys are found and reduced at once.
  /// An odd number of 16 bytes each, so that items read them from different banks; a tile has as
  /// much local memory as one of a scan. `value_bytes` is 0 if no values are combined.
  template <int key_bytes, int value_bytes>
  static constexpr int key_items() {
    if (key_bytes == 8 && value_bytes != 4) return 18;
    return key_bytes == 4 && value_bytes != 8 ? 36 : 20;
  }
  /// Threads that a multiprocessor has room for then: an item has all its keys in registers.
  static constexpr int key_threads_per_unit = 768;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
