// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

/// Measured choices of runs.
namespace omprim::inline OMPRIM_ABI::kernel {

struct run_policy {
  /// Heads among 64 elements from which a processor goes from element to element without branches,
  /// not from head to head.
  static constexpr int dense_heads = 8;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
