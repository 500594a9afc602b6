// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <set>
#include <type_traits>
#include <vector>

#include <omprim/operators.hpp>
#include <omprim/table.hpp>

#include "support/rows.hpp"
#include "support/values.hpp"

/// Shared by the tests of scans: operators by number, inputs, sizes.
namespace omprim_test {

template <class T>
T combined(omprim::operation op, T a, T b) {
  switch (op) {
    case omprim::operation::scan_min:
    case omprim::operation::segmented_scan_min:
      return omprim::minimum::combine(a, b);
    case omprim::operation::scan_max:
    case omprim::operation::segmented_scan_max:
      return omprim::maximum::combine(a, b);
    default:
      return omprim::plus::combine(a, b);
  }
}
template <class T>
T identity(omprim::operation op) {
  switch (op) {
    case omprim::operation::scan_min:
    case omprim::operation::segmented_scan_min:
      return omprim::minimum::identity<T>();
    case omprim::operation::scan_max:
    case omprim::operation::segmented_scan_max:
      return omprim::maximum::identity<T>();
    default:
      return T(0);
  }
}

/// Scans the elements [first, last) of `data`, after `initial`.
template <class T>
void scan_range(omprim::operation op, bool exclusive, T initial, const std::vector<T>& data,
                std::size_t first, std::size_t last, std::vector<T>& out) {
  for (std::size_t i = first; i < last; ++i) {
    const T next = combined(op, initial, data[i]);
    out[i] = exclusive ? initial : next;
    initial = next;
  }
}

// Sums of these floats are exact in any order: a scan must match to the last bit.
template <class T>
std::vector<T> random_scan_data(omprim::operation op, std::size_t n, random_engine& random) {
  const bool adds = combined(op, T(1), T(1)) == T(2);
  std::vector<T> data(n);
  for (T& x : data) {
    if constexpr (std::is_floating_point_v<T>) {
      x = random_whole<T>(random, -3, 3);
    } else {
      x = adds ? random_bits<T>(random) : random_whole<T>(random, 0, 1 << 20);
    }
  }
  // New minima and maxima occur up to the last tile.
  if (!adds) {
    for (std::size_t i = 0; i < n; i += 1 + n / 50) {
      const auto far = static_cast<T>(i / 8 + 4);
      data[i] = combined(op, T(0), T(1)) == T(1) ? far : static_cast<T>(T(0) - far);
    }
  }
  return data;
}

/// Sizes around each boundary of the row.
inline std::set<std::size_t> scan_sizes_of(const omprim::table_row& row, random_engine& random) {
  const std::size_t tile = tile_of(row);
  std::set<std::size_t> sizes = {0, 1, 2, 31, 33, tile - 1, tile, tile + 1, 5 * tile + 3};
  sizes.insert(1 + random() % (9 * tile));
  return sizes;
}

}  // namespace omprim_test
