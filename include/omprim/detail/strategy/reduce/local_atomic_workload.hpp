// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/atomic_cells.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// local-atomic-workload: local-atomic with `items_per_work_item` elements per item, which are one
/// group size apart.
///
/// Phases: each item sums its elements; then as local-atomic. Wins: on GPUs, with 8 to 16 elements
/// per item. Loses: when there are too few groups to fill the device. Not deterministic for floats.
/// Needs of the group: local memory, local atomics, barriers.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", listing 4, figures 3, 5 and 7.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_local_atomic_workload {
  static constexpr strategy_info info{
      algorithm::reduce,
      "local-atomic-workload",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, listing 4",
      "local-atomic with several elements per item",
      {}};
  static_assert(t.lanes == 1);
  using accumulator = typename Reducer::accumulator;
  template <class Source>
  using kernel_type = reduce_to_local_cell<Reducer, t, gather_workload<t>, Source>;

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
