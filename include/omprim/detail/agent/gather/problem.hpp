// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Moves n elements from positions of `source` to `out` one after the other, or the other way
/// round. An element is one word or several. A word has the bits of any type of its size.
template <class Word>
struct gather_problem {
  using word = Word;

  const Word* source;
  const void* positions;  ///< integers of 4 or 8 bytes
  bool is_wide;           ///< positions have 8 bytes
  bool scatters;          ///< the positions are those of `out`
  std::uint64_t n;
  Word* out;
  std::uint64_t size;   ///< positions from 0 to below it are right
  std::uint32_t words;  ///< of an element
};

/// The arrays between which a group moves elements.
template <class Word>
struct moved_elements {
  const Word* source;
  std::uint64_t n;
  Word* out;
  std::uint64_t size;
  std::uint32_t words;
};

/// The first position that is wrong.
struct position_fault {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t index = none;
  std::int64_t position = 0;
};

/// A position as an unsigned integer, which is as large as none is if the position is negative.
template <class Index>
OMPRIM_INLINE std::uint64_t unsigned_position(Index position) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(position));
}
OMPRIM_INLINE std::uint64_t position_at(const void* positions, bool is_wide, std::uint64_t i) {
  return is_wide ? unsigned_position(static_cast<const std::int64_t*>(positions)[i])
                 : unsigned_position(static_cast<const std::int32_t*>(positions)[i]);
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
