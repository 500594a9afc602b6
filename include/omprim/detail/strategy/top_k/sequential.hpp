// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/agent/top_k/few_elements.hpp>
#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: std::nth_element of all elements with their positions.
///
/// Phases: none. Wins: for some ten elements; it is the oracle of the other strategies. Loses:
/// everywhere else. Deterministic. Needs of the group: nothing, there is none. Source: the C++
/// standard library.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Word, tuning>
struct top_k_sequential {
  static constexpr strategy_info info{algorithm::top_k,
                                      "sequential",
                                      "the C++ standard library",
                                      "std::nth_element of elements and positions",
                                      {.in_place = false, .deterministic = true, .devices = false}};

  template <backends::launcher Backend>
  static void run(Backend& backend, const top_k_problem<Word>& problem) {
    write_first(problem);
    backend.record(0, 0, 0, 0);
  }
  template <backends::launcher Backend>
  static void run(Backend& backend, const ranks_problem<Word>& problem) {
    write_ranks(problem);
    backend.record(0, 0, 0, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
