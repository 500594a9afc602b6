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
    const std::uint64_t count = run_alone(problem);
    backend.record(0, 1, 1, 0);
    return count;
  }

 private:
  template <class Selection>
    requires kernel::selects<Selection>
  static std::uint64_t run_alone(const Selection& problem) {
    constexpr std::uint64_t bits = 64;
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < problem.n; ++i) {
      const bool is_head = problem.keeps(problem.data[i], i);
      if constexpr (kernel::notes_marks<Selection>) {
        std::uint64_t& word = problem.marks[i / bits];
        word = (i % bits == 0 ? 0 : word) | std::uint64_t{is_head} << i % bits;
      }
      if constexpr (Selection::emits != kernel::emit::nothing) {
        if (is_head) problem.selected[count] = problem.data[i];
      }
      count += is_head ? 1 : 0;
    }
    return count;
  }

  template <class Runs>
  static std::uint64_t run_alone(const Runs& problem) {
    using scanner = typename Runs::scanner::base;
    std::uint64_t count = 0;
    auto value = problem.initial.value;
    for (std::uint64_t i = 0; i < problem.n; ++i) {
      const auto element = scanner::template lift<1>(element_at(problem, i), i);
      if (i != 0 && !problem.heads()[i]) {
        value = scanner::combine(value, element);
        continue;
      }
      if (count != 0) problem.out[count - 1] = Runs::result(value, i);
      ++count;
      value = element;
    }
    if (count != 0) problem.out[count - 1] = Runs::result(value, problem.n);
    return count;
  }

  /// What is combined: a value, or the position of the last head.
  static auto element_at(const Problem& problem, std::uint64_t i) {
    if constexpr (kernel::combines_values<Problem>) {
      return problem.values[i];
    } else {
      return problem.heads()[i] ? i : std::uint64_t{0};
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
