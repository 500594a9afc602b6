// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/sort_oracle.hpp"

/// Searches by the comparisons of the standard library.
namespace omprim_test {

template <class T>
auto before_in(bool descending) {
  return [descending](const T& a, const T& b) {
    return descending ? comes_before(b, a) : comes_before(a, b);
  };
}

/// n keys in order.
template <class T>
std::vector<T> sorted_data(sort_input input, std::size_t n, bool descending,
                           random_engine& random) {
  auto keys = sort_data<T>(input, n, random);
  std::sort(keys.begin(), keys.end(), before_in<T>(descending));
  return keys;
}

/// Values to search for: half of them are among the sorted ones, if there are any.
template <class T>
std::vector<T> searched_data(const std::vector<T>& sorted, std::size_t count,
                             random_engine& random) {
  auto values = sort_data<T>(sort_input::telling, count, random);
  for (std::size_t i = 0; i < count && !sorted.empty(); i += 2) {
    values[i] = sorted[random() % sorted.size()];
  }
  return values;
}

/// How a call searches.
struct search_order {
  bool descending = false;
  bool is_upper = false;
};

/// The position of each value.
template <class Index, class T>
std::vector<Index> searched_positions(const std::vector<T>& sorted, const std::vector<T>& values,
                                      const search_order& how) {
  const auto before = before_in<T>(how.descending);
  std::vector<Index> positions;
  positions.reserve(values.size());
  for (const T& value : values) {
    const auto found = how.is_upper ? std::upper_bound(sorted.begin(), sorted.end(), value, before)
                                    : std::lower_bound(sorted.begin(), sorted.end(), value, before);
    positions.push_back(static_cast<Index>(found - sorted.begin()));
  }
  return positions;
}

}  // namespace omprim_test
