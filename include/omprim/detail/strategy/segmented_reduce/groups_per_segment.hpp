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
  using reducer = typename What::reducer;

  struct alignas(8) part_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {
      typename Group::template scratch<accumulator> scratch;
    };

    What what;
    std::uint64_t parts;  ///< number of parts per segment
    accumulator* partials;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      group.for_each_tile_in_order(
          what.bounds.segments * parts, [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA {
            const std::uint64_t begin = what.bounds.begin(i / parts);
            const std::uint64_t end = what.bounds.end(i / parts);
            const std::uint64_t length = (end - begin) / parts + 1;
            const std::uint64_t first = std::min(begin + i % parts * length, end);
            const auto total =
                reduce_part<t>(group, what, first, std::min(first + length, end), local.scratch);
            group.single_item([&]() OMPRIM_INLINE_LAMBDA { partials[i] = total; });
          });
    }
  };

  struct alignas(8) join_kernel {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {};

    What what;
    std::uint64_t parts;
    const accumulator* partials;

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
      const std::uint64_t segments = what.bounds.segments;
      group.for_each_tile_in_order(
          (segments - 1) / Group::size + 1, [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
            group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
              const std::uint64_t s = tile * Group::size + static_cast<std::uint64_t>(item.id);
              if (s < segments) {
                auto total = reducer::template identity<1>();
                OMPRIM_KEEP_ROLLED
                for (std::uint64_t p = 0; p < parts; ++p) {
                  total = reducer::combine(total, partials[s * parts + p]);
                }
                what.write(s, total);
              }
            });
          });
    }
  };

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
