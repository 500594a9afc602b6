// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
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
  using reducer = typename What::reducer;

  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {};

    What what;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
      constexpr auto width = static_cast<std::uint64_t>(Group::sub_group_size);
      constexpr std::uint64_t at_once = Group::size / Group::sub_group_size;
      const std::uint64_t segments = what.bounds.segments;
      const std::uint64_t tiles = (segments - 1) / at_once + 1;
      group.for_each_tile_in_order(tiles, [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
        typename Group::template private_memory<typename What::accumulator> partial;
        group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
          const std::uint64_t s = tile * at_once + static_cast<std::uint64_t>(item.sub_group);
          partial[item] = reducer::template identity<1>();
          if (s < segments) {
            partial[item] = fold_strided<t.items_per_work_item>(
                what, what.bounds.begin(s) + static_cast<std::uint64_t>(item.sub_group_lane),
                what.bounds.end(s), width);
          }
        });
        group.for_each_sub_group([&](auto sub_group) OMPRIM_INLINE_LAMBDA {
          const std::uint64_t s = tile * at_once + static_cast<std::uint64_t>(sub_group.id());
          const auto total = sub_group.reduce(partial, kernel::combine_lanes<reducer, 1>{});
          sub_group.single_item([&]() OMPRIM_INLINE_LAMBDA {
            if (s < segments) what.write(s, total);
          });
        });
      });
    }
  };

  template <backends::call_backend Backend>
  static void run(Backend& backend, const What& what) {
    const std::uint64_t groups =
        std::min(what.bounds.segments, backend.resident_groups(t.work_group_size));
    backend.launch(groups, kernel_type{what});
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
