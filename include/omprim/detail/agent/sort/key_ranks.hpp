// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The places of up to 16 keys of an item after a stable sort, 4 bits each.
class key_ranks {
 public:
  static constexpr int most = 16;

  template <int size, class Word>
  static OMPRIM_INLINE key_ranks of(const Word (&compared)[size]) {
    static_assert(size <= most);
    // Each key would go to its own place; each pair in the wrong order moves its first key up and
    // its second one down.
    key_ranks ranks;
#pragma GCC unroll 16
    for (int i = 0; i < size; ++i) {
#pragma GCC unroll 16
      for (int j = 0; j < size; ++j) {
        if (j > i && compared[j] < compared[i]) ranks.swap(i, j);
      }
    }
    return ranks;
  }
  [[nodiscard]] OMPRIM_INLINE int operator[](int key) const {
    return static_cast<int>(words_[key / 8] >> shift(key) & 15U);
  }

 private:
  std::uint32_t words_[2] = {0x76543210, 0xfedcba98};

  static constexpr int shift(int key) { return key % 8 * 4; }
  OMPRIM_INLINE void swap(int lower, int upper) {
    const std::uint32_t up = std::uint32_t{1} << shift(lower);
    const std::uint32_t down = std::uint32_t{1} << shift(upper);
    if (lower / 8 == upper / 8) {
      words_[lower / 8] += up - down;
    } else {
      words_[lower / 8] += up;
      words_[upper / 8] -= down;
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
