// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>

/// Where a step of an order statistic writes the elements that it keeps.
namespace omprim::inline OMPRIM_ABI::strategy {

/// All groups write to the same arrays, in any order. Elements beyond the room are counted only.
struct kept_output {
  std::uint64_t* places;
  std::uint64_t* positions;  ///< null where places suffice
  std::uint64_t room;
  std::uint64_t* kept;  ///< counter of all groups

  /// Takes room for some elements; returns where they begin.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t take(std::uint64_t count) const {
    return kernel::fetch_add_shared(kept, count);
  }
  OMPRIM_INLINE void write(std::uint64_t at, std::uint64_t place, std::uint64_t position) const {
    if (at >= room) return;
    places[at] = place;
    if (positions != nullptr) positions[at] = position;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
