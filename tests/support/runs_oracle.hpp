// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <omprim/runs.hpp>

#include "support/segments.hpp"
#include "support/values.hpp"

/// Runs and their results, by plain loops.
namespace omprim_test {

/// n elements in runs of 1 to 2 * mean - 1 elements, sometimes of -0 beside +0, or of NaN.
template <class T>
std::vector<T> data_in_runs(std::size_t n, std::size_t mean, random_engine& random) {
  std::vector<T> data(n);
  T last{};
  for (std::size_t i = 0; i < n;) {
    T next = random_whole<T>(random, 0, 9);
    if (next == last) next = static_cast<T>(next + 1);
    if constexpr (std::is_floating_point_v<T>) {
      if (random() % 16 == 0) next = std::numeric_limits<T>::quiet_NaN();
    }
    const std::size_t length = 1 + random() % (2 * mean - 1);
    for (const std::size_t end = std::min(n, i + length); i < end; ++i) {
      data[i] = next;
      if constexpr (std::is_floating_point_v<T>) {
        if (next == 0 && random() % 2 == 0) data[i] = -next;
      }
    }
    last = next;
  }
  return data;
}

/// Where runs of equal elements begin.
template <class T>
std::vector<std::size_t> heads_of(const std::vector<T>& data) {
  std::vector<std::size_t> heads;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (i == 0 || !(data[i] == data[i - 1])) heads.push_back(i);
  }
  return heads;
}

/// Heads as bits.
inline std::vector<std::uint64_t> marks_of(const std::vector<std::size_t>& heads, std::size_t n) {
  std::vector<std::uint64_t> words((n + 63) / 64);
  for (const std::size_t head : heads) words[head / 64] |= std::uint64_t{1} << head % 64;
  return words;
}

/// The elements at certain positions.
template <class T>
std::vector<T> elements_at(const std::vector<std::size_t>& positions, const std::vector<T>& data) {
  std::vector<T> elements;
  for (const std::size_t i : positions) elements.push_back(data[i]);
  return elements;
}

/// The result of each run by run_lengths, run_first, run_sum, run_min or run_max.
template <class T>
std::vector<T> results_of_runs(omprim::operation op, const std::vector<std::size_t>& heads,
                               const std::vector<T>& values, std::size_t n) {
  using o = omprim::operation;
  if (op == o::run_first) return elements_at(heads, values);
  const o as_segments = op == o::run_sum   ? o::segmented_sum
                        : op == o::run_min ? o::segmented_min
                                           : o::segmented_max;
  std::vector<T> results;
  for (std::size_t r = 0; r < heads.size(); ++r) {
    const std::size_t end = r + 1 < heads.size() ? heads[r + 1] : n;
    const auto length = static_cast<std::int64_t>(end - heads[r]);
    results.push_back(op == o::run_lengths
                          ? static_cast<T>(length)
                          : reduced_segment(as_segments, values.data() + heads[r], length).value);
  }
  return results;
}

}  // namespace omprim_test
