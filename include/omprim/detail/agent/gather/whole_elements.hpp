// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/agent/gather/problem.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/tuning.hpp>

/// Moves of elements that are one word each.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Tiles are of elements.
template <class Word, tuning t>
struct whole_elements {
  using arrays_type = moved_elements<Word>;

  template <class Group>
  static OMPRIM_INLINE std::uint64_t tiles(const arrays_type& arrays) {
    return tiles_of<t>(arrays.n);
  }

  /// Moves the elements of a tile whose positions are right, and returns the first element of this
  /// thread whose position is wrong.
  template <bool to_positions, class Group, class Index>
  static OMPRIM_INLINE std::uint64_t move(const Group& group, const arrays_type& arrays,
                                          const Index* at, std::uint64_t tile) {
    if constexpr (Group::thread_per_item) {
      return move_by_items<to_positions>(group, arrays, at, first_of<t>(tile));
    } else {
      return move_by_simd<to_positions>(group, arrays, at, first_of<t>(tile));
    }
  }

 private:
  /// The positions of an item are loaded before its elements, so that its loads overlap.
  template <bool to_positions, class Group, class Index>
  static OMPRIM_INLINE std::uint64_t move_by_items(const Group& group, const arrays_type& arrays,
                                                   const Index* at, std::uint64_t first) {
    constexpr int many = t.items_per_work_item;
    const std::uint64_t begin = first + static_cast<std::uint64_t>(group.this_item().id);
    const std::uint64_t left = begin < arrays.n ? arrays.n - begin : 0;
    const auto step = [](int i) OMPRIM_INLINE_LAMBDA {
      return static_cast<std::uint64_t>(i) * Group::size;
    };
    // As wide as the positions of the call: each takes a register or two.
    using place = std::make_unsigned_t<Index>;
    constexpr auto beyond = std::numeric_limits<place>::max();
    const std::uint64_t end = arrays.size < beyond / 2 ? arrays.size : beyond / 2 + 1;
    place position[many];
    Word moved[many];
#pragma GCC unroll 16
    for (int i = 0; i < many; ++i) {
      position[i] = step(i) < left ? static_cast<place>((at + begin)[step(i)]) : beyond;
    }
#pragma GCC unroll 16
    for (int i = 0; i < many; ++i) {
      if (position[i] < end) {
        moved[i] = to_positions ? (arrays.source + begin)[step(i)] : arrays.source[position[i]];
      }
    }
    std::uint64_t wrong = position_fault::none;
#pragma GCC unroll 16
    for (int i = many - 1; i >= 0; --i) {
      if (position[i] < end) {
        (to_positions ? arrays.out[position[i]] : (arrays.out + begin)[step(i)]) = moved[i];
      } else if (step(i) < left) {
        wrong = begin + step(i);
      }
    }
    return wrong;
  }

  /// All positions of a tile are compared before its elements are moved.
  template <bool to_positions, class Group, class Index>
  static OMPRIM_INLINE std::uint64_t move_by_simd(const Group& group, const arrays_type& arrays,
                                                  const Index* at, std::uint64_t first) {
    const std::uint64_t rest = arrays.n - first;
    const auto length = static_cast<int>(rest < tile_length<t> ? rest : tile_length<t>);
    const auto place = [&](int i)
                           OMPRIM_INLINE_LAMBDA { return first + static_cast<std::uint64_t>(i); };
    const auto position_of = [&](int i)
                                 OMPRIM_INLINE_LAMBDA { return unsigned_position(at[place(i)]); };
    const auto move_one = [&](int i) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t position = position_of(i);
      arrays.out[to_positions ? position : place(i)] =
          arrays.source[to_positions ? place(i) : position];
    };
    std::uint64_t wrong_ones = 0;
    for (int i = 0; i < length; ++i) wrong_ones += position_of(i) < arrays.size ? 0U : 1U;
    std::uint64_t wrong = position_fault::none;
    if (wrong_ones != 0) {
      for (int i = length - 1; i >= 0; --i) {
        if (position_of(i) < arrays.size) {
          move_one(i);
        } else {
          wrong = place(i);
        }
      }
    } else if constexpr (to_positions) {
      for (int i = 0; i < length; ++i) move_one(i);
    } else {
      group.for_each_index(length, move_one);
    }
    return wrong;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
