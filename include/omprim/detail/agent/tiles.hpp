// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/share.hpp>
#include <omprim/tuning.hpp>

/// How an input is cut into tiles of one size (the last tile may be smaller), and the share of
/// tiles that each group takes.
namespace omprim::inline OMPRIM_ABI::strategy {

template <tuning t>
inline constexpr auto tile_length = static_cast<std::uint64_t>(t.tile());

template <tuning t>
OMPRIM_INLINE constexpr std::uint64_t tiles_of(std::uint64_t n) {
  return n / tile_length<t> + (n % tile_length<t> != 0 ? 1 : 0);
}

template <tuning t>
OMPRIM_INLINE constexpr std::uint64_t first_of(std::uint64_t tile) {
  return tile * tile_length<t>;
}

/// The tiles of a group: a contiguous share of all.
template <tuning t, class Group>
OMPRIM_INLINE kernel::share tile_share_of(const Group& group, std::uint64_t n) {
  return kernel::share_of(tiles_of<t>(n), group);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
