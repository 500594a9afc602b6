// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/whole_segments.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// group-per-segment: each group reduces whole segments.
///
/// Phases: none; a group reduces one segment after the other. Wins: for many segments of some
/// thousand values. Loses: for shorter segments, where most items have nothing to do, and for fewer
/// segments than groups. Deterministic. Needs of the group: reduce.
/// Source: T. Deakin, S. McIntosh-Smith, A. Alpay, V. Heuveline, "Benchmarking and Extending SYCL
/// Hierarchical Parallelism", HiPar 2021, segmented reduction.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class What, tuning t>
struct segmented_group_per_segment {
  static constexpr strategy_info info{
      algorithm::segment,
      "group-per-segment",
      "Deakin et al.: SYCL Hierarchical Parallelism, segmented reduction",
      "each group reduces whole segments",
      {.deterministic = true}};
  using kernel_type = reduce_segments_by_group<What, t>;

  template <backends::call_backend Backend>
  static void run(Backend& backend, const What& what) {
    const std::uint64_t groups =
        std::min(what.bounds.segments, backend.resident_groups(t.work_group_size));
    backend.launch(groups, kernel_type{what});
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
