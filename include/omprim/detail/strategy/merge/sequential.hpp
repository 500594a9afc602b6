// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: std::merge, or the same loop with values.
///
/// Phases: none. Wins: for some ten keys; it is the oracle of the other strategies. Loses:
/// everywhere else. Deterministic and stable. Needs of the group: nothing, there is none. Source:
/// the C++ standard library.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning>
struct merge_sequential {
  static constexpr strategy_info info{algorithm::merge,
                                      "sequential",
                                      "the C++ standard library",
                                      "std::merge, or the same loop with values",
                                      {.in_place = false, .deterministic = true, .devices = false}};

  template <backends::launcher Backend>
  static void run(Backend& backend, const Problem& problem) {
    using word = typename Problem::word;
    const auto& a = problem.a;
    const auto& b = problem.b;
    kernel::with_order<word>(problem.kind, problem.descending, [&](const auto& order) {
      if constexpr (Problem::has_values) {
        std::uint64_t i = 0;
        std::uint64_t j = 0;
        while (i + j < a.n + b.n) {
          const bool takes_a = j == b.n || (i < a.n && order(a.keys[i]) <= order(b.keys[j]));
          problem.keys_out[i + j] = takes_a ? a.keys[i] : b.keys[j];
          problem.values_out[i + j] = takes_a ? a.values[i] : b.values[j];
          (takes_a ? i : j) += 1;
        }
      } else {
        std::merge(a.keys, a.keys + a.n, b.keys, b.keys + b.n, problem.keys_out,
                   [&](word x, word y) { return order(x) < order(y); });
      }
    });
    backend.record(0, 0, 0, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
