// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/atomic_cells.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// atomic-per-item: every work-item adds one element to the result by an atomic.
///
/// Phases: (1) Each item loads one element. (2) One global atomic per item. Wins: never; it
/// measures the rate of atomics on one address. Loses: everywhere. Not deterministic for floats.
/// Needs of the group: nothing.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// reductionAtomics1.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_atomic_per_item {
  static constexpr strategy_info info{
      algorithm::reduce,
      "atomic-per-item",
      "Peri: Reduction Operations in Data Parallel C++, reductionAtomics1",
      "one global atomic per element",
      {}};
  using accumulator = typename Reducer::accumulator;
  template <class Source>
  using kernel_type = reduce_to_global_cell<Reducer, t, gather_one<t>, Source>;

  template <class Backend, class Source>
    requires backends::reducing_backend<Backend, Reducer, Source>
  static accumulator run(Backend& backend, const Source& source) {
    const std::uint64_t size = t.work_group_size;
    const std::uint64_t items = gather_one<t>::items(source);
    const std::uint64_t groups = items == 0 ? 1 : (items + size - 1) / size;
    auto* result = backend.template shared_cell<Reducer>();
    backend.launch(groups, kernel_type<Source>{source, result});
    backend.record(1, groups, groups * size, groups * size);
    return backend.read_cell(result);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
