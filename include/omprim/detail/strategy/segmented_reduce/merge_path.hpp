// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/by_share.hpp>
#include <omprim/detail/agent/segmented_reduce/equal_segments.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// merge-path: as many groups as the device runs at once take equal shares of the merge path
/// (agent/segmented_reduce/merge_path.hpp), whatever the lengths of the segments. The default.
///
/// Phases:
///   (1) Each group finds the beginning of its share by a search in the offsets.
///   (2) It walks the share (agent/segmented_reduce/by_share.hpp) and writes all segments that end
///       there but the first. It leaves a carry: the partials of that first segment and of the
///       values after the last end.
///   (3) The group with the last ticket joins the carries in order and writes the segments that
///       shares have in common. It also resets the ticket counter to 0 for the next call.
/// On devices, small segments of one length need no shares if operators commute: sub-groups take
/// whole segments (agent/segmented_reduce/equal_segments.hpp).
///
/// Wins: for all lengths and all mixtures of them: one launch, and equal work for all groups.
/// Loses: to group-per-segment by its searches, where a few equal segments suit the device.
/// Deterministic for floats only for a given number of groups. Operators that do not commute keep
/// their order. Needs of the group: exclusive_scan, reduce_for_all, local memory for a tile, a
/// ticket; of the device: one carry per group.
/// Source: omprim; D. Merrill and M. Garland, "Merge-based Parallel Sparse Matrix-Vector
/// Multiplication", SC 2016, for the shares.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
struct segmented_merge_path {
  static constexpr strategy_info info{
      algorithm::segment,
      "merge-path",
      "omprim; merge path of Merrill, Garland",
      "equal shares of values and ends of segments, joined by the last group; the default",
      {.by_default = true}};
  using kernel_type = reduce_segments_by_share<Problem, t>;
  using equal_kernel = reduce_equal_segments<Problem, t>;

  template <backends::least_backend Backend>
  static void run(Backend& backend, const Problem& problem) {
    if constexpr (Backend::is_device && kernel::commutes<typename Problem::reducer>) {
      if (equal_kernel::suits(problem.bounds)) return run_equal(backend, problem);
    }
    // All groups run at once: a few more would begin only when others end.
    const std::uint64_t groups =
        backend.resident_groups(t.work_group_size, kernel_type::threads_per_unit);
    auto* carries = backend.template scratch<typename kernel_type::carry_type>(groups);
    backend.launch(groups, kernel_type{problem, carries, backend.tickets()});
    backend.record(1, groups, groups * t.work_group_size, groups);
  }

 private:
  template <class Backend>
  static void run_equal(Backend& backend, const Problem& problem) {
    // A group has at least half a tile of values at once.
    const std::uint64_t groups =
        std::min(backend.resident_groups(t.work_group_size, equal_kernel::threads_per_unit),
                 2 * problem.bounds.last() / static_cast<std::uint64_t>(t.tile()) + 1);
    backend.launch(groups, equal_kernel{problem});
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
