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

/// A tile of a scan: the elements that a group holds from load to write. The whole group calls
///   load(group, problem, first, local)     begins to read the elements [first, first + length)
///   total(group, problem, local)           returns the aggregate of the tile; known to every item
///   write(group, problem, before, local)   writes the scan; `before` is the prefix of the tile;
///                                       returns the prefix of the next tile
/// total() must be called before write() if `needs_total`. A tile reads and writes its own elements
/// only, so a scan may overwrite its input.
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

/// The tile type for a kind of group.
template <class Group, class Scan, tuning t>
using scanned_tile = decltype(scanned_tile_for<Scan, t>(std::declval<const Group&>()));

}  // namespace omprim::inline OMPRIM_ABI::kernel
