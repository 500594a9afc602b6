// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/exact/segments_by_share.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// merge-path, for exact sums: sub-groups take equal shares of the merge path, whatever the lengths
/// of the segments.
///
/// Phases:
///   (1) The items of a sub-group sum short segments alone, and longer ones together: in windows
///       below the largest number of the segment, or up to three values by additions whose errors
///       are added, too. What does not fit goes to digits in local memory. A thread of a processor
///       first tries the window of the segment before.
///   (2) The parts of a segment that crosses shares are added to digits in memory, by atomics. The
///       share that arrives last rounds their sum.
///
/// Wins: always, among exact sums. Loses: to plain sums, which take a third of the time for short
/// segments and nine tenths for long ones. Deterministic: the sums are exact. Needs of the
/// group: local memory, sub-groups, atomics, tickets. Source: omprim; the merge path of D. Merrill
/// and M. Garland, "Merge-based Parallel Sparse Matrix-Vector Multiplication", SC 2016; windows as
/// in strategy/exact/window.hpp.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class T, tuning t>
struct exact_segmented_merge_path {
  static constexpr strategy_info info{
      algorithm::segment,
      "merge-path",
      "omprim; merge path of Merrill, Garland; windows of Demmel, Nguyen",
      "equal shares of values and ends of segments; the default",
      {.deterministic = true, .by_default = true}};
  using kernel_type = sum_segments_by_share<T, t>;

  template <backends::counting_backend Backend>
  static void run(Backend& backend, const exact_segments<T>& problem) {
    const std::uint64_t groups =
        backend.resident_groups(t.work_group_size, kernel_type::threads_per_unit);
    auto* const crossing =
        backend.template counters<crossing_segment>(groups * kernel_type::most_crews);
    backend.launch(groups, kernel_type{problem, crossing});
    backend.record(1, groups, groups * t.work_group_size, groups);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
