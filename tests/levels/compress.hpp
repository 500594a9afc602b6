// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace omprim_test {

/// The first mask for which compress(), split() or lane_bits() of one ISA level is wrong.
struct compress_fault {
  bool found;
  std::uint64_t bits;
  const char* type;
  int lanes;
  const char* store;
};

}  // namespace omprim_test
