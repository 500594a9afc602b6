// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/whole_segments.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// groups-per-segment: several groups reduce each segment, enough of them to fill the device.
///
/// Phases: (1) Each group reduces an equal part of its segment. (2) In a second launch, one item
/// per segment combines the partials of its parts in order.
///
/// Wins: for a few large segments of one length. Loses: by its second launch; and for mixed
/// lengths, since the longest segment decides. Deterministic for floats only for a given number of
/// groups. Needs of the group: reduce; of the device: one accumulator per part. Source: the usual
/// third try.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class What, tuning t>
struct segmented_groups_per_segment {
  static constexpr strategy_info info{
      algorithm::segment,
      "groups-per-segment",
      "omprim",
      "several groups for each segment, parts combined by a second launch",
      {}};
  using accumulator = typename What::accumulator;

  using part_kernel = reduce_parts_by_group<What, t>;
  using join_kernel = join_parts_by_item<What, t>;

  template <backends::call_backend Backend>
  static void run(Backend& backend, const What& what) {
    const std::uint64_t resident = backend.resident_groups(t.work_group_size);
    const std::uint64_t segments = what.bounds.segments;
    const std::uint64_t parts = segments < resident ? (resident - 1) / segments + 1 : 1;
    auto* partials = backend.template scratch<accumulator>(segments * parts);
    const std::uint64_t groups = std::min(segments * parts, resident);
    const std::uint64_t joining = std::min((segments - 1) / t.work_group_size + 1, resident);
    backend.launch(groups, part_kernel{what, parts, partials});
    backend.launch(joining, join_kernel{what, parts, partials});
    backend.record(2, groups + joining, (groups + joining) * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
