// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/sort_oracle.hpp"

/// Inputs of order statistics, and their results by a stable sort.
namespace omprim_test {

/// n keys of which few are in most places: key i comes about 1 / i times as often as key 1.
template <class T>
std::vector<T> zipf_keys(std::size_t n, random_engine& random) {
  std::vector<T> different(64);
  for (T& key : different) key = random_key<T>(random);
  std::vector<T> keys(n);
  for (T& key : keys) {
    std::size_t i = random() % different.size();
    while (i > 0 && random() % 2 == 0) i /= 2;
    key = different[i];
  }
  return keys;
}

/// The inputs of sorts, and one more.
inline constexpr int top_k_inputs = static_cast<int>(std::size(every_sort_input)) + 1;
template <class T>
std::vector<T> top_k_data(int input, std::size_t n, random_engine& random) {
  if (input == top_k_inputs - 1) return zipf_keys<T>(n, random);
  return sort_data<T>(every_sort_input[input], n, random);
}

/// The bits of a result of kth_smallest: of all NaN, those of one.
template <class T>
word_of<T> rank_bits(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x)) return to_word(std::numeric_limits<T>::quiet_NaN());
  }
  return to_word(x);
}

}  // namespace omprim_test
