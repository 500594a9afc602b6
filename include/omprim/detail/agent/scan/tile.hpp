// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <omprim/detail/agent/scan/vector_segmented_tile.hpp>
#include <omprim/detail/agent/scan/vector_tile.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/scanner.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/agent/scan/simt_segmented_tile.hpp>
#include <omprim/detail/agent/scan/simt_tile.hpp>
#endif

/// A tile of a scan on its way through a work-group:
///   load(group, what, first, local)       begins to read the elements [first, first + length)
///   total(group, what, local)             all of them combined; known to every item
///   write(group, what, before, local)     writes their scan, given what stands before the tile;
///                                         returns what stands before the next
/// all called by the whole group; total() comes before write() where `needs_total`. A tile reads
/// and writes no elements but its own, so a scan may write over its input.
namespace omprim::inline OMPRIM_ABI::kernel {

#if OMPRIM_SIMT
template <class Scan, tuning t, int size>
auto scanned_tile_for(const simt_group<size>&)
    -> std::conditional_t<Scan::scanner::segmented, simt_segmented_tile<Scan, t>,
                          simt_scanned_tile<Scan, t>>;
#endif
template <class Scan, tuning t, int size>
auto scanned_tile_for(const vector_group<size>&)
    -> std::conditional_t<Scan::scanner::segmented, vector_segmented_tile<Scan, t>,
                          vector_scanned_tile<Scan, t>>;

/// The tile as this kind of group holds it.
template <class Group, class Scan, tuning t>
using scanned_tile = decltype(scanned_tile_for<Scan, t>(std::declval<const Group&>()));

}  // namespace omprim::inline OMPRIM_ABI::kernel
