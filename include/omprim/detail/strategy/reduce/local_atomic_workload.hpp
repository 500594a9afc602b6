// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/strategy/reduce/group_atomic.hpp>
#include <omprim/table.hpp>

/// local-atomic-workload: local-atomic with `items_per_work_item` elements per item, which are one
/// group size apart.
///
/// Phases: each item sums its elements; then as local-atomic. Wins: on GPUs, with 8 to 16 elements
/// per item. Loses: when there are too few groups to fill the device. Not deterministic for floats.
/// Needs of the group: local memory, local atomics, barriers.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", listing 4, figures 3, 5 and 7.
namespace omprim::inline OMPRIM_ABI::strategy {

template <tuning t>
struct gather_workload {
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t tile, int item) {
    auto partial = Reducer::template identity<1>();
    for (int i = 0; i < t.items_per_work_item; ++i) {
      const int offset = i * t.work_group_size + item;
      partial = accumulate<Reducer, 1>(partial, source, tile + static_cast<std::uint64_t>(offset));
    }
    return partial;
  }
};

template <class Reducer, tuning t>
struct reduce_local_atomic_workload : reduce_group_atomic<Reducer, t, gather_workload<t>> {
  static constexpr strategy_info info{
      algorithm::reduce,
      "local-atomic-workload",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, listing 4",
      "local-atomic with several elements per item",
      {}};
  static_assert(t.lanes == 1);
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
