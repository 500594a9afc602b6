// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Sorts keys with their positions and values by std::sort, in the calling thread.
template <class Problem>
void sort_few_keys(const Problem& problem) {
  using word = typename Problem::word;
  using value = typename Problem::value;
  struct record {
    word compared;
    std::uint64_t position;
    word key;
    value carried;
  };
  std::vector<record> records(problem.n);
  with_compared_part<word>(problem.compared, [&](const auto& part) {
    for (std::uint64_t i = 0; i < problem.n; ++i) {
      const word key = problem.keys[i];
      records[i] = {part(key), i, key, {}};
      if constexpr (Problem::has_values) {
        records[i].carried = problem.values != nullptr ? problem.values[i] : static_cast<value>(i);
      }
    }
  });
  std::sort(records.begin(), records.end(), [](const record& a, const record& b) {
    return a.compared != b.compared ? a.compared < b.compared : a.position < b.position;
  });
  for (std::uint64_t i = 0; i < problem.n; ++i) {
    problem.keys_out[i] = records[i].key;
    if constexpr (Problem::has_values) problem.values_out[i] = records[i].carried;
  }
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
