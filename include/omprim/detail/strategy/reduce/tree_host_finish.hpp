// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include <omprim/detail/agent/reduce/local_tree.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// tree-host-finish: each group reduces by a tree in local memory; the host adds the partials.
///
/// Phases: (1) Load into local memory. (2) Halving tree with a barrier per level; one partial per
/// group. (3) Copy all partials to the host and add them there, in order. Wins: never on a large
/// GPU; but it needs no atomics at all. Loses: by the copy of n / group size partials.
/// Deterministic. Needs of the group: local memory, barriers.
/// Source: "Sum reduction with OpenCL-1.x" (listing and benchmark, AMD Radeon HD 7970); also
/// kernel k1 of Z. Jin, J. Vetter, "Evaluating the Performance of Integer Sum Reduction in
/// SYCL on GPUs", section 4.3.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_tree_host_finish {
  static constexpr strategy_info info{algorithm::reduce,
                                      "tree-host-finish",
                                      "Sum reduction with OpenCL-1.x; Jin, Vetter: Integer Sum "
                                      "Reduction in SYCL on GPUs, kernel k1",
                                      "local-memory tree, partial sums added on the host",
                                      {.deterministic = true}};
  using accumulator = typename Reducer::accumulator;

  template <class Backend, class Source>
    requires backends::reducing_backend<Backend, Reducer, Source>
  static accumulator run(Backend& backend, const Source& source) {
    constexpr int size = t.work_group_size;
    using input = elements_input<Reducer, Source>;
    const std::uint64_t groups = groups_for(source, size);
    auto* partials = backend.template scratch<accumulator>(groups);
    backend.launch(groups, tree_level<Reducer, size, input>{input{source}, partials});
    backend.record(1, groups, groups * size, 0);

    auto total = Reducer::template identity<1>();
    backend.for_each_on_host(partials, groups, [&](const accumulator& partial) {
      total = Reducer::combine(total, partial);
    });
    return total;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
