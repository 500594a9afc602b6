// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/whole_segments.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// item-per-segment: each item reduces whole segments.
///
/// Phases: none; each item loops over the values of its segment. Wins: for many small segments of
/// one length. Loses: for large segments, since neighbouring items read addresses far apart; and
/// for mixed lengths, since a sub-group takes as long as its longest segment. Deterministic. Needs
/// of the group: nothing. Source: the usual first try.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class What, tuning t>
struct segmented_item_per_segment {
  static constexpr strategy_info info{algorithm::segment,
                                      "item-per-segment",
                                      "omprim",
                                      "each item reduces whole segments",
                                      {.deterministic = true}};
  using kernel_type = reduce_segments_by_item<What, t>;

  template <backends::call_backend Backend>
  static void run(Backend& backend, const What& what) {
    const std::uint64_t tiles = (what.bounds.segments - 1) / t.work_group_size + 1;
    const std::uint64_t groups = std::min(tiles, backend.resident_groups(t.work_group_size));
    backend.launch(groups, kernel_type{what});
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
