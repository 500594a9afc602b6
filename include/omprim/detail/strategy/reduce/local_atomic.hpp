// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/strategy/reduce/group_atomic.hpp>
#include <omprim/table.hpp>

/// local-atomic: every item adds its element to a sum in local memory; one item adds the sum to the
/// result.
///
/// Phases: (1) Reset the local sum; barrier. (2) One local atomic per item; barrier. (3) One global
/// atomic per group. Wins: against atomic-per-item, with fewer global atomics by a factor of the
/// group size. Loses: one 4-byte load per item leaves memory idle. Not deterministic for floats.
/// Needs of the group: local memory, local atomics, barriers.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", listing 2.
namespace omprim::inline OMPRIM_ABI::strategy {

struct gather_element {
  template <class Reducer, class Source>
  static OMPRIM_INLINE auto sum(const Source& source, std::uint64_t tile, int item) {
    return accumulate<Reducer, 1>(Reducer::template identity<1>(), source,
                                  tile + static_cast<std::uint64_t>(item));
  }
};

template <class Reducer, tuning t>
struct reduce_local_atomic : reduce_group_atomic<Reducer, t, gather_element> {
  static constexpr strategy_info info{
      algorithm::reduce,
      "local-atomic",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, listing 2",
      "local atomics, then one global atomic per group",
      {}};
  static_assert(t.lanes == 1 && t.items_per_work_item == 1);
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
