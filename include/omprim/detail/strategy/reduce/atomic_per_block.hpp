// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/strategy/reduce/global_atomic.hpp>
#include <omprim/table.hpp>

/// atomic-per-block: every work-item sums a contiguous block, and adds the sum to the result by one
/// atomic.
///
/// Phases: (1) Each item sums `items_per_work_item` neighbouring elements. (2) One global atomic
/// per item. Wins: on a CPU, which reads a block as one stream. Loses: on a GPU, where neighbouring
/// items read addresses one block apart. Not deterministic for floats. Needs of the group: nothing.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// reductionAtomics2.
namespace omprim::inline OMPRIM_ABI::strategy {

template <tuning t>
struct gather_block {
  static constexpr std::uint64_t block = t.items_per_work_item;

  template <class Source>
  static std::uint64_t items(const Source& source) {
    return groups_for(source, block);
  }
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t item, std::uint64_t /*all*/) {
    auto partial = Reducer::template identity<1>();
    for (std::uint64_t i = 0; i < block; ++i) {
      partial = accumulate<Reducer, 1>(partial, source, item * block + i);
    }
    return partial;
  }
};

template <class Reducer, tuning t>
struct reduce_atomic_per_block : reduce_global_atomic<Reducer, t, gather_block<t>> {
  static constexpr strategy_info info{
      algorithm::reduce,
      "atomic-per-block",
      "Peri: Reduction Operations in Data Parallel C++, reductionAtomics2",
      "contiguous block per item, then a global atomic",
      {}};
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
