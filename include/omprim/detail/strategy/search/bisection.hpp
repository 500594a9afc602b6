// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/search/by_bisection.hpp>
#include <omprim/detail/agent/search/policy.hpp>
#include <omprim/detail/agent/search/problem.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// bisection: halves the range of each value until it is known. The default.
///
/// Phases:
///   (1) On devices, each group copies the elements of the first steps to local memory.
///   (2) A step is taken for several values at a time, so that their loads overlap: for those of an
///       item on a device, for a tile on a host.
///       Values that are far from each other in an array beyond caches are searched for one after
///       the other by each item.
/// There are no branches that depend on elements.
///
/// Wins: for more than some ten values. Deterministic. Needs of the group: local memory and a
/// barrier. Source: P. Khuong, P. Morin, "Array Layouts for Comparison-Based Searching" (bisection
/// without branches).
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Problem, tuning t>
struct search_bisection {
  static constexpr strategy_info info{
      algorithm::search,
      "bisection",
      "omprim; Khuong, Morin: Array Layouts for Comparison-Based Searching",
      "the steps of several values at a time, without branches; the default",
      {.deterministic = true, .by_default = true}};

  template <backends::launcher Backend>
  static void run(Backend& backend, const Problem& problem) {
    using word = typename Problem::word;
    if (problem.count == 0) return;
    kernel::with_order<word>(problem.kind, problem.descending, [&](const auto& order) {
      if (problem.n < search_policy::many_elements) {
        launch<std::int32_t>(backend, problem, order);
      } else {
        launch<std::int64_t>(backend, problem, order);
      }
    });
  }

 private:
  template <class Count, class Backend, class Order>
  static void launch(Backend& backend, const Problem& problem, const Order& order) {
    const std::uint64_t groups =
        std::min(tiles_of<t>(problem.count),
                 backend.resident_groups(t.work_group_size, search_policy::threads_per_unit));
    backend.launch(groups,
                   search_by_bisection<typename Problem::word, Order, Count, t>{
                       problem.sorted, problem.n, problem.values, problem.count, problem.positions,
                       order, problem.is_wide ? 1U : 0U, problem.counts_equal ? 1U : 0U});
    backend.record(1, groups, groups * t.work_group_size, 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
