// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <omprim/detail/agent/select/vector_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/select/simt_marking_tile.hpp>
#include <omprim/detail/agent/select/simt_tile.hpp>
#endif

/// A tile of a selection: the elements that a group holds from load to write. The whole group calls
///   load(group, problem, first, local)     begins to read the elements [first, first + length)
///   count(group, problem, local)           returns how many elements this thread keeps; optional
///   select(group, problem, local)          returns how many elements are kept; known to every item
///   write(group, problem, before, local)   writes the kept elements; `before`: the number of
///                                       elements kept in earlier tiles
///   select_and_write(group, problem, before, stores, local)
///                                       select and write at once, for kernels in which no group
///                                       waits for the count; `stores` comes from
///                                       plan_stores(problem, begin, end), asked once for all the
///                                       elements [begin, end) that the caller writes
/// Between select and write the tile belongs to the group: writes of other groups to the input have
/// no effect on it. This makes selection in place safe.
namespace omprim::inline OMPRIM_ABI::kernel {

#if OMPRIM_SIMT
template <class Selection, tuning t, int size>
auto selected_tile_for(const simt_group<size>&) {
  if constexpr (notes_marks<Selection> && Selection::emits == emit::nothing) {
    return std::type_identity<simt_marking_tile<Selection, t>>{};
  } else {
    return std::type_identity<simt_selected_tile<Selection, t>>{};
  }
}
#endif
template <class Selection, tuning t, int size>
auto selected_tile_for(const vector_group<size>&)
    -> std::type_identity<vector_selected_tile<Selection, t>>;

/// The tile type for a kind of group.
template <class Group, class Selection, tuning t>
using selected_tile =
    typename decltype(selected_tile_for<Selection, t>(std::declval<const Group&>()))::type;

}  // namespace omprim::inline OMPRIM_ABI::kernel
