// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/simt.hpp>
#else
#include <sched.h>
#endif

/// How a tile of a radix sort learns where the keys of each digit go.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A look-back for each of the 256 digits, by one word for each tile and digit. The two highest
/// bits of a word tell which keys with the digit its other 30 bits count: none yet; the keys of the
/// tile (`aggregate`); or the keys of the tile and all tiles before it (`prefix`). So a launch has
/// fewer than 2^30 keys.
struct digit_look_back {
  static constexpr int digit_bits = 8;
  static constexpr std::uint32_t digits = 1U << digit_bits;
  static constexpr std::uint32_t aggregate = 1U << 30;
  static constexpr std::uint32_t prefix = 2U << 30;
  static constexpr std::uint32_t number = aggregate - 1;

  const std::uint64_t* begin;  ///< the place of the first key of each digit
  std::uint64_t* next_begin;   ///< the same for the keys after this launch
  std::uint32_t* words;        ///< of this launch; all 0 when it begins
  std::uint32_t* other_words;  ///< of the next launch; this one sets them to 0

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
      // Several loads are under way at a time, as each takes long. Those beyond the first tile
      // repeat its word.
      constexpr std::uint32_t most = 8;
      std::uint32_t seen[most];
#pragma GCC unroll 8
      for (std::uint32_t i = 0; i < most; ++i) {
        const std::uint64_t distance = i < left ? i + 1 : left;
        seen[i] = kernel::load_shared(word - distance * digits);
      }
      std::uint32_t taken = 0;
#pragma GCC unroll 8
      for (std::uint32_t i = 0; i < most; ++i) {
        const bool goes_on = taken == i && i < left && !is_known && seen[i] != 0;
        before += goes_on ? seen[i] & number : 0U;
        is_known = is_known || (goes_on && (seen[i] & prefix) != 0);
        taken += goes_on ? 1U : 0U;
      }
      word -= std::uint64_t{taken} * digits;
      left -= taken;
      if (taken == 0) wait();
    }
    kernel::store_shared(words + tile * digits + digit, prefix | (before + count));
    return before;
  }

 private:
  static OMPRIM_INLINE void wait() {
#if OMPRIM_SIMT
    kernel::detail::yield_thread();
#else
    sched_yield();
#endif
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
