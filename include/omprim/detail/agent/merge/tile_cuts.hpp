// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/merge/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/item.hpp>
#include <omprim/detail/group/partition_point.hpp>

/// Where the tiles of a share begin in both inputs of a merge.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Tiles of `tile` keys of the output, from key `begin` to below `end`.
template <class Word, class Value, class Order, int tile>
struct tile_cuts {
  static constexpr unsigned together = 8;  ///< cuts that are found at a time
  /// Items that search together: more of them need fewer rounds, but load more keys in vain.
  static constexpr int lanes = 8;

  /// The last cuts that were found, by the number of the tile: keys of `a` before it.
  struct memory {
    std::uint64_t before[2 * together];
    OMPRIM_INLINE std::uint64_t& operator[](unsigned number) {
      return before[number % (2 * together)];
    }
  };

  const merged_input<Word, Value>& a;
  const merged_input<Word, Value>& b;
  const Order& order;
  std::uint64_t begin;
  std::uint64_t end;

  [[nodiscard]] OMPRIM_INLINE std::uint64_t first_of(unsigned number) const {
    return begin + static_cast<std::uint64_t>(number) * tile;
  }

#if OMPRIM_SIMT
  /// Finds `count` cuts from tile number `from` on, each by `width` items; the one before is known,
  /// unless `from` is 0.
  template <int width, class Group>
  OMPRIM_INLINE void find(const Group& /*group*/, const kernel::work_item& me, memory& found,
                          unsigned from, unsigned count) const {
    constexpr unsigned searches = Group::size / width;
    constexpr unsigned of_sub_group = Group::sub_group_size / width;
    const std::uint64_t known = from != 0 ? first_of(from - 1) : 0;
    const std::uint64_t known_before = from != 0 ? found[from - 1] : 0;
    OMPRIM_KEEP_ROLLED
    for (unsigned i = static_cast<unsigned>(me.id) / width; i - i % of_sub_group < count;
         i += searches) {
      const std::uint64_t beyond = first_of(from + i);
      const std::uint64_t position = beyond < end ? beyond : end;
      const std::uint64_t possible = position > b.n ? position - b.n : 0;
      const std::uint64_t least = possible < known_before ? known_before : possible;
      const std::uint64_t most = known_before + (position - known);
      const bool is_asked = i < count && beyond < end + tile;
      const std::uint64_t cut = kernel::partition_point_by_lanes<Group, width>(
          least,
          !is_asked    ? least
          : most < a.n ? most
                       : a.n,
          me.sub_group_lane, [&](std::uint64_t taken) OMPRIM_INLINE_LAMBDA {
            return is_before(a.keys, b.keys, position, taken, order);
          });
      if (is_asked && me.sub_group_lane % width == 0) found[from + i] = cut;
    }
  }
#endif
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
