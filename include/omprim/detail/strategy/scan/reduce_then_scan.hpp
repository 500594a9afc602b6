// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/scan/by_share.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// reduce-then-scan: as many groups as the device runs at once take one large share each, and read
/// it twice.
///
/// Phases: (1) Each group combines its share. (2) In a second launch, each group combines the
/// totals of the shares before its own, a few thousand at most. (3) It reads its share again and
/// writes the scan.
///
/// Wins: no group waits for another; the second read is cheap where a share stays in a cache.
/// Loses: to single-pass by the second read. For floats the result depends on the number of
/// groups. Works in place. Needs of the group: exclusive_scan, shuffles.
/// Source: omprim; the usual two launches.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Scan, tuning t>
struct scan_reduce_then_scan {
  static constexpr strategy_info info{
      algorithm::scan, "reduce-then-scan", "omprim", "a large chunk per group, read twice", {}};
  using accumulator = typename Scan::accumulator;
  using total_kernel = combine_shares<Scan, t>;
  using write_kernel = scan_shares<Scan, t>;

  template <backends::call_backend Backend>
  static void run(Backend& backend, const Scan& problem) {
    if (problem.n == 0) return;
    const std::uint64_t groups =
        std::min(tiles_of<t>(problem.n), backend.resident_groups(t.work_group_size));
    auto* totals = backend.template scratch<accumulator>(groups);
    backend.launch(groups, total_kernel{problem, totals});
    backend.launch(groups, write_kernel{problem, totals});
    backend.record(2, 2 * groups, 2 * groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
