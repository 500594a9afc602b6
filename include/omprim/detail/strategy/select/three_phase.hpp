// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/blocks.hpp>
#include <omprim/detail/agent/select/empty_input.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// three-phase: one group per block of the input, as published.
///
/// Phases, each of one or more launches:
///   (1) Count the kept elements of each block.
///   (2) Exclusive scan of the counts, for which the paper calls a library: one launch adds up each
///       chunk of counts, another scans each chunk from the sum of the chunks before it.
///   (3) Compaction: a sub-group's ballot and population count rank an element inside its
///       sub-group, and a scan over the sub-groups ranks it inside its block.
///
/// Wins: never against single-pass; it is the paper's method, kept for comparison. Loses: it reads
/// the input twice, with one short-lived group per block. Deterministic, keeps the order; not in
/// place. Needs of the group: a sub-group's ballot, exclusive_scan, reduce_for_all.
/// Source: Z. Jin and J. S. Vetter, "Evaluating Nonuniform Reduction in HIP and SYCL on GPUs",
/// listings 2, 3, 5 and 7; sub-groups of 32, 64 or 16 items as the device has them.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct select_three_phase {
  static constexpr strategy_info info{
      algorithm::select,
      "three-phase",
      "Jin, Vetter: Nonuniform Reduction in HIP and SYCL, listings 2, 3, 5 and 7",
      "count per block, scan of the counts, compaction",
      {.in_place = false, .deterministic = true}};

  using count_kernel = count_blocks<Selection, t>;
  using offsets_kernel = scan_counts<t>;
  using compact_kernel = write_blocks<Selection, t>;

  template <backends::call_backend Backend>
  static std::uint64_t run(Backend& backend, const Selection& problem) {
    if (problem.n == 0) return select_from_empty(backend, problem);
    const std::uint64_t blocks = tiles_of<t>(problem.n);
    const std::uint64_t chunks =
        std::clamp<std::uint64_t>(blocks / static_cast<std::uint64_t>(t.work_group_size), 1,
                                  backend.resident_groups(t.work_group_size));
    auto* counts = backend.template scratch<std::uint64_t>(blocks + chunks);
    auto* sums = counts + blocks;
    auto* result = backend.template result<std::uint64_t>();
    backend.launch(blocks, count_kernel{problem, counts});
    backend.launch(chunks, offsets_kernel{counts, sums, nullptr, blocks, nullptr});
    backend.launch(chunks, offsets_kernel{counts, sums, result, blocks, problem.count});
    backend.launch(blocks, compact_kernel{problem, counts});
    const std::uint64_t groups = 2 * (blocks + chunks);
    backend.record(4, groups, groups * t.work_group_size, 0);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
