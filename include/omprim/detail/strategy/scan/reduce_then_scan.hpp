// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/agent/scan/launch.hpp>
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

  template <backends::call_backend Backend>
  static void run(Backend& backend, const Scan& problem) {
    if (problem.n != 0) launch_by_share<Scan, t>(backend, problem);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
