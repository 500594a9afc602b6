// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>

/// Arrays in local memory of which each item reads consecutive elements of its own.
namespace omprim::inline OMPRIM_ABI::kernel {

/// Such an array has an unused element after each row of banks: then items whose elements are a row
/// apart read different banks.
template <class T>
struct padded_array {
  static constexpr int row = sizeof(T) < 128 ? 128 / static_cast<int>(sizeof(T)) : 1;  ///< elements
  /// The place of element i. Unsigned numbers are divided by one shift.
  static OMPRIM_INLINE constexpr int place(int i) {
    return i + static_cast<int>(static_cast<unsigned>(i) / row);
  }
  /// The places for a number of elements.
  static constexpr int room(int elements) { return place(elements); }

  T* places;
  int first;  ///< the element that is number 0 here

  [[nodiscard]] OMPRIM_INLINE T& operator[](int i) const { return places[place(first + i)]; }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
