// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "support/search_oracle.hpp"

/// Merges by comparisons.
namespace omprim_test {

/// The order of both arrays, one behind the other: the position of each key of the output.
template <class T>
std::vector<std::size_t> merged_positions(const std::vector<T>& a, const std::vector<T>& b,
                                          bool descending) {
  const auto before = before_in<T>(descending);
  std::vector<std::size_t> positions;
  positions.reserve(a.size() + b.size());
  std::size_t j = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (; j < b.size() && before(b[j], a[i]); ++j) positions.push_back(a.size() + j);
    positions.push_back(i);
  }
  for (; j < b.size(); ++j) positions.push_back(a.size() + j);
  return positions;
}

template <class V>
std::vector<V> joined(std::vector<V> a, const std::vector<V>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace omprim_test
