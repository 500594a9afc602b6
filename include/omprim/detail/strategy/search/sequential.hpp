// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/search/problem.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: std::lower_bound or std::upper_bound for each value.
///
/// Phases: none. Wins: for a few values; it is the oracle of the other strategies. Loses:
/// everywhere else. Deterministic. Needs of the group: nothing, there is none. Source: the C++
/// standard library.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning>
struct search_sequential {
  static constexpr strategy_info info{algorithm::search,
                                      "sequential",
                                      "the C++ standard library",
                                      "std::lower_bound or std::upper_bound for each value",
                                      {.deterministic = true, .devices = false}};

  template <backends::launcher Backend>
  static void run(Backend& backend, const Problem& problem) {
    using word = typename Problem::word;
    const word* const begin = problem.sorted;
    const word* const end = begin + problem.n;
    kernel::with_order<word>(problem.kind, problem.descending, [&](const auto& order) {
      for (std::uint64_t i = 0; i < problem.count; ++i) {
        const word value = order(problem.values[i]);
        const auto below = [&](word x, word y) { return order(x) < y; };
        const auto above = [&](word x, word y) { return x < order(y); };
        const word* const found = problem.counts_equal ? std::upper_bound(begin, end, value, above)
                                                       : std::lower_bound(begin, end, value, below);
        if (problem.is_wide) {
          static_cast<std::int64_t*>(problem.positions)[i] = found - begin;
        } else {
          static_cast<std::int32_t*>(problem.positions)[i] =
              static_cast<std::int32_t>(found - begin);
        }
      }
    });
    backend.record(0, 0, 0, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
