// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/select/by_ticket.hpp>
#include <omprim/detail/agent/select/empty_input.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// single-pass: reads the input once. A group takes a tile by ticket, counts the kept elements,
/// learns by decoupled look-back how many were kept before the tile, and writes. The default.
///
/// Phases, for each tile (agent/select/by_ticket.hpp):
///   (1) Load and count.
///   (2) Publish the count and look back (group/look_back.hpp, which argues that no group waits for
///       ever).
///   (3) Write. A processor reads the tile again for this, from a cache, except in place.
/// On a GPU the loads of other groups are under way during (2) and (3). On a processor, a single
/// thread carries the count itself and publishes nothing. GPUs have no code for this case: it would
/// be half of the kernel's code.
///
/// Wins: for all but the smallest n. Loses: to reduce-then-scan where tiles are so small that
/// the chain of look-backs, some 8 ns a tile on an H200, takes longer than a second read.
/// Deterministic, keeps the order, works in place. Needs of the group: a sub-group's ballot,
/// local memory for a count per sub-group; of the device: 8 bytes per tile.
/// Source: omprim; D. Merrill and M. Garland for the look-back.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Selection, tuning t>
struct select_single_pass {
  static constexpr strategy_info info{algorithm::select,
                                      "single-pass",
                                      "omprim; look-back of Merrill, Garland",
                                      "tiles by ticket, decoupled look-back; the default",
                                      {.deterministic = true, .by_default = true}};

  using kernel_type = select_by_ticket<Selection, t>;

  template <backends::call_backend Backend>
  static OMPRIM_INLINE std::uint64_t run(Backend& backend, const Selection& problem) {
    if (problem.n == 0) return select_from_empty(backend, problem);
    const std::uint64_t tiles = tiles_of<t>(problem.n);
    const std::uint64_t groups = std::min(tiles, backend.resident_groups(t.work_group_size));
    auto* words = groups > 1 || Backend::is_device ? backend.look_back(tiles) : nullptr;
    auto* result = backend.template result<std::uint64_t>();
    backend.launch(groups, kernel_type{problem, words, result});
    backend.record(1, groups, groups * t.work_group_size, groups > 1 ? 2 * groups + tiles : 0);
    return *result;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
