// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/by_share.hpp>
#include <omprim/detail/agent/select/empty_input.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// reduce-then-scan: as many groups as the device runs at once take one large share each, and read
/// it twice.
///
/// Phases: (1) Each group counts the kept elements of its share. (2) In a second launch, each group
/// adds up the counts of the shares before its own, a few thousand at most. (3) It reads its share
/// again and writes the kept elements.
///
/// Wins: no group waits for another; the second read is cheap where a share stays in a cache.
/// Loses: to single-pass by the second read. Deterministic, keeps the order; not in place.
/// Needs of the group: reduce_for_all, a sub-group's ballot.
/// Source: omprim, after the reduce-then-scan of Billeter, Olsson and Assarsson, HPG 2009.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct select_reduce_then_scan {
  static constexpr strategy_info info{algorithm::select,
                                      "reduce-then-scan",
                                      "omprim; after Billeter, Olsson, Assarsson",
                                      "a large chunk per group, read twice",
                                      {.in_place = false, .deterministic = true}};

  using count_kernel = count_shares<Selection, t>;
  using write_kernel = write_shares<Selection, t>;

  template <backends::call_backend Backend>
  static std::uint64_t run(Backend& backend, const Selection& problem) {
    if (problem.n == 0) return select_from_empty(backend, problem);
    const std::uint64_t groups =
        std::min(tiles_of<t>(problem.n), backend.resident_groups(t.work_group_size));
    auto* counts = backend.template scratch<std::uint64_t>(groups);
    auto* result = backend.template result<std::uint64_t>();
    backend.launch(groups, count_kernel{problem, counts});
    backend.launch(groups, write_kernel{problem, counts, result});
    backend.record(2, 2 * groups, 2 * groups * t.work_group_size, 0);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
