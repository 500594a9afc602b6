// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// A bit for each of the consecutive elements of an item, set if a run begins there.
template <int items>
class item_heads {
  static constexpr int bits = 32;  ///< of a word
  static constexpr int words = (items + bits - 1) / bits;

 public:
  /// Element i is a head if is_head(i) is true.
  template <class Function>
  OMPRIM_INLINE void find(Function&& is_head) {
#pragma GCC unroll 4
    for (int w = 0; w < words; ++w) {
      std::uint32_t word = 0;
#pragma GCC unroll 32
      for (int i = 0; i < bits && w * bits + i < items; ++i) {
        if (is_head(w * bits + i)) word |= 1U << i;
      }
      words_[w] = word;
    }
  }
  OMPRIM_INLINE void add_first() { words_[0] |= 1; }
  /// Makes the element at `end`, which may be outside, the last head.
  OMPRIM_INLINE void end_at(std::int64_t end) {
#pragma GCC unroll 4
    for (int w = 0; w < words; ++w, end -= bits) {
      if (end < 0) {
        words_[w] = 0;
      } else if (end < bits) {
        words_[w] = (words_[w] & ((1U << end) - 1)) | 1U << end;
      }
    }
    // Bits past the last element belong to the next item.
    if constexpr (items % bits != 0) words_[words - 1] &= (1U << items % bits) - 1;
  }

  [[nodiscard]] OMPRIM_INLINE bool operator[](int i) const {
    return (words_[i / bits] >> (i % bits) & 1U) != 0;
  }
  [[nodiscard]] OMPRIM_INLINE unsigned count() const {
    unsigned all = 0;
#pragma GCC unroll 4
    for (int w = 0; w < words; ++w) all += static_cast<unsigned>(__builtin_popcount(words_[w]));
    return all;
  }
  /// The last head, or -1.
  [[nodiscard]] OMPRIM_INLINE int last() const {
    int found = -1;
#pragma GCC unroll 4
    for (int w = 0; w < words; ++w) {
      if (words_[w] != 0) found = w * bits + 31 - __builtin_clz(words_[w]);
    }
    return found;
  }

 private:
  std::uint32_t words_[words];
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
