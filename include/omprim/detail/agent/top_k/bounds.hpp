// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

#include <omprim/detail/agent/top_k/problem.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/reducer/source.hpp>

/// The elements that a step of an order statistic looks at, and the bounds of those that it keeps.
///
/// Elements are ordered by place, then by position. No two of them are equal in this order, so that
/// there are as many elements between two bounds as a sample lets expect, however often values
/// repeat.
namespace omprim::inline OMPRIM_ABI::strategy {

/// An element, or where one would be.
struct bound {
  std::uint64_t place;
  std::uint64_t position;
};

/// The elements from `lower` to `upper`, both included.
struct bounds {
  bound lower;
  bound upper;

  OMPRIM_INLINE static bounds of_all(std::uint64_t highest_place) {
    return {{0, 0}, {highest_place, std::numeric_limits<std::uint64_t>::max()}};
  }
};

/// How the elements at some neighbouring positions are compared with bounds.
enum class comparing : std::uint8_t {
  places,     ///< by places only: kept from `least` to `greatest`, below under `least`
  singly,     ///< by places and positions: a bound is at one of the positions
  all_below,  ///< not at all: all are below the lower bound
  none        ///< not at all: none is kept or below
};

/// Bounds for elements at some neighbouring positions.
template <class Word>
struct place_limits {
  Word least;
  Word greatest;
  comparing how;

  /// For elements at positions from `first` to `last`.
  OMPRIM_INLINE static place_limits of(const bounds& kept, std::uint64_t first,
                                       std::uint64_t last) {
    constexpr Word highest = std::numeric_limits<Word>::max();
    const auto lower = static_cast<Word>(kept.lower.place);
    const auto upper = static_cast<Word>(kept.upper.place);
    // Whether elements with the place of a bound are outside.
    const bool without_lower = last < kept.lower.position;
    const bool without_upper = first > kept.upper.position;
    if ((!without_lower && first < kept.lower.position) ||
        (!without_upper && last > kept.upper.position)) {
      return {0, 0, comparing::singly};
    }
    if (without_lower && lower == highest) return {0, 0, comparing::all_below};
    const auto least = static_cast<Word>(without_lower ? lower + 1 : lower);
    if (without_upper && upper == 0) {
      return {least, 0, least == 0 ? comparing::none : comparing::places};
    }
    return {least, static_cast<Word>(without_upper ? upper - 1 : upper), comparing::places};
  }
};

/// The data of a call.
template <class Word>
struct input_elements {
  using word = Word;
  using place = Word;

  kernel::array_source<Word> source;
  kernel::key_kind kind;
  bool descending;
  std::uint8_t unused[6];

  static input_elements of(const ordered_elements<Word>& all) {
    return {kernel::make_source(all.data, all.n), all.kind, all.descending, {}};
  }
  template <class Function>
  OMPRIM_INLINE void with_order(Function&& f) const {
    kernel::with_order<Word>(kind, descending, f);
  }
  [[nodiscard]] OMPRIM_INLINE bool number_is_position() const { return true; }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t position(std::uint64_t number) const { return number; }
};

/// Elements that were kept, in any order: their places, which a Word can hold, and their positions
/// where these count.
template <class Word>
struct kept_elements {
  using word = std::uint64_t;
  using place = Word;

  kernel::array_source<std::uint64_t> source;
  const std::uint64_t* positions;  ///< null: the numbers of the elements stand for them

  template <class Function>
  OMPRIM_INLINE void with_order(Function&& f) const {
    f(kernel::integer_order<std::uint64_t>{0});
  }
  [[nodiscard]] OMPRIM_INLINE bool number_is_position() const { return positions == nullptr; }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t position(std::uint64_t number) const {
    return positions == nullptr ? number : positions[number];
  }
};

/// The place of an element among the bounds.
template <class Elements>
struct bounded_element {
  bool is_below;
  bool is_kept;

  OMPRIM_INLINE static bounded_element of(const bounds& kept, const Elements& elements,
                                          std::uint64_t place, std::uint64_t number) {
    const bool at_lower = place == kept.lower.place;
    const bool at_upper = place == kept.upper.place;
    const std::uint64_t position = at_lower || at_upper ? elements.position(number) : 0;
    const bool is_below = place < kept.lower.place || (at_lower && position < kept.lower.position);
    const bool is_above = place > kept.upper.place || (at_upper && position > kept.upper.position);
    return {is_below, !is_below && !is_above};
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
