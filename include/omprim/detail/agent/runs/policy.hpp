// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

/// Measured choices of runs.
namespace omprim::inline OMPRIM_ABI::kernel {

struct run_policy {
  /// Heads among 64 elements from which a processor goes from element to element without branches,
  /// not from head to head.
  static constexpr int dense_heads = 8;

  /// Consecutive elements of an item of a GPU, where runs of keys are found and reduced at once: an
  /// odd number of 16 bytes, so that items read them from different banks. `value_bytes` is 0 if no
  /// values are combined.
  static constexpr int key_items(int key_bytes, int value_bytes) {
    if (value_bytes != 0 && key_bytes != value_bytes) return 20;
    return key_bytes == 4 ? 36 : 18;
  }
  /// Threads that a multiprocessor has room for then. An item has all its values in registers,
  /// which need more room than 1024 threads leave.
  static constexpr int key_threads_per_unit(int value_bytes) {
    return value_bytes != 0 ? 768 : 1024;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
