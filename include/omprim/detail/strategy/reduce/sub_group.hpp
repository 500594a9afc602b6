// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/atomic_cells.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// sub-group: every sub-group reduces by shuffles; its first item adds the sum to local memory.
///
/// Phases: (1) Each item sums its elements, strided. (2) Each sub-group reduces by shuffles; one
/// local atomic per sub-group; barrier. (3) One global atomic per group. Wins: against
/// local-atomic-workload, with fewer local atomics by a factor of the sub-group size. Loses:
/// against work-group where local atomics are slow. Not deterministic for floats. Needs of the
/// group: sub-groups, local memory, local atomics, barriers.
/// Source: Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in SYCL on
/// GPUs", section 4.3, kernel k2 (sub-group reduction).
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_sub_group {
  static constexpr strategy_info info{
      algorithm::reduce,
      "sub-group",
      "Jin, Vetter: Integer Sum Reduction in SYCL on GPUs, kernel k2",
      "sub-group shuffles, then local and global atomics",
      {}};
  using accumulator = typename Reducer::accumulator;

  template <class Source>
  using kernel_type = reduce_by_sub_groups<Reducer, t, Source>;

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
