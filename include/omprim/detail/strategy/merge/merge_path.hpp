// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/merge/by_share.hpp>
#include <omprim/detail/agent/merge/policy.hpp>
#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// merge-path: equal shares of the output, whatever the keys are. The default.
///
/// Phases:
///   (1) Each group finds by searches how many keys of each input are before its share and, on
///       devices, before the next tiles of it.
///   (2) On devices, it merges tiles in local memory, where each item finds its part by bisection,
///       while the keys of the next tile are on their way. On hosts, a thread merges several parts
///       of its share in turn, without branches that depend on keys.
///
/// Wins: for more than some hundred keys. Deterministic and stable. Needs of the group: local
/// memory, a collective. Source: O. Green, R. McColl, D. A. Bader, "GPU Merge Path: A GPU Merging
/// Algorithm".
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
struct merge_merge_path {
  static constexpr strategy_info info{
      algorithm::merge,
      "merge-path",
      "omprim; Green, McColl, Bader: GPU Merge Path: A GPU Merging Algorithm",
      "equal shares of the output, found by a search; the default",
      {.in_place = false, .deterministic = true, .by_default = true}};

  template <backends::launcher Backend>
  static void run(Backend& backend, const Problem& problem) {
    using word = typename Problem::word;
    const std::uint64_t n = problem.a.n + problem.b.n;
    if (n == 0) return;
    std::uint64_t groups = 0;
    kernel::with_order<word>(problem.kind, problem.descending, [&](const auto& order) {
      using kernel_type =
          merge_shares<word, typename Problem::value, std::remove_cvref_t<decltype(order)>, t>;
      constexpr std::uint64_t least =
          Backend::is_device ? kernel_type::tiles::tile / merge_policy::least_shares_of_tile
                             : tile_length<t>;
      groups = std::min((n + least - 1) / least,
                        backend.resident_groups(t.work_group_size, merge_policy::threads_per_unit));
      backend.launch(
          groups, kernel_type{problem.a, problem.b, problem.keys_out, problem.values_out, order});
    });
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
