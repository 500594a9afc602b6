// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include <omprim/detail/agent/reduce/local_tree.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// tree-relaunch: each group reduces by a tree in local memory; the kernel is launched again on the
/// partials until one value is left.
///
/// Phases: log(n) / log(group size) launches; in each, load, halving tree, one partial per group.
/// Wins: against tree-host-finish for large n, since only one value is copied to the host. Loses:
/// by one launch per level. Deterministic. Needs of the group: local memory, barriers.
/// Source: T. Deakin, S. McIntosh-Smith, A. Alpay, V. Heuveline, "Benchmarking and Extending
/// SYCL Hierarchical Parallelism", section V.A, kernel 'reduction'.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_tree_relaunch {
  static constexpr strategy_info info{
      algorithm::reduce,
      "tree-relaunch",
      "Deakin et al.: SYCL Hierarchical Parallelism, kernel 'reduction'",
      "local-memory tree, launched until one value is left",
      {.deterministic = true}};
  using accumulator = typename Reducer::accumulator;

  template <backends::call_backend Backend, class Source>
  static accumulator run(Backend& backend, const Source& source) {
    constexpr std::uint64_t size = t.work_group_size;
    using elements = elements_input<Reducer, Source>;
    using partials = partials_input<Reducer>;
    const auto groups_of = [](std::uint64_t count) { return (count + size - 1) / size; };

    std::uint64_t count = groups_for(source, size);
    // The levels use two areas in turn: no level has more partials than the one before.
    auto* from = backend.template scratch<accumulator>(count + groups_of(count));
    auto* to = from + count;
    backend.launch(count, tree_level<Reducer, t.work_group_size, elements>{{source}, from});
    backend.record(1, count, count * size, 0);
    while (count > 1) {
      const std::uint64_t groups = groups_of(count);
      backend.launch(groups, tree_level<Reducer, t.work_group_size, partials>{{from, count}, to});
      backend.record(1, groups, groups * size, 0);
      std::swap(from, to);
      count = groups;
    }
    return backend.read(from);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
