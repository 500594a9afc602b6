// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
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
  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {};

    What what;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
      const std::uint64_t segments = what.bounds.segments;
      const std::uint64_t tiles = (segments - 1) / Group::size + 1;
      group.for_each_tile_in_order(tiles, [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          const std::uint64_t s = tile * Group::size + static_cast<std::uint64_t>(item.id);
          if (s < segments) {
            what.write(s, fold_strided<t.items_per_work_item>(what, what.bounds.begin(s),
                                                              what.bounds.end(s), 1));
          }
        });
      });
    }
  };

  template <backends::call_backend Backend>
  static void run(Backend& backend, const What& what) {
    const std::uint64_t tiles = (what.bounds.segments - 1) / t.work_group_size + 1;
    const std::uint64_t groups = std::min(tiles, backend.resident_groups(t.work_group_size));
    backend.launch(groups, kernel_type{what});
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
