// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/tuning.hpp>

/// Counts the elements that a selection keeps, without writing them.
namespace omprim::inline OMPRIM_ABI::strategy {

struct plus_counts {
  OMPRIM_INLINE std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a + b; }
};

/// The number of elements kept in the group's contiguous share of the tiles; known to item 0.
/// `local` has room for a tile and for the scratch of a reduction.
template <tuning t, class Group, class Selection, class Local>
OMPRIM_INLINE std::uint64_t count_share(Group& group, const Selection& problem, Local& local) {
  // One count per thread, not per item: a thread that runs all items counts for all of them.
  std::uint64_t mine = 0;
  const kernel::share share = tile_share_of<t>(group, problem.n);
  for (std::uint64_t index = share.begin; index < share.end; ++index) {
    kernel::selected_tile<Group, Selection, t> tile;
    tile.load(group, problem, first_of<t>(index), local.tile);
    mine += tile.count(group, problem, local.tile);
  }
  return kernel::reduce_threads(group, mine, plus_counts{}, local.scratch);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
