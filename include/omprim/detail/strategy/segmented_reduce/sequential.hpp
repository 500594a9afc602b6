// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sequential: one loop over the segments, one over the values of each.
///
/// Phases: none. Wins: for some ten values; it is the oracle of all others. Loses: everywhere else.
/// Deterministic. Needs of the group: nothing, there is none. Source: the definition.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class What, tuning>
struct segmented_sequential {
  static constexpr strategy_info info{algorithm::segment,
                                      "sequential",
                                      "omprim",
                                      "one loop over the segments",
                                      {.deterministic = true, .devices = false}};
  template <backends::least_backend Backend>
  static void run(Backend& backend, const What& what) {
    for (std::uint64_t s = 0; s < what.bounds.segments; ++s) {
      auto total = What::reducer::template identity<1>();
      const std::uint64_t end = what.bounds.end(s);
      for (std::uint64_t i = what.bounds.begin(s); i < end; ++i) total = what.add(total, i);
      what.write(s, total);
    }
    backend.record(0, 1, 1, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
