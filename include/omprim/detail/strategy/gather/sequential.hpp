// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/gather/problem.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: one loop over the positions.
///
/// Phases: none. Wins: for some ten elements; it is the oracle of the other strategies. Loses:
/// everywhere else. Deterministic: of equal positions of a scatter, the last one counts. Needs of
/// the group: nothing, there is none. Source: the definition.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning>
struct gather_sequential {
  static constexpr strategy_info info{algorithm::gather,
                                      "sequential",
                                      "omprim",
                                      "one loop over the positions",
                                      {.deterministic = true, .devices = false}};

  template <backends::launcher Backend>
  static position_fault run(Backend& backend, const Problem& problem) {
    position_fault fault;
    for (std::uint64_t i = 0; i < problem.n; ++i) {
      const std::uint64_t position = position_at(problem.positions, problem.is_wide, i);
      if (position < problem.size) {
        const auto* const from = problem.source + (problem.scatters ? i : position) * problem.words;
        std::copy_n(from, problem.words,
                    problem.out + (problem.scatters ? position : i) * problem.words);
      } else if (fault.index == position_fault::none) {
        fault = {i, static_cast<std::int64_t>(position)};
      }
    }
    backend.record(0, 0, 0, 0);
    return fault;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
