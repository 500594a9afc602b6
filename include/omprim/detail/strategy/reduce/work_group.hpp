// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/atomic_cells.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// work-group: the group's collective reduction, then one atomic on the result.
///
/// Phases: (1) Each item sums its elements, strided. (2) The group reduces the sums; one global
/// atomic per group. Wins: against every strategy with local atomics. Loses: against single-pass,
/// since it starts a new group for each tile, and by its atomics. Not deterministic for floats.
/// Needs of the group: reduce.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", section 4.3, kernel k3 (work-group reduction).
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_work_group {
  static constexpr strategy_info info{
      algorithm::reduce,
      "work-group",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, kernel k3",
      "work-group collective, then one global atomic per group",
      {}};
  using accumulator = typename Reducer::accumulator;

  template <class Source>
  using kernel_type = reduce_by_groups<Reducer, t, Source>;

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
