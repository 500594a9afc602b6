// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/base/abi.hpp>

/// The temporary memory of a sort by merges.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The result of a check of segments.
struct checked_segments {
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  std::uint64_t fault;    ///< the number of the first wrong offsets, or none
  std::uint64_t longest;  ///< the keys of the longest segment, if there is no fault

  static OMPRIM_INLINE checked_segments both(const checked_segments& a, const checked_segments& b) {
    return {a.fault < b.fault ? a.fault : b.fault, a.longest < b.longest ? b.longest : a.longest};
  }
};

/// What the launches tell each other and the caller.
struct merge_state {
  std::uint64_t rounds;  ///< of merges, for the segment with the most runs
  checked_segments checked;
};

/// Parts of one block, for n keys in `tiles` tiles, and offsets that `checkers` groups check.
template <class Word, class Value>
struct merge_memory {
  merge_state* state;
  std::uint64_t* segment_of;  ///< of the first key of each tile
  std::uint64_t* taken;       ///< keys of the first run of its pair before each tile
  Word* keys;
  Value* values;
  checked_segments* checked;  ///< by each checker

  static OMPRIM_INLINE merge_memory at(std::uint64_t* block, std::uint64_t n, std::uint64_t tiles) {
    auto* const segment_of = block + words_of<merge_state>(1);
    auto* const taken = segment_of + tiles;
    auto* const keys = taken + tiles;
    auto* const values = keys + words_of<Word>(n);
    return {reinterpret_cast<merge_state*>(block),
            segment_of,
            taken,
            reinterpret_cast<Word*>(keys),
            reinterpret_cast<Value*>(values),
            reinterpret_cast<checked_segments*>(values + words_of_values(n))};
  }
  /// The words of 8 bytes of the block.
  [[nodiscard]] static std::uint64_t words(std::uint64_t n, std::uint64_t tiles,
                                           std::uint64_t checkers) {
    return words_of<merge_state>(1) + 2 * tiles + words_of<Word>(n) + words_of_values(n) +
           words_of<checked_segments>(checkers);
  }

 private:
  template <class T>
  static OMPRIM_INLINE std::uint64_t words_of(std::uint64_t n) {
    return (n * sizeof(T) + 7) / 8;
  }
  static OMPRIM_INLINE std::uint64_t words_of_values(std::uint64_t n) {
    return sorted_data<Word, Value>::has_values ? words_of<Value>(n) : 0;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
