// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/gather/problem.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/tuning.hpp>

/// Moves of elements of several words.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Tiles are of words where each item is a thread: neighbouring items move the words of an element.
/// They are of elements on the host.
template <class Word, tuning t>
struct split_elements {
  using arrays_type = moved_elements<Word>;

  template <class Group>
  static OMPRIM_INLINE std::uint64_t tiles(const arrays_type& arrays) {
    return tiles_of<t>(Group::thread_per_item ? arrays.n * arrays.words : arrays.n);
  }

  /// Moves the words of a tile whose positions are right, and returns the first element of this
  /// thread whose position is wrong.
  template <bool to_positions, class Group, class Index>
  static OMPRIM_INLINE std::uint64_t move(const Group& group, const arrays_type& arrays,
                                          const Index* at, std::uint64_t tile) {
    if constexpr (Group::thread_per_item) {
      return move_by_items<to_positions>(group, arrays, at, first_of<t>(tile));
    } else {
      return move_one_by_one<to_positions>(arrays, at, first_of<t>(tile));
    }
  }

 private:
  /// The positions of an item are loaded before its words, so that its loads overlap.
  template <bool to_positions, class Group, class Index>
  static OMPRIM_INLINE std::uint64_t move_by_items(const Group& group, const arrays_type& arrays,
                                                   const Index* at, std::uint64_t first) {
    constexpr int many = t.items_per_work_item;
    const std::uint32_t words = arrays.words;
    const std::uint64_t all = arrays.n * words;
    const std::uint64_t element = first / words;
    const auto word = static_cast<std::uint32_t>(first - element * words);
    std::uint64_t position[many];
    std::uint64_t place[many];
    std::uint32_t part[many];
    Word moved[many];
    std::uint64_t wrong = position_fault::none;
#pragma GCC unroll 16
    for (int i = many - 1; i >= 0; --i) {
      const auto step = static_cast<std::uint32_t>(group.this_item().id + i * Group::size);
      place[i] = first + step;
      part[i] = (word + step) % words;
      const std::uint64_t mine = element + (word + step) / words;
      position[i] = place[i] < all ? unsigned_position(at[mine]) : position_fault::none;
      if (place[i] < all && position[i] >= arrays.size) wrong = mine;
    }
#pragma GCC unroll 16
    for (int i = 0; i < many; ++i) {
      if (position[i] < arrays.size) {
        moved[i] = arrays.source[to_positions ? place[i] : position[i] * words + part[i]];
      }
    }
#pragma GCC unroll 16
    for (int i = 0; i < many; ++i) {
      if (position[i] < arrays.size) {
        arrays.out[to_positions ? position[i] * words + part[i] : place[i]] = moved[i];
      }
    }
    return wrong;
  }

  template <bool to_positions, class Index>
  static OMPRIM_INLINE std::uint64_t move_one_by_one(const arrays_type& arrays, const Index* at,
                                                     std::uint64_t first) {
    // Copies of a number of bytes that the compiler knows take a few instructions.
    switch (arrays.words) {
      case 2:
        return move_tile<to_positions, 2>(arrays, at, first);
      case 3:
        return move_tile<to_positions, 3>(arrays, at, first);
      case 4:
        return move_tile<to_positions, 4>(arrays, at, first);
      default:
        return move_tile<to_positions, 0>(arrays, at, first);
    }
  }
  /// Moves elements of `known` words; 0: of any number.
  template <bool to_positions, int known, class Index>
  static OMPRIM_INLINE std::uint64_t move_tile(const arrays_type& arrays, const Index* at,
                                               std::uint64_t first) {
    const std::uint64_t words = known != 0 ? known : arrays.words;
    const std::uint64_t rest = arrays.n - first;
    const std::uint64_t end = first + (rest < tile_length<t> ? rest : tile_length<t>);
    std::uint64_t wrong = position_fault::none;
    for (std::uint64_t i = first; i < end; ++i) {
      const std::uint64_t position = unsigned_position(at[i]);
      if (position < arrays.size) {
        __builtin_memcpy(arrays.out + words * (to_positions ? position : i),
                         arrays.source + words * (to_positions ? i : position),
                         words * sizeof(Word));
      } else if (wrong == position_fault::none) {
        wrong = i;
      }
    }
    return wrong;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
