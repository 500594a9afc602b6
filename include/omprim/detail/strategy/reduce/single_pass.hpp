// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/reduce/arg_reduce_tiles.hpp>
#include <omprim/detail/agent/reduce/by_share.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// single-pass: as many groups as the device runs at once read all elements by wide loads, several
/// of them under way at a time; the last group to finish combines the partials. The default.
///
/// Phases:
///   (1) Each group reduces its share of the tiles (agent/reduce/by_share.hpp). The elements at
///       either end that fill no pack go to the last group.
///   (2) Each group stores one partial and takes one ticket.
///   (3) The group with the last ticket reduces the partials and writes the result where the host
///       reads it. It also resets the ticket counter to 0 for the next call.
///
/// On a GPU, few items with many loads under way each are best. The registers of all items then fit
/// at once; groups without room would begin only when others end.
///
/// Wins: for all n, on GPUs and CPUs: one launch, no copies, one atomic per group. Loses: to
/// sequential for some ten elements. Deterministic for floats only for a given number of
/// groups. Needs of the group: reduce, wide loads, a ticket.
/// Source: omprim; the tickets follow the usual "last block" reduction.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Reducer, tuning t>
struct reduce_single_pass {
  static constexpr strategy_info info{
      algorithm::reduce,
      "single-pass",
      "omprim",
      "wide loads, group reduce, the last group finishes; the default",
      {.by_default = true}};
  using accumulator = typename Reducer::accumulator;
  template <class Source>
  using kernel_type = reduce_by_share<Reducer, t, Source>;

  template <backends::least_backend Backend, class Source>
  static OMPRIM_INLINE accumulator run(Backend& backend, const Source& source) {
    const std::uint64_t groups = std::clamp<std::uint64_t>(
        source.size() / static_cast<std::uint64_t>(t.tile()), 1,
        backend.resident_groups(t.work_group_size, kernel_type<Source>::threads_per_unit));
    auto* partials = backend.template scratch<accumulator>(groups);
    auto* result = backend.template result<accumulator>();
    backend.launch(groups, kernel_type<Source>{source, partials, result, backend.tickets()});
    backend.record(1, groups, groups * t.work_group_size, groups > 1 ? groups : 0);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
