// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/values.hpp"

/// Inputs of the tests of the code that GPUs run.
namespace omprim_test {

/// Items of a group of two sub-groups, and what grows with them: 1 if a sub-group has 32 lanes.
inline constexpr int two_sub_groups = 2 * OMPRIM_EMULATED_LANES;
inline constexpr std::size_t size_scale = OMPRIM_EMULATED_LANES / 32;

/// Numbers of work-groups that run at the same time.
inline constexpr std::uint64_t teams[] = {1, 3};

/// n numbers from 0 to 99.
inline std::vector<int> random_ints(std::size_t n) {
  random_engine random(test_seed() + n);
  std::vector<int> values(n);
  for (int& x : values) x = random_whole<int>(random, 0, 99);
  return values;
}

}  // namespace omprim_test
