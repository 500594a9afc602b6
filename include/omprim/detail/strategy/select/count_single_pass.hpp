// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/by_share.hpp>
#include <omprim/detail/agent/select/empty_input.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// single-pass of count_if: as many groups as the device runs at once count the kept elements, each
/// in a contiguous share of the input.
///
/// Phases: (1) each group counts in its share. (2) It adds the count to the total by one atomic.
/// Wins: always; nothing is written, and no group waits. Loses: nowhere. Deterministic. Needs of
/// the group: a reduction over its threads. Source: omprim.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct count_single_pass {
  static constexpr strategy_info info{algorithm::select,
                                      "single-pass",
                                      "omprim",
                                      "every group counts its share; the default of counts",
                                      {.deterministic = true, .by_default = true}};

  using kernel_type = count_by_share<Selection, t>;

  template <backends::call_backend Backend>
  static std::uint64_t run(Backend& backend, const Selection& problem) {
    if (problem.n == 0) return select_from_empty(backend, problem);
    const std::uint64_t groups =
        std::min(tiles_of<t>(problem.n), backend.resident_groups(t.work_group_size));
    auto* words = backend.look_back(0);
    auto* result = backend.template result<std::uint64_t>();
    backend.launch(groups, kernel_type{problem, words, result});
    backend.record(1, groups, groups * t.work_group_size, 2 * groups);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
