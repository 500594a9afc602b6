// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/agent/reduce/local_tree.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// multi-block: each sub-group sums a block of its own in vector accumulators; a tree in local
/// memory combines whole vectors.
///
/// Phases: (1) Every sub-group reads a contiguous block, with the vector loads of its items
/// interleaved so that they adjoin, and adds lane to lane. (2) A tree combines the vectors of the
/// items. (3) One item folds the lanes; one global atomic per group. Wins: where registers hold
/// long vectors (Intel GPUs, CPUs). Loses: on GPUs with little local memory per group. Not
/// deterministic for floats. Needs of the group: sub-groups, local memory, barriers, vector loads.
/// Source: R. Peri, "Analyzing the Performance of Reduction Operations in Data Parallel C++",
/// multiBlockInterleavedReduction.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_multi_block {
  static constexpr strategy_info info{
      algorithm::reduce,
      "multi-block",
      "Peri: Reduction Operations in Data Parallel C++, multiBlockInterleavedReduction",
      "interleaved blocks, vector accumulators, tree over vectors",
      {}};
  using accumulator = typename Reducer::accumulator;

  template <class Source>
  using kernel_type = reduce_blocks_by_tree<Reducer, t, Source>;

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
