// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/atomic_cells.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

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

template <class Reducer, tuning t>
struct reduce_local_atomic {
  static constexpr strategy_info info{
      algorithm::reduce,
      "local-atomic",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, listing 2",
      "local atomics, then one global atomic per group",
      {}};
  static_assert(t.lanes == 1 && t.items_per_work_item == 1);
  using accumulator = typename Reducer::accumulator;
  template <class Source>
  using kernel_type = reduce_to_local_cell<Reducer, t, gather_element, Source>;

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
