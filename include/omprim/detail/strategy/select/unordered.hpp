// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/empty_input.hpp>
#include <omprim/detail/agent/select/unordered.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// unordered: tiles are written in the order in which their groups reserve room for them.
///
/// Phases, for each tile: (1) count the kept elements. (2) Reserve room for them by one atomic on
/// the total. (3) Write them there.
///
/// Wins: where the order does not matter and tiles are small. Loses: by its atomics, which all go
/// to one address. The order of the input is lost, except inside a tile, with everything that
/// depends on it. Not deterministic. Not in place. Needs of the group: a sub-group's ballot, a
/// barrier. Source: the usual shortcut, here for comparison.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct select_unordered {
  static constexpr strategy_info info{algorithm::select,
                                      "unordered",
                                      "omprim",
                                      "one atomic per tile; the order is lost",
                                      {.keeps_order = false, .in_place = false}};

  using kernel_type = select_tiles_unordered<Selection, t>;

  template <backends::call_backend Backend>
  static std::uint64_t run(Backend& backend, const Selection& problem) {
    static_assert(Selection::emits != kernel::emit::both_halves,
                  "the rejected half has no place of its own without an order");
    if (problem.n == 0) return select_from_empty(backend, problem);
    const std::uint64_t tiles = tiles_of<t>(problem.n);
    const std::uint64_t groups = std::min(tiles, backend.resident_groups(t.work_group_size));
    auto* words = backend.look_back(0);
    auto* result = backend.template result<std::uint64_t>();
    backend.launch(groups, kernel_type{problem, words, result});
    backend.record(1, groups, groups * t.work_group_size, groups + tiles);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
