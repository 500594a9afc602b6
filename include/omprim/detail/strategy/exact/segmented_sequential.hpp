// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/exact/segments_by_share.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/detail/reducer/rounding.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential, for exact sums: one loop over the segments, one that adds the values of each to
/// digits.
///
/// Phases: none. Wins: for some ten values; it is the oracle of the other strategy. Loses:
/// everywhere else. Deterministic: the sums are exact. Needs of the group: nothing, there is none.
/// Source: as strategy/exact/sequential.hpp.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class T, tuning>
struct exact_segmented_sequential {
  static constexpr strategy_info info{algorithm::segment,
                                      "sequential",
                                      "Kulisch, Snyder: The Exact Dot Product as Basic Tool",
                                      "one loop over the segments",
                                      {.deterministic = true, .devices = false}};

  template <backends::least_backend Backend>
  static void run(Backend& backend, const exact_segments<T>& problem) {
    const auto& bounds = problem.bounds;
    for (std::uint64_t s = 0; s < bounds.segments; ++s) {
      exact_digits digits;
      kernel::digit_sum<false> sum(digits);
      constexpr std::uint64_t most = exact_digits::most_additions;
      for (std::uint64_t i = bounds.begin(s); i < bounds.end(s); ++i) {
        sum.add(problem.values[i]);
        if ((i - bounds.begin(s)) % most == most - 1) digits.carry();
      }
      if (bounds.begin(s) < bounds.end(s) && digits.others == 0) digits.negative_zeros = 1;
      problem.out[s] = kernel::round_digits<T>(digits);
    }
    backend.record(0, 1, 1, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
