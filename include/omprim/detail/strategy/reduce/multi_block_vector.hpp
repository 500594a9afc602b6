// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/strategy/reduce/group_atomic.hpp>
#include <omprim/table.hpp>

/// multi-block-vector: interleaved blocks, one per sub-group; every item folds each vector it
/// loads at once and adds its sum to local memory by a local atomic.
///
/// Phases: vector load and fold over lanes, `items_per_work_item` times, local atomics,
/// barrier, one global atomic per group. The article's listing loads once per item; its text
/// counts many, which is the items parameter here. Wins: against multi-block, with which it
/// shares the access pattern, by needing one word of local memory instead of a tree. Loses:
/// against single-pass by its atomics. Not deterministic for floats. Needs of the group:
/// sub-groups, local memory, local atomics, barriers, vector loads.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// multiBlockInterleavedReductionVector.
namespace omprim::inline OMPRIM_ABI::strategy {

template <tuning t>
struct gather_sub_group_block {
  static constexpr int sub_group = t.work_group_size < 16 ? t.work_group_size : 16;

  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t tile, int item) {
    constexpr int block = sub_group * t.lanes * t.items_per_work_item;
    const int start = item / sub_group * block + item % sub_group * t.lanes;
    auto partial = Reducer::template identity<1>();
    for (int i = 0; i < t.items_per_work_item; ++i) {
      const int offset = start + i * sub_group * t.lanes;
      partial =
          accumulate<Reducer, t.lanes>(partial, source, tile + static_cast<std::uint64_t>(offset));
    }
    return partial;
  }
};

template <class Reducer, tuning t>
struct reduce_multi_block_vector : reduce_group_atomic<Reducer, t, gather_sub_group_block<t>> {
  static constexpr strategy_info info{
      algorithm::reduce,
      "multi-block-vector",
      "Peri: Reduction Operations in Data Parallel C++, multiBlockInterleavedReductionVector",
      "interleaved blocks, vectors folded at once, local atomic",
      {}};
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
