// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <omprim/detail/agent/scan/by_ticket.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/look_back_words.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// single-pass: reads the input once and writes the output once. A group takes a tile by ticket,
/// combines it, learns the prefix of the tile by decoupled look-back, and writes. The default.
///
/// Phases, for each tile (agent/scan/by_ticket.hpp):
///   (1) Load and combine.
///   (2) Publish the aggregate and look back (group/look_back.hpp, which argues that no group waits
///       for ever).
///   (3) Write.
/// On a GPU the loads of other groups are under way during (2) and (3). On a processor, a single
/// thread carries the prefix itself.
///
/// Wins: for all but the smallest n. Loses: to reduce-then-scan where the chain of look-backs
/// takes longer than a second read. Operators need only be associative. For floats the result
/// depends on the tiles and on how far each group looks back: not deterministic. Works in place.
/// Needs of the group: shuffles, local memory for a value per sub-group; of the device: 8 bytes per
/// tile, and two more values per tile where a value is wider than 4 bytes.
/// Source: omprim; D. Merrill and M. Garland for the look-back.
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Scan, tuning t>
struct scan_single_pass {
  static constexpr strategy_info info{algorithm::scan,
                                      "single-pass",
                                      "omprim; look-back of Merrill, Garland",
                                      "tiles by ticket, decoupled look-back; the default",
                                      {.by_default = true}};
  using accumulator = typename Scan::accumulator;
  using kernel_type = scan_by_ticket<Scan, t>;

  template <backends::call_backend Backend>
  static void run(Backend& backend, const Scan& problem) {
    if (problem.n == 0) return;
    const std::uint64_t tiles = tiles_of<t>(problem.n);
    const std::uint64_t groups = std::min(tiles, backend.resident_groups(t.work_group_size));
    auto* words = groups > 1 || Backend::is_device ? backend.look_back(tiles) : nullptr;
    accumulator* wide = nullptr;
    if (words != nullptr && !kernel::fits_word<accumulator>) {
      wide = backend.template scratch<accumulator>(2 * tiles);
    }
    backend.launch(groups, kernel_type{problem, words, wide});
    backend.record(1, groups, groups * t.work_group_size, groups > 1 ? 2 * groups + tiles : 0);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
