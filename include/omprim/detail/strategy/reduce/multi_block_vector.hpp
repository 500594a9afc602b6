// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/atomic_cells.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// multi-block-vector: each sub-group sums a block of its own, with the loads of its items
/// interleaved. Every item folds the lanes of each vector as soon as it is loaded, and adds its sum
/// to local memory by a local atomic.
///
/// Phases: (1) Each item loads and folds `items_per_work_item` vectors. (2) One local atomic per
/// item; barrier. (3) One global atomic per group. The article's listing has one load per item, its
/// text has many; here the number is `items_per_work_item`. Wins: against multi-block, which has
/// the same access pattern, by one word of local memory instead of a tree. Loses: against
/// single-pass by its atomics. Not deterministic for floats. Needs of the group: sub-groups, local
/// memory, local atomics, barriers, vector loads.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// multiBlockInterleavedReductionVector.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_multi_block_vector {
  static constexpr strategy_info info{
      algorithm::reduce,
      "multi-block-vector",
      "Peri: Reduction Operations in Data Parallel C++, multiBlockInterleavedReductionVector",
      "interleaved blocks, vectors folded at once, local atomic",
      {}};
  using accumulator = typename Reducer::accumulator;
  template <class Source>
  using kernel_type = reduce_to_local_cell<Reducer, t, gather_sub_group_block<t>, Source>;

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
