// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace omprim {

/// An extreme value and the index of its first occurrence; -1 for an empty input.
template <class T>
struct indexed {
  T value;
  std::int64_t index;
  friend constexpr bool operator==(const indexed& a, const indexed& b) {
    return a.value == b.value && a.index == b.index;
  }
};

/// The minimum and the maximum of an array.
template <class T>
struct extrema {
  T min;
  T max;
  friend constexpr bool operator==(const extrema& a, const extrema& b) {
    return a.min == b.min && a.max == b.max;
  }
};

/// The sum, the minimum and the maximum of an array.
template <class T>
struct summary {
  T sum;
  T min;
  T max;
  friend constexpr bool operator==(const summary& a, const summary& b) {
    return a.sum == b.sum && a.min == b.min && a.max == b.max;
  }
};

/// How many elements a part of an array keeps in a selection of the whole array.
struct selection_counts {
  std::uint64_t local = 0;   ///< of this part
  std::uint64_t before = 0;  ///< of all parts before
  std::uint64_t total = 0;   ///< of all parts
  friend constexpr bool operator==(const selection_counts& a, const selection_counts& b) {
    return a.local == b.local && a.before == b.before && a.total == b.total;
  }
};

}  // namespace omprim
