// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/let_groups_run.hpp>

/// How a tile of a radix sort learns where the keys of each digit go.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A look-back for each of the 256 digits, by one word for each tile and digit. The two highest
/// bits of a word tell which keys with the digit its other 30 bits count: none yet; the keys of the
/// tile (`aggregate`); or the keys of the tile and all tiles before it (`prefix`). So a pass has
/// fewer than 2^30 keys at a time.
struct digit_look_back {
  static constexpr int digit_bits = 8;
  static constexpr std::uint32_t digits = 1U << digit_bits;
  static constexpr std::uint32_t aggregate = 1U << 30;
  static constexpr std::uint32_t prefix = 2U << 30;
  static constexpr std::uint32_t number = aggregate - 1;

  const std::uint64_t* begin;  ///< the place of the first key of each digit
  std::uint64_t* next_begin;   ///< the same for the keys after this pass
  std::uint32_t* words;        ///< of this pass; all 0 when it begins
  std::uint32_t* other_words;  ///< of the next pass; this one sets them to 0

  /// Publishes the number of keys of a tile.
  OMPRIM_INLINE void publish(std::uint64_t tile, std::uint32_t digit, std::uint32_t count) const {
    kernel::store_shared(words + tile * digits + digit, (tile == 0 ? prefix : aggregate) | count);
    other_words[tile * digits + digit] = 0;
  }
  /// Returns the number of keys in all tiles before, once it is known, and publishes the sum.
  [[nodiscard]] OMPRIM_INLINE std::uint32_t look_back(std::uint64_t tile, std::uint32_t digit,
                                                      std::uint32_t count) const {
    if (tile == 0) return 0;
    std::uint32_t before = 0;
    bool is_known = false;
    const std::uint32_t* word = words + tile * digits + digit;
    for (std::uint64_t left = tile; !is_known;) {
      // Several loads are under way at a time, as each takes long.
      constexpr std::uint32_t most = 8;
      const bool is_whole = left >= most;
      std::uint32_t seen[most];
      seen[0] = kernel::load_shared(word - digits);
#pragma GCC unroll 8
      for (std::uint32_t i = 1; i < most; ++i) {
        seen[i] = is_whole ? kernel::load_shared(word - std::uint64_t{i + 1} * digits) : 0U;
      }
      std::uint32_t taken = most;
      const std::uint32_t sum = sum_of_aggregates(seen);
      if (sum != not_all_aggregates) {
        before += sum;
      } else {
        taken = 0;
#pragma GCC unroll 8
        for (std::uint32_t i = 0; i < most; ++i) {
          const bool goes_on = taken == i && !is_known && seen[i] != 0;
          before += goes_on ? seen[i] & number : 0U;
          is_known = is_known || (goes_on && (seen[i] & prefix) != 0);
          taken += goes_on ? 1U : 0U;
        }
      }
      word -= std::uint64_t{taken} * digits;
      left -= taken;
      if (taken == 0) kernel::let_groups_run();
    }
    kernel::store_shared(words + tile * digits + digit, prefix | (before + count));
    return before;
  }

 private:
  static constexpr std::uint32_t not_all_aggregates = ~std::uint32_t{0};

  /// The sum of the numbers, if all words are aggregates: most of them are, far from the first
  /// tile. The bits that tell so add up to a multiple of 2^32.
  template <std::size_t count>
  static OMPRIM_INLINE std::uint32_t sum_of_aggregates(const std::uint32_t (&seen)[count]) {
    static_assert(count % 4 == 0);
    std::uint32_t all = aggregate;
    std::uint32_t sum = 0;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count; ++i) {
      all &= seen[i];
      sum += seen[i];
    }
    return all != 0 ? sum : not_all_aggregates;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
