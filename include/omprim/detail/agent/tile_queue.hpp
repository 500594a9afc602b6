// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/look_back.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The work queue of every single pass with look-back. The group takes tiles by ticket until all
/// `count` tiles are taken, and calls for each tile
///   load(tile, index)            begins to read the tile
///   value(tile)                  returns its aggregate
///   write(tile, index, before)   writes it; `before` is its prefix: the aggregates of all tiles
///                                before, combined in order
///
/// A group takes no ticket while it works on a tile, since a tile that is taken but not yet read
/// delays all tiles after it. Measured with 2^29 elements on an H200:
///   1.09 ms   as it is
///   1.20 ms   with tickets taken while tiles are written
///   2.4 ms    with tickets taken while the group looks back
/// While one group looks back, other groups of the same multiprocessor have their loads under way;
/// the number of these groups decides the speed.
template <class Tile, class Group, class V, class Combine, class Load, class Value, class Write>
OMPRIM_INLINE void for_each_tile_by_ticket(Group& group, const kernel::look_back<V>& tiles,
                                           std::uint64_t count, const V& identity,
                                           Combine&& combine, kernel::look_back_local<V>& local,
                                           Load&& load, Value&& value, Write&& write) {
  kernel::look_back_guard<V> guard(tiles);
  for (std::uint64_t index = kernel::take_tile(group, tiles, local); index < count;
       index = kernel::take_tile(group, tiles, local)) {
    Tile tile{};
    load(tile, index);
    const V mine = value(tile);
    const V before = kernel::value_before(group, tiles, index, mine, identity, combine, local);
    if (tiles.is_abandoned()) break;
    write(tile, index, before);
    group.barrier();  // else the first sub-group to finish takes a ticket while others write
  }
  group.single_item([&]() OMPRIM_INLINE_LAMBDA { tiles.finish(group.count()); });
  guard.release();
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
