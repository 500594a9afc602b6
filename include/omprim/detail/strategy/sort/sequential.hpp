// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/agent/sort/few_keys.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: std::sort of keys with their positions and values.
///
/// Phases: none. Wins: for some ten keys; it is the oracle of the other strategies. Loses:
/// everywhere else. Deterministic and stable. Works in place. Needs of the group: nothing, there is
/// none. Source: the C++ standard library.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning>
struct sort_sequential {
  static constexpr strategy_info info{algorithm::sort,
                                      "sequential",
                                      "the C++ standard library",
                                      "std::sort of keys and positions",
                                      {.deterministic = true, .devices = false}};

  template <backends::launcher Backend>
  static void run(Backend& backend, const Problem& problem) {
    sort_few_keys(problem);
    backend.record(0, 0, 0, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
