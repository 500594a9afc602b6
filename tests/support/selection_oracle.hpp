// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <omprim/select.hpp>

#include "support/memory.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

/// The expected results of a selection, by plain loops over C++ comparisons.
namespace omprim_test {

/// Whether an operation keeps the elements that differ from their predecessor.
inline bool keeps_heads(omprim::operation op) {
  return op == omprim::operation::unique || op == omprim::operation::unique_index ||
         op == omprim::operation::count_unique;
}
/// Whether an operation writes positions instead of elements.
inline bool writes_positions(omprim::operation op) {
  return op == omprim::operation::select_index || op == omprim::operation::unique_index;
}

template <class T>
bool fulfils(const T& x, omprim::comparison how, const T& bound) {
  switch (how) {
    case omprim::comparison::less:
      return x < bound;
    case omprim::comparison::less_equal:
      return x <= bound;
    case omprim::comparison::equal:
      return x == bound;
    case omprim::comparison::not_equal:
      return x != bound;
    case omprim::comparison::greater_equal:
      return x >= bound;
    case omprim::comparison::greater:
      return x > bound;
  }
  return false;
}

/// One selection: its input, its condition, and its expected output.
template <class T>
struct selection_case {
  omprim::operation op = omprim::operation::select_if;
  omprim::comparison how = omprim::comparison::greater;
  T bound{};
  std::vector<T> data;
  std::vector<unsigned char> flags;

  [[nodiscard]] bool keeps(std::size_t i) const {
    if (op == omprim::operation::select_flagged || op == omprim::operation::count_flagged)
      return flags[i] != 0;
    if (keeps_heads(op)) return i == 0 || !(data[i] == data[i - 1]);
    return fulfils(data[i], how, bound);
  }
};

/// The concatenated bytes of the elements, so that NaN and -0 are compared by their bits.
template <class T>
std::vector<unsigned char> bytes_of(const T* values, std::size_t n) {
  const auto* begin = reinterpret_cast<const unsigned char*>(values);
  return {begin, begin + n * sizeof(T)};
}

struct selected_bytes {
  std::size_t count = 0;
  std::vector<unsigned char> selected;
  std::vector<unsigned char> rejected;
};

template <class T>
selected_bytes expected(const selection_case<T>& what) {
  std::vector<T> kept;
  std::vector<T> left;
  std::vector<std::int64_t> positions;
  for (std::size_t i = 0; i < what.data.size(); ++i) {
    (what.keeps(i) ? kept : left).push_back(what.data[i]);
    if (what.keeps(i)) positions.push_back(static_cast<std::int64_t>(i));
  }
  selected_bytes result;
  result.count = kept.size();
  if (omprim::only_counts(what.op)) return result;
  result.selected = writes_positions(what.op) ? bytes_of(positions.data(), positions.size())
                                              : bytes_of(kept.data(), kept.size());
  if (what.op == omprim::operation::partition) {
    result.rejected = bytes_of(left.data(), left.size());
  }
  return result;
}

/// n elements; about the share `share` of them fulfils x > bound, either scattered or in runs.
template <class T>
selection_case<T> random_case(omprim::operation op, std::size_t n, double share, bool in_runs,
                              random_engine& random) {
  selection_case<T> what;
  what.op = op;
  what.bound = T(50);
  what.data.resize(n);
  what.flags.resize(n);
  std::uniform_real_distribution<double> uniform(0, 1);
  bool keep = false;
  std::size_t left = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (left == 0) {
      keep = uniform(random) < share;
      left = in_runs ? 1 + random() % 200 : 1;
    }
    --left;
    // Values on one side of the bound differ, so that elements can be told apart.
    what.data[i] = keep ? random_whole<T>(random, 51, 120) : random_whole<T>(random, 0, 50);
    what.flags[i] = keep ? static_cast<unsigned char>(1 + random() % 255) : 0;
    if (keeps_heads(op) && i > 0 && !keep) what.data[i] = what.data[i - 1];
  }
  return what;
}

}  // namespace omprim_test
