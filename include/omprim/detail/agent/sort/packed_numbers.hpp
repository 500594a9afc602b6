// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// What an item remembers of its keys while the values follow them.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Numbers of a few bits, several in a word: they take fewer registers than in an array.
template <int count, int bits>
class packed_numbers {
  static constexpr int per_word = 32 / bits;

 public:
  /// The numbers are set in order.
  OMPRIM_INLINE void set(int i, std::uint32_t number) {
    if (i % per_word == 0) {
      words_[i / per_word] = number;
    } else {
      words_[i / per_word] |= number << (i % per_word * bits);
    }
  }
  /// Adds to a number. The sum has no more bits than a number may have.
  OMPRIM_INLINE void add(int i, std::uint32_t number) {
    words_[i / per_word] += number << (i % per_word * bits);
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t operator[](int i) const {
    return words_[i / per_word] >> (i % per_word * bits) & ((1U << bits) - 1U);
  }

 private:
  std::uint32_t words_[(count + per_word - 1) / per_word];
};

/// Remembers nothing.
struct no_numbers {
  OMPRIM_INLINE void set(int /*i*/, std::uint32_t /*number*/) {}
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
