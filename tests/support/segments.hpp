// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

#include <omprim/operators.hpp>
#include <omprim/table.hpp>

#include "support/values.hpp"

/// Segments and the expected results of their reduction.
namespace omprim_test {

/// Mixtures of segment lengths.
enum class segment_lengths {
  one,
  none,
  equal,
  short_ones,
  short_and_empty,
  few,
  medium,
  rows,
  long_rows,
  tiles,
  mixed,
  few_then_long,
  single
};

inline const std::array<segment_lengths, 13>& every_mixture() {
  using s = segment_lengths;
  static const std::array<s, 13> all = {
      s::one,  s::none,      s::equal, s::short_ones, s::short_and_empty, s::few,   s::medium,
      s::rows, s::long_rows, s::tiles, s::mixed,      s::few_then_long,   s::single};
  return all;
}

inline std::string name_of(segment_lengths mixture) {
  constexpr const char* names[] = {
      "one value each",  "all empty",      "equal lengths", "short ones",           "mostly empty",
      "a few values",    "medium ones",    "rows",          "long rows and others", "about a tile",
      "of every length", "few, then long", "a single one"};
  static_assert(std::size(names) == static_cast<std::size_t>(segment_lengths::single) + 1);
  return names[static_cast<std::size_t>(mixture)];
}

/// A number of values and segments that gives several groups several runs each.
inline constexpr std::size_t several_runs = 8000;

/// Offsets, beginning with 0, of segments of this mixture that fill several tiles. Mixtures of
/// segments with a few values get `runs` more values and segments.
inline std::vector<std::int64_t> segment_offsets(segment_lengths mixture, std::size_t tile,
                                                 random_engine& random,
                                                 std::size_t runs = several_runs) {
  using s = segment_lengths;
  const bool has_runs = mixture == s::few || mixture == s::few_then_long;
  const std::size_t least = mixture == s::long_rows ? 40000
                            : mixture == s::rows    ? 20000
                            : has_runs              ? runs
                                                    : 7;
  const std::size_t steps = 3 * tile + random() % (3 * tile) + least;
  const std::size_t equal = random() % 40;
  const auto length = [&]() -> std::size_t {
    switch (mixture) {
      case s::one:
        return 1;
      case s::none:
        return 0;
      case s::equal:
        return equal;
      case s::short_ones:
        return random() % 20;
      case s::short_and_empty:
        return random() % 30 == 0 ? random() % 9 : 0;
      case s::few:
        return random() % 100 == 0 ? random() % 200 : random() % 5;
      case s::few_then_long:
        return random() % 1500 == 0 ? 500 + random() % 5000 : random() % 3;
      case s::medium:
        return random() % 300;
      case s::rows:
        return 150 + random() % 900;
      case s::long_rows:
        return random() % 4 == 0 ? random() % 40 : 2000 + random() % 8000;
      case s::tiles:
        return std::max<std::size_t>(tile, 2) - 2 + random() % 5;  // a tile may be one value
      case s::mixed:
        return std::size_t{1} << (random() % 13) >> (random() % 13);
      default:
        return steps;
    }
  };
  std::vector<std::int64_t> offsets = {0};
  while (static_cast<std::size_t>(offsets.back()) + offsets.size() < steps) {
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(length()));
  }
  return offsets;
}

/// Whether the operation adds up the values of a segment.
inline bool adds_up(omprim::operation op) {
  return op == omprim::operation::segmented_sum || op == omprim::operation::exact_segmented_sum;
}

/// Values whose sums are exact in any order, and whose minima and maxima are often tied.
template <class T>
std::vector<T> segment_values(omprim::operation op, std::size_t n, random_engine& random) {
  std::vector<T> values(n);
  for (T& x : values) {
    if constexpr (std::is_integral_v<T>) {
      if (adds_up(op)) {
        x = random_bits<T>(random);
        continue;
      }
    }
    x = random_whole<T>(random, 0, 200);
    if constexpr (std::is_signed_v<T>) x = static_cast<T>(x - T(100));
  }
  return values;
}

template <class T>
struct segment_result {
  T value;
  std::int64_t index;
};

/// The result of one segment, by the definition.
template <class T>
segment_result<T> reduced_segment(omprim::operation op, const T* values, std::int64_t length) {
  using o = omprim::operation;
  const bool least = op == o::segmented_min || op == o::segmented_argmin;
  segment_result<T> result{T(0), -1};
  if (!adds_up(op)) {
    result.value = least ? omprim::minimum::identity<T>() : omprim::maximum::identity<T>();
  }
  for (std::int64_t i = 0; i < length; ++i) {
    if (adds_up(op)) {
      result.value = omprim::plus::combine(result.value, values[i]);
    } else if (result.index < 0 || (least ? values[i] < result.value : values[i] > result.value)) {
      result = {values[i], i};
    }
  }
  return result;
}

}  // namespace omprim_test
