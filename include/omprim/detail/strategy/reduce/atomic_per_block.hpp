// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/atomic_cells.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// atomic-per-block: every work-item sums a contiguous block, and adds the sum to the result by one
/// atomic.
///
/// Phases: (1) Each item sums `items_per_work_item` neighbouring elements. (2) One global atomic
/// per item. Wins: on a CPU, which reads a block as one stream. Loses: on a GPU, where neighbouring
/// items read addresses one block apart. Not deterministic for floats. Needs of the group: nothing.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// reductionAtomics2.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_atomic_per_block {
  static constexpr strategy_info info{
      algorithm::reduce,
      "atomic-per-block",
      "Peri: Reduction Operations in Data Parallel C++, reductionAtomics2",
      "contiguous block per item, then a global atomic",
      {}};
  using accumulator = typename Reducer::accumulator;
  template <class Source>
  using kernel_type = reduce_to_global_cell<Reducer, t, gather_block<t>, Source>;

  template <class Backend, class Source>
    requires backends::reducing_backend<Backend, Reducer, Source>
  static accumulator run(Backend& backend, const Source& source) {
    const std::uint64_t size = t.work_group_size;
    const std::uint64_t items = gather_block<t>::items(source);
    const std::uint64_t groups = items == 0 ? 1 : (items + size - 1) / size;
    auto* result = backend.template shared_cell<Reducer>();
    backend.launch(groups, kernel_type<Source>{source, result});
    backend.record(1, groups, groups * size, groups * size);
    return backend.read_cell(result);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
