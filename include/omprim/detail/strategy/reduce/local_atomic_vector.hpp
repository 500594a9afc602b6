// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/strategy/reduce/group_atomic.hpp>
#include <omprim/table.hpp>

/// local-atomic-vector: local-atomic with one vector load of `lanes` elements per item.
///
/// Phases: as local-atomic, with `lanes` times fewer atomics. Wins: with 4 lanes of 4 bytes on most
/// GPUs. Loses: from 8 lanes on, where the loads of a sub-group are no longer contiguous. Not
/// deterministic for floats. Needs of the group: local memory, local atomics, barriers, vector
/// loads.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", listing 3, figures 2, 4 and 6.
namespace omprim::inline OMPRIM_ABI::strategy {

template <tuning t>
struct gather_vector {
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t tile, int item) {
    return accumulate<Reducer, t.lanes>(Reducer::template identity<1>(), source,
                                        tile + static_cast<std::uint64_t>(item * t.lanes));
  }
};

template <class Reducer, tuning t>
struct reduce_local_atomic_vector : reduce_group_atomic<Reducer, t, gather_vector<t>> {
  static constexpr strategy_info info{
      algorithm::reduce,
      "local-atomic-vector",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, listing 3",
      "local-atomic with vector loads",
      {}};
  static_assert(t.items_per_work_item == 1);
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
