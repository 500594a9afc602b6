// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/strategy/reduce/group_atomic.hpp>
#include <omprim/table.hpp>

/// multi-block-vector: each sub-group sums a block of its own, with the loads of its items
/// interleaved. Every item folds the lanes of each vector as soon as it is loaded, and adds its sum
/// to local memory by a local atomic.
///
/// Phases: (1) Each item loads and folds `items_per_work_item` vectors. (2) One local atomic per
/// item; barrier. (3) One global atomic per group. The article's listing has one load per item, its
/// text has many; here the number is `items_per_work_item`. Wins: against multi-block, which has
/// the same access pattern, by one word of local memory instead of a tree. Loses: against
/// single-pass by its atomics. Not deterministic for floats. Needs of the group: sub-groups, local
/// memory, local atomics, barriers, vector loads.
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
