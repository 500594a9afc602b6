// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// What an item remembers of its keys while the values follow them.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Numbers of 16 bits, two in a word: they take half as many registers as in an array.
template <int count>
class packed_places {
 public:
  /// The numbers are set in order.
  OMPRIM_INLINE void set(int i, std::uint32_t place) {
    if (i % 2 == 0) {
      pairs_[i / 2] = place;
    } else {
      pairs_[i / 2] |= place << 16;
    }
  }
  [[nodiscard]] OMPRIM_INLINE std::uint32_t operator[](int i) const {
    return i % 2 == 0 ? pairs_[i / 2] & 0xffffU : pairs_[i / 2] >> 16;
  }

 private:
  std::uint32_t pairs_[(count + 1) / 2];
};

/// Remembers nothing.
struct no_places {
  OMPRIM_INLINE void set(int /*i*/, std::uint32_t /*place*/) {}
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
