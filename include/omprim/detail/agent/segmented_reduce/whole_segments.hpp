// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/fold.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/tuning.hpp>

/// Kernels in which items, sub-groups or groups take whole segments, or equal parts of segments,
/// one after the other.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Each item reduces whole segments.
template <class Problem, tuning t>
struct alignas(8) reduce_segments_by_item {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  Problem problem;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const std::uint64_t segments = problem.bounds.segments;
    const std::uint64_t tiles = (segments - 1) / Group::size + 1;
    group.for_each_tile_in_order(tiles, [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        const std::uint64_t s = tile * Group::size + static_cast<std::uint64_t>(item.id);
        if (s < segments) {
          problem.write(s, fold_strided<t.items_per_work_item>(problem, problem.bounds.begin(s),
                                                               problem.bounds.end(s), 1));
        }
      });
    });
  }
};

/// Each sub-group reduces whole segments; its items read neighbouring values.
template <class Problem, tuning t>
struct alignas(8) reduce_segments_by_sub_group {
  using reducer = typename Problem::reducer;

  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  Problem problem;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    constexpr auto width = static_cast<std::uint64_t>(Group::sub_group_size);
    constexpr std::uint64_t at_once = Group::size / Group::sub_group_size;
    const std::uint64_t segments = problem.bounds.segments;
    const std::uint64_t tiles = (segments - 1) / at_once + 1;
    group.for_each_tile_in_order(tiles, [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
      typename Group::template private_memory<typename Problem::accumulator> partial;
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        const std::uint64_t s = tile * at_once + static_cast<std::uint64_t>(item.sub_group);
        partial[item] = reducer::template identity<1>();
        if (s < segments) {
          partial[item] = fold_strided<t.items_per_work_item>(
              problem, problem.bounds.begin(s) + static_cast<std::uint64_t>(item.sub_group_lane),
              problem.bounds.end(s), width);
        }
      });
      group.for_each_sub_group([&](auto sub_group) OMPRIM_INLINE_LAMBDA {
        const std::uint64_t s = tile * at_once + static_cast<std::uint64_t>(sub_group.id());
        const auto total = sub_group.reduce(partial, kernel::combine_lanes<reducer, 1>{});
        sub_group.single_item([&]() OMPRIM_INLINE_LAMBDA {
          if (s < segments) problem.write(s, total);
        });
      });
    });
  }
};

/// Each group reduces whole segments.
template <class Problem, tuning t>
struct alignas(8) reduce_segments_by_group {
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {
    typename Group::template scratch<typename Problem::accumulator> scratch;
  };

  Problem problem;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    group.for_each_tile_in_order(
        problem.bounds.segments, [&](std::uint64_t s) OMPRIM_INLINE_LAMBDA {
          const auto total = reduce_part<t>(group, problem, problem.bounds.begin(s),
                                            problem.bounds.end(s), local.scratch);
          group.single_item([&]() OMPRIM_INLINE_LAMBDA { problem.write(s, total); });
        });
  }
};

/// Each group reduces an equal part of a segment.
template <class Problem, tuning t>
struct alignas(8) reduce_parts_by_group {
  using accumulator = typename Problem::accumulator;

  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {
    typename Group::template scratch<accumulator> scratch;
  };

  Problem problem;
  std::uint64_t parts;  ///< number of parts per segment
  accumulator* partials;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    group.for_each_tile_in_order(
        problem.bounds.segments * parts, [&](std::uint64_t i) OMPRIM_INLINE_LAMBDA {
          const std::uint64_t begin = problem.bounds.begin(i / parts);
          const std::uint64_t end = problem.bounds.end(i / parts);
          const std::uint64_t length = (end - begin) / parts + 1;
          const std::uint64_t first = std::min(begin + i % parts * length, end);
          const auto total =
              reduce_part<t>(group, problem, first, std::min(first + length, end), local.scratch);
          group.single_item([&]() OMPRIM_INLINE_LAMBDA { partials[i] = total; });
        });
  }
};

/// Each item combines the parts of a segment, in order.
template <class Problem, tuning t>
struct alignas(8) join_parts_by_item {
  using accumulator = typename Problem::accumulator;
  using reducer = typename Problem::reducer;

  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {};

  Problem problem;
  std::uint64_t parts;
  const accumulator* partials;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& /*local*/) const {
    const std::uint64_t segments = problem.bounds.segments;
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
              problem.write(s, total);
            }
          });
        });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
