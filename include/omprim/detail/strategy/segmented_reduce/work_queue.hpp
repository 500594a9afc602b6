// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/work_queue.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// work-queue: as many groups as the device runs at once take segments from a work queue. Segments
/// much longer than others are taken in pieces.
///
/// Phases: (1) tickets for segments; (2) tickets for the pieces of cut segments
/// (agent/segmented_reduce/work_queue.hpp). Where one thread runs the group, as when the host is
/// the device, groups take whole segments in turn instead.
///
/// Wins: for many segments of some thousand values and more, since no group has to search for its
/// share; the default where segments are known to be that long. Loses: for small segments, each of
/// which takes a group. Deterministic: the order of additions depends on the lengths only.
/// Operators must commute. Needs of the group: sub-groups; of the device: atomics, and room for
/// some thousand pieces. Source: omprim.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
struct segmented_work_queue {
  static constexpr strategy_info info{
      algorithm::segment,
      "work-queue",
      "omprim",
      "large segments one by one, pieces of larger ones; on devices",
      {.deterministic = true, .hosts = false, .for_large_segments = true}};
  using kernel_type = reduce_segments_by_queue<Problem, t>;

  template <backends::counting_backend Backend>
  static void run(Backend& backend, const Problem& problem) {
    const std::uint64_t groups =
        backend.resident_groups(t.work_group_size, kernel_type::threads_per_unit);
    auto* parts = backend.template scratch<typename kernel_type::parts_type>(1);
    auto* counters = backend.template counters<segment_counters>();
    backend.launch(groups, kernel_type{problem, parts, counters});
    backend.record(1, groups, groups * t.work_group_size, problem.bounds.segments + groups);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
