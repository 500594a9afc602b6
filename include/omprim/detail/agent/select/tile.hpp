// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <omprim/detail/agent/select/vector_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/select/simt_tile.hpp>
#endif

/// A tile of a selection on its way through a work-group:
///   load(group, what, first, local)     begins to read the elements [first, first + length)
///   count(group, what, local)           how many of them this thread keeps; it need not be asked
///   select(group, what, local)          how many of them are kept; known to every item
///   write(group, what, before, local)   writes those, given how many were kept before the tile
///   select_and_write(group, what, before, stores, local)  both at once, where nobody waits for the
///                                       count; `stores` is what plan_stores(what, begin, end)
///                                       says of the partial_segment that the caller writes
/// all called by the whole group. Between select and write the tile is the group's own: what
/// others write to the input meanwhile does not matter, which makes selection in place safe.
namespace omprim::inline OMPRIM_ABI::kernel {

#if OMPRIM_SIMT
template <class Selection, tuning t, int size>
auto selected_tile_for(const simt_group<size>&) -> simt_selected_tile<Selection, t>;
#endif
template <class Selection, tuning t, int size>
auto selected_tile_for(const vector_group<size>&) -> vector_selected_tile<Selection, t>;

/// The tile as this kind of group holds it.
template <class Group, class Selection, tuning t>
using selected_tile = decltype(selected_tile_for<Selection, t>(std::declval<const Group&>()));

}  // namespace omprim::inline OMPRIM_ABI::kernel
