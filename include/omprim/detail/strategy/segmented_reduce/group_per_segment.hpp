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
  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {
      typename Group::template scratch<typename What::accumulator> scratch;
    };

    What what;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      group.for_each_tile_in_order(what.bounds.segments, [&](std::uint64_t s) OMPRIM_INLINE_LAMBDA {
        const auto total =
            reduce_part<t>(group, what, what.bounds.begin(s), what.bounds.end(s), local.scratch);
        group.single_item([&]() OMPRIM_INLINE_LAMBDA { what.write(s, total); });
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
