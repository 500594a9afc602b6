// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/atomic_cells.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// local-atomic-vector: local-atomic with one vector load of `lanes` elements per item.
///
/// Phases: as local-atomic, with `lanes` times fewer atomics. Wins: with 4 lanes of 4 bytes on most
/// GPUs. Loses: from 8 lanes on, where the loads of a sub-group are no longer contiguous. Not
/// deterministic for floats. Needs of the group: local memory, local atomics, barriers, vector
/// loads.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", listing 3, figures 2, 4 and 6.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_local_atomic_vector {
  static constexpr strategy_info info{
      algorithm::reduce,
      "local-atomic-vector",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, listing 3",
      "local-atomic with vector loads",
      {}};
  static_assert(t.items_per_work_item == 1);
  using accumulator = typename Reducer::accumulator;
  template <class Source>
  using kernel_type = reduce_to_local_cell<Reducer, t, gather_vector<t>, Source>;

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
