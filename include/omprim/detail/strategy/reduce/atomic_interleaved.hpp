// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/strategy/reduce/global_atomic.hpp>
#include <omprim/table.hpp>

/// atomic-interleaved: every work-item sums elements that are one grid apart, and adds the sum to
/// the result by one atomic.
///
/// Phases: (1) Each item sums `items_per_work_item` elements, strided. (2) One global atomic per
/// item. Wins: on a GPU against atomic-per-block, since neighbouring items read neighbouring
/// addresses. Loses: on a CPU, where a thread jumps through memory. Not deterministic for floats.
/// Needs of the group: nothing.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// reductionAtomics3.
namespace omprim::inline OMPRIM_ABI::strategy {

template <tuning t>
struct gather_interleaved {
  template <class Source>
  static std::uint64_t items(const Source& source) {
    return groups_for(source, t.items_per_work_item);
  }
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t item, std::uint64_t all) {
    auto partial = Reducer::template identity<1>();
    for (int i = 0; i < t.items_per_work_item; ++i) {
      partial = accumulate<Reducer, 1>(partial, source, item + static_cast<std::uint64_t>(i) * all);
    }
    return partial;
  }
};

template <class Reducer, tuning t>
struct reduce_atomic_interleaved : reduce_global_atomic<Reducer, t, gather_interleaved<t>> {
  static constexpr strategy_info info{
      algorithm::reduce,
      "atomic-interleaved",
      "Peri: Reduction Operations in Data Parallel C++, reductionAtomics3",
      "interleaved elements per item, then a global atomic",
      {}};
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
