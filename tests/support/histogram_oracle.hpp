// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/values.hpp"

/// Inputs of histograms, and their counts by plain loops.
namespace omprim_test {

/// `count` bins from `lower` to below `upper`.
template <class T>
struct even_range {
  T lower;
  T upper;
  std::size_t count;
};

__extension__ typedef __int128 wide_integer;

/// The bin of x by the definition; -1 if it has none.
template <class T>
std::int64_t bin_by_definition(const even_range<T>& bins, T x) {
  if (!(x >= bins.lower) || !(x < bins.upper)) return -1;
  if constexpr (std::is_floating_point_v<T>) {
    const T scale = static_cast<T>(bins.count) / (bins.upper - bins.lower);
    const auto bin = static_cast<std::int64_t>(std::floor((x - bins.lower) * scale));
    return std::min(bin, static_cast<std::int64_t>(bins.count) - 1);
  } else {
    const auto width = static_cast<wide_integer>(bins.upper) - bins.lower;
    const auto distance = static_cast<wide_integer>(x) - bins.lower;
    return static_cast<std::int64_t>(distance * static_cast<wide_integer>(bins.count) / width);
  }
}

/// The bin of x between edges; -1 if it has none.
template <class T>
std::int64_t bin_by_definition(const std::vector<T>& edges, T x) {
  if (!(x >= edges.front()) || !(x < edges.back())) return -1;
  return std::upper_bound(edges.begin(), edges.end(), x) - edges.begin() - 1;
}

template <class Bins, class T>
std::vector<std::int64_t> counts_by_definition(const Bins& bins, std::size_t size, const T* data,
                                               std::size_t n) {
  std::vector<std::int64_t> totals(size);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t bin = bin_by_definition(bins, data[i]);
    if (bin >= 0) ++totals[static_cast<std::size_t>(bin)];
  }
  return totals;
}

/// A number of T: any integer, or a float from -1000 to 1000.
template <class T>
T random_number(random_engine& random) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::uniform_real_distribution<T>(T(-1000), T(1000))(random);
  } else {
    return random_bits<T>(random);
  }
}

/// Random bounds of bins: narrow or wide, up to all integers of the type but the largest.
template <class T>
even_range<T> random_range(std::size_t count, random_engine& random) {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_integral_v<T>) {
    if (random() % 4 == 0) return {limits::min(), limits::max(), count};
    if (random() % 3 == 0) return {T(3), static_cast<T>(T(3) + static_cast<T>(count)), count};
  }
  T lower = random_number<T>(random);
  T upper = random_number<T>(random);
  if (upper < lower) std::swap(lower, upper);
  if (lower == upper) return {T(0), T(1), count};
  return {lower, upper, count};
}

/// Elements on both sides of the bounds, at the bounds, and beside them; floats also infinite, NaN
/// and zeros of both signs. Half of the arrays have long runs of equal elements.
template <class T>
std::vector<T> histogram_data(const even_range<T>& bins, std::size_t n, random_engine& random) {
  using limits = std::numeric_limits<T>;
  std::vector<T> telling{bins.lower, bins.upper, limits::max(), limits::lowest(), T(0)};
  if constexpr (std::is_floating_point_v<T>) {
    telling.insert(
        telling.end(),
        {-T(0), limits::quiet_NaN(), limits::infinity(), -limits::infinity(), limits::denorm_min(),
         std::nextafter(bins.upper, bins.lower), std::nextafter(bins.lower, limits::lowest())});
  } else {
    // Unsigned: the type may end there.
    using word = std::make_unsigned_t<T>;
    for (const word step : {word{1}, static_cast<word>(-1)}) {
      telling.push_back(static_cast<T>(static_cast<word>(bins.lower) + step));
      telling.push_back(static_cast<T>(static_cast<word>(bins.upper) + step));
    }
  }
  const bool has_runs = random() % 2 == 0;
  std::vector<T> data(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (has_runs && i != 0 && random() % 16 != 0) {
      data[i] = data[i - 1];
    } else if (random() % 8 == 0) {
      data[i] = telling[random() % telling.size()];
    } else if constexpr (std::is_integral_v<T>) {
      using word = std::make_unsigned_t<T>;
      const auto from = static_cast<word>(bins.lower);
      const auto width = static_cast<word>(static_cast<word>(bins.upper) - from);
      const auto span = static_cast<word>(width + 2);
      data[i] = span <= 2 ? random_bits<T>(random)
                          : static_cast<T>(from + static_cast<word>(random()) % span);
    } else {
      data[i] = std::uniform_real_distribution<T>(bins.lower, bins.upper)(random);
    }
  }
  return data;
}

/// Ascending edges of any width, some of them equal, within the bounds.
template <class T>
std::vector<T> random_edges(const even_range<T>& bins, random_engine& random) {
  std::vector<T> edges = histogram_data(bins, bins.count + 1, random);
  for (T& edge : edges) {
    if (!(edge >= bins.lower && edge <= bins.upper)) edge = bins.lower;
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace omprim_test
