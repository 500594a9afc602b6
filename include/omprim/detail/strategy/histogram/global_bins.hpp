// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/histogram/launch.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// global-bins: each item adds to the counts in global memory.
///
/// Phases: (1) The counts are set to 0. (2) Each item adds once for neighbouring elements of one
/// bin, by atomics; a single thread of a processor adds without. Wins: for so many bins that no
/// cache holds them. Loses: where many elements lie in few bins, whose additions wait for each
/// other. Deterministic: counts are integers. Needs of the group: wide loads.
/// Source: the definition.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Bins, tuning t>
struct histogram_global_bins {
  static constexpr strategy_info info{algorithm::histogram,
                                      "global-bins",
                                      "omprim",
                                      "atomics on the counts of the call",
                                      {.deterministic = true}};

  template <backends::launcher Backend, class Source>
  static void run(Backend& backend, const Source& source, const Bins& bins, std::int64_t* counts) {
    count_in_global_bins<t>(backend, source, bins, counts);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
