// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/agent/reduce/local_tree.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// multi-block: each sub-group sums a block of its own in vector accumulators; a tree in local
/// memory combines whole vectors.
///
/// Phases: (1) Every sub-group reads a contiguous block, with the vector loads of its items
/// interleaved so that they adjoin, and adds lane to lane. (2) A tree combines the vectors of the
/// items. (3) One item folds the lanes; one global atomic per group. Wins: where registers hold
/// long vectors (Intel GPUs, CPUs). Loses: on GPUs with little local memory per group. Not
/// deterministic for floats. Needs of the group: sub-groups, local memory, barriers, vector loads.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// multiBlockInterleavedReduction.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_multi_block {
  static constexpr strategy_info info{
      algorithm::reduce,
      "multi-block",
      "Peri: Reduction Operations in Data Parallel C++, multiBlockInterleavedReduction",
      "interleaved blocks, vector accumulators, tree over vectors",
      {}};
  using accumulator = typename Reducer::accumulator;
  static constexpr int lanes = t.lanes;
  using vector = typename Reducer::template vector<lanes>;

  template <class Source>
  struct alignas(8) kernel_type {
    static constexpr int work_group_size = t.work_group_size;
    template <class Group>
    struct local_memory {
      vector values[Group::size];
    };

    Source source;
    kernel::atomic_cell<Reducer>* result;

    /// The vector accumulator of one item. Its loads begin at `start` and are `step` elements
    /// apart.
    OMPRIM_INLINE vector gather(std::uint64_t start, int step) const {
      auto sum = Reducer::template identity<lanes>();
      auto rest = Reducer::template identity<1>();  // from vectors that only partly exist
      for (int i = 0; i < t.items_per_work_item; ++i) {
        const std::uint64_t position = start + static_cast<std::uint64_t>(i * step);
        if (source.template holds<lanes>(position)) {
          sum = Reducer::combine(
              sum, Reducer::template lift<lanes>(source.template load<lanes>(position),
                                                 source.index(position)));
        } else {
          rest = accumulate<Reducer, lanes>(rest, source, position);
        }
      }
      return Reducer::combine(sum, Reducer::template embed<lanes>(rest));
    }

    template <class Group>
    OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
      constexpr int step = Group::sub_group_size * lanes;
      constexpr int block = step * t.items_per_work_item;
      const std::uint64_t tile = group.id() * static_cast<std::uint64_t>(t.tile());
      group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
        const int start = item.sub_group * block + item.sub_group_lane * lanes;
        local.values[item.id] = gather(tile + static_cast<std::uint64_t>(start), step);
      });
      reduce_local_tree<Reducer, lanes>(group, local.values);
      group.single_item([&]() OMPRIM_INLINE_LAMBDA {
        atomic_combine(*result, kernel::fold_lanes<Reducer, lanes>(local.values[0]));
      });
    }
  };

  template <class Backend, class Source>
    requires backends::reducing_backend<Backend, Reducer, Source>
  static accumulator run(Backend& backend, const Source& source) {
    const std::uint64_t groups = groups_for(source, static_cast<std::uint64_t>(t.tile()));
    auto* result = backend.template shared_cell<Reducer>();
    backend.launch(groups, kernel_type<Source>{source, result});
    backend.record(1, groups, groups * t.work_group_size, groups);
    return backend.read_cell(result);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
