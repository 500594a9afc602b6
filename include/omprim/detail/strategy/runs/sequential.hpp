// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/runs/tile.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: one loop that finds the runs, or that combines the values of each.
///
/// Phases: none. Wins: for some ten elements; it is the oracle of the other. Loses: everywhere
/// else. Deterministic. Needs of the group: nothing, there is none. Source: the definition.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning>
struct runs_sequential {
  static constexpr strategy_info info{algorithm::runs,
                                      "sequential",
                                      "omprim",
                                      "one loop over the elements",
                                      {.in_place = false, .deterministic = true, .devices = false}};

  /// Returns the number of runs.
  template <backends::least_backend Backend>
  static std::uint64_t run(Backend& backend, const Problem& problem) {
    std::uint64_t count = 0;
    if constexpr (kernel::notes_marks<Problem>) {
      for (std::uint64_t i = 0; i < problem.n; ++i) {
        const std::uint64_t bit = i % 64;
        if (bit == 0) problem.marks[i / 64] = 0;
        if (!problem.keeps(problem.data[i], i)) continue;
        problem.marks[i / 64] |= std::uint64_t{1} << bit;
        problem.selected[count++] = problem.data[i];
      }
    } else {
      auto value = problem.initial.value;
      for (std::uint64_t i = 0; i < problem.n; ++i) {
        if (i == 0 || problem.heads[i]) {
          if (count != 0) problem.out[count - 1] = Problem::result(value, i);
          ++count;
          value = Problem::scanner::base::template lift<1>(element_at(problem, i), i);
        } else {
          value = Problem::scanner::base::combine(
              value, Problem::scanner::base::template lift<1>(element_at(problem, i), i));
        }
      }
      if (count != 0) problem.out[count - 1] = Problem::result(value, problem.n);
    }
    backend.record(0, 1, 1, 0);
    return count;
  }

 private:
  /// What is combined: a value, or the position of the last head.
  static auto element_at(const Problem& problem, std::uint64_t i) {
    if constexpr (kernel::combines_values<Problem>) {
      return problem.values[i];
    } else {
      return problem.heads[i] ? i : std::uint64_t{0};
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
