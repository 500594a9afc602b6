// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <omp.h>
#include <type_traits>
#include <vector>

#include "inputs/generator.hpp"
#include "inputs/random.hpp"
#include "inputs/trial.hpp"

/// The keys and values of sorts, order statistics, searches and merges, and their order without
/// code of the library.
namespace omprim::command {

template <std::size_t size>
using word = std::conditional_t<size == 4, std::uint32_t, std::uint64_t>;

/// Calls f with a zero of the type of values or positions.
template <class F>
void with_value(std::size_t bytes, const F& f) {
  if (bytes == 4) {
    f(std::uint32_t{});
  } else {
    f(std::uint64_t{});
  }
}

/// Number i of `count` ascending keys, from the least integers to the greatest ones, or floats on
/// both sides of zero.
template <class T>
T ascending(std::uint64_t i, std::uint64_t count) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>((static_cast<double>(i) - static_cast<double>(count) / 2) / 1024);
  } else {
    using unsigned_integer = std::make_unsigned_t<T>;
    constexpr std::uint64_t greatest = std::numeric_limits<unsigned_integer>::max();
    constexpr auto least = static_cast<std::uint64_t>(std::numeric_limits<T>::lowest());
    return static_cast<T>(least + i * (greatest / count));
  }
}

template <class T>
T special_value(std::uint64_t random) {
  using limits = std::numeric_limits<T>;
  constexpr T infinity = limits::infinity();  // 0 for integers, as is NaN
  constexpr T nan = limits::quiet_NaN();
  const T numbers[] = {limits::lowest(), limits::max(), T(0), T(-T(0)), infinity,
                       T(-infinity),     nan,           -nan, T(1)};
  return numbers[random % std::size(numbers)];
}

/// Key i of the pattern.
template <class T>
T key_at(const trial_case& what, std::uint64_t i) {
  constexpr std::uint64_t few = 16;
  const std::uint64_t random = random_at(i, what.seed);
  switch (what.pattern) {
    case input_pattern::sorted:
      return ascending<T>(i, what.n);
    case input_pattern::reversed:
      return ascending<T>(what.n - 1 - i, what.n);
    case input_pattern::equal:
      return ascending<T>(few / 3, few);
    case input_pattern::few_distinct:
      return ascending<T>(random % few, few);
    default:
      if (random % 64 == 0) return special_value<T>(random >> 6);
      return std::bit_cast<T>(static_cast<word<sizeof(T)>>(random_at(i, ~what.seed)));
  }
}

/// Value i. The values of 2^32 neighbours differ.
template <class Value>
Value value_at(std::uint64_t i) {
  return static_cast<Value>(i * 0x9e3779b97f4a7c15U);
}

/// The ascending order of keys.
template <class T>
bool precedes(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
    if (a == b) return std::signbit(a) && !std::signbit(b);
  }
  return a < b;
}

/// A key and where it is.
template <class T>
struct record {
  T key;
  std::uint64_t position;
};

/// Sorts a part of the records on each thread, and merges pairs of parts.
template <class Record, class Less>
void sort_on_threads(std::vector<Record>& all, const Less& less) {
  constexpr std::uint64_t least_part = 4096;
  const std::uint64_t n = all.size();
  const auto threads = static_cast<std::uint64_t>(omp_get_max_threads());
  const std::uint64_t part = std::max(n / threads + 1, least_part);
  std::vector<Record> merged(n);
  const auto at = [n](auto& records, std::uint64_t place) {
    return records.begin() + static_cast<std::ptrdiff_t>(std::min(place, n));
  };
#pragma omp parallel for
  for (std::uint64_t first = 0; first < n; first += part) {
    std::sort(at(all, first), at(all, first + part), less);
  }
  for (std::uint64_t width = part; width < n; width *= 2) {
#pragma omp parallel for
    for (std::uint64_t first = 0; first < n; first += 2 * width) {
      const auto middle = at(all, first + width);
      std::merge(at(all, first), middle, middle, at(all, first + 2 * width), at(merged, first),
                 less);
    }
    all.swap(merged);
  }
}

/// The keys in order, with their positions: equal keys by position, in both directions.
template <class T>
std::vector<record<T>> in_order(const T* keys, std::uint64_t n, bool descending) {
  std::vector<record<T>> all(n);
#pragma omp parallel for
  for (std::uint64_t i = 0; i < n; ++i) all[i] = {keys[i], i};
  sort_on_threads(all, [descending](const record<T>& a, const record<T>& b) {
    const T& first = descending ? b.key : a.key;
    const T& second = descending ? a.key : b.key;
    if (precedes(first, second)) return true;
    return !precedes(second, first) && a.position < b.position;
  });
  return all;
}

}  // namespace omprim::command
