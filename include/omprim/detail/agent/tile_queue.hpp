// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/look_back.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// What every single pass with look-back does: the group takes tiles by ticket until none of
/// `count` is left, and for each
///   load(tile, index)          begins to read it
///   value(tile)                what it contributes to the tiles after it
///   write(tile, index, before) given what all tiles before contribute, combined in order
///
/// A group takes no ticket while it works on a tile: a tile that is taken but not yet read holds up
/// all after it (2^29 elements on an H200: 1.09 ms; with tickets taken while tiles are
/// written, 1.20; while the group looks back, 2.4). Other groups of the same multiprocessor have
/// their loads under way while this one looks back; their number is what counts.
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
    group.barrier();  // or the first sub-group to be done takes a ticket while others write
  }
  group.single_item([&]() OMPRIM_INLINE_LAMBDA { tiles.finish(group.count()); });
  guard.release();
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
