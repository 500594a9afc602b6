// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/whole_segments.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sub-group-per-segment: each sub-group reduces whole segments; its items read neighbouring
/// values.
///
/// Phases: strided sum of each item, then a reduction over the sub-group. Wins: for segments a few
/// sub-groups long. Loses: for shorter segments, where most items have nothing to do, and where a
/// few segments are much longer than all others. Deterministic. Needs of the group: sub-groups.
/// Source: the usual second try ("vector CSR").
namespace omprim::inline OMPRIM_ABI::strategy {

template <class What, tuning t>
struct segmented_sub_group_per_segment {
  static constexpr strategy_info info{algorithm::segment,
                                      "sub-group-per-segment",
                                      "omprim",
                                      "each sub-group reduces whole segments",
                                      {.deterministic = true}};
  using kernel_type = reduce_segments_by_sub_group<What, t>;

  template <backends::call_backend Backend>
  static void run(Backend& backend, const What& what) {
    const std::uint64_t groups =
        std::min(what.bounds.segments, backend.resident_groups(t.work_group_size));
    backend.launch(groups, kernel_type{what});
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
