// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <omprim/omprim.hpp>

#include "support/numbers.hpp"
#include "support/placed_array.hpp"

/// The measured histograms, on the processor and on devices. All values lie in a bin.
namespace omprim_benchmark {

/// Skewed values are random ones divided by a random power of two from 1 to 2^31: the first bins
/// hold most of them. one_bin: all values are equal.
enum class histogram_values { random, skewed, one_bin };

struct histogram_case {
  omprim::element type;
  bool by_edges;  ///< bins between edges, wider from bin to bin; else bins of equal width
  std::size_t bins;
  histogram_values values;
  int threads;  ///< 0 on a device
  std::size_t n;

  /// "int32_histogram/even:256/random/threads:1/n:1024"
  [[nodiscard]] std::string name() const {
    constexpr const char* kinds[] = {"/random", "/skewed", "/one_bin"};
    return std::string(omprim::to_string(type)) + "_histogram" + (by_edges ? "/edges:" : "/even:") +
           std::to_string(bins) + kinds[static_cast<int>(values)] +
           (threads > 0 ? "/threads:" + std::to_string(threads) : "") + "/n:" + std::to_string(n);
  }
};

/// The bins begin at 0 and end below this. It is a power of two, as the numbers of bins are: the
/// bin of any value is computed without rounding, by every contestant.
template <class T>
constexpr T histogram_end() {
  if constexpr (std::is_integral_v<T>) return T(1) << (8 * sizeof(T) - 2);
  return T(1);
}

template <class T>
T histogram_value(histogram_values kind, std::uint64_t position) {
  constexpr T end = histogram_end<T>();
  if (kind == histogram_values::one_bin) return end - end / 3;
  const T any = random_value<T>(position, 1);
  const std::uint64_t shift = omprim::command::random_at(position, 2) & 31U;
  const bool skewed = kind == histogram_values::skewed;
  if constexpr (std::is_integral_v<T>) {
    const auto value = static_cast<T>(static_cast<std::make_unsigned_t<T>>(any) >> 2U);
    return skewed ? static_cast<T>(value >> shift) : value;
  } else {
    return skewed ? any / static_cast<T>(std::uint64_t{1} << shift) : any;
  }
}

template <class T>
std::vector<T> histogram_data(histogram_values kind, std::size_t n) {
  std::vector<T> data(n);
  T* const out = data.data();
  in_pieces(n, [=](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = histogram_value<T>(kind, i);
  });
  return data;
}

/// Edge i is at (i / bins)^2 of the end.
template <class T>
std::vector<T> histogram_edges(std::size_t bins) {
  std::vector<T> edges(bins + 1);
  for (std::size_t i = 0; i <= bins; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(bins);
    edges[i] = static_cast<T>(share * share * static_cast<double>(histogram_end<T>()));
  }
  return edges;
}

/// The bin of a value by the definition; of equal width if `edges` is null.
template <class T>
std::size_t bin_by_definition(T x, const T* edges, std::size_t bins) {
  if (edges != nullptr) {
    return static_cast<std::size_t>(std::upper_bound(edges, edges + bins, x) - edges - 1);
  }
  __extension__ typedef unsigned __int128 wide_integer;
  using wide = std::conditional_t<std::is_integral_v<T>, wide_integer, double>;
  return static_cast<std::size_t>(static_cast<wide>(x) * static_cast<wide>(bins) /
                                  static_cast<wide>(histogram_end<T>()));
}

/// Counts the values again, in int64, without the library.
template <class T>
std::vector<std::int64_t> expected_counts(const histogram_case& c) {
  const std::vector<T> all_edges = histogram_edges<T>(c.bins);
  const T* const edges = c.by_edges ? all_edges.data() : nullptr;
  std::vector<std::vector<std::int64_t>> parts(std::max(1U, std::thread::hardware_concurrency()));
  auto* const part = parts.data();
  in_pieces(c.n, [=](std::size_t p, std::size_t begin, std::size_t end) {
    part[p].assign(c.bins, 0);
    for (std::size_t i = begin; i < end; ++i) {
      ++part[p][bin_by_definition(histogram_value<T>(c.values, i), edges, c.bins)];
    }
  });
  std::vector<std::int64_t> all(c.bins);
  for (const auto& counts : parts) {
    for (std::size_t b = 0; b < c.bins; ++b) all[b] += counts[b];
  }
  return all;
}

/// The input and the outputs of all cases of one type, in memory of `where`.
template <class T>
struct histogram_arrays {
  omprim::execution where;
  std::size_t most;  ///< elements of the longest case
  placed_array<T> data{where};
  placed_array<T> edges{where};
  placed_array<std::int64_t> counts{where};
  placed_array<std::uint32_t> narrow_counts{where};  ///< for peers
  std::vector<std::int64_t> wanted;

  histogram_arrays(const omprim::execution& on, std::size_t n) : where(on), most(n) {}

  void choose(const histogram_case& c) {
    if (filled_ != c.values) data.put(histogram_data<T>(c.values, most));
    filled_ = c.values;
    edges.put(histogram_edges<T>(c.bins));
    wanted = expected_counts<T>(c);
  }
  void spoil_counts() {
    counts.put(std::vector<std::int64_t>(wanted.size(), -7));
    narrow_counts.put(std::vector<std::uint32_t>(wanted.size(), 7));
  }
  /// Whether `counts`, or `narrow_counts`, are the wanted ones.
  template <class Counter>
  [[nodiscard]] bool right(const placed_array<Counter>& got) const {
    const std::vector<Counter> read = got.get(wanted.size());
    return std::equal(wanted.begin(), wanted.end(), read.begin(),
                      [](std::int64_t a, Counter b) { return a == static_cast<std::int64_t>(b); });
  }
  void run_omprim(const histogram_case& c, const omprim::execution& on) const {
    if (c.by_edges) {
      omprim::histogram(on, data.data(), c.n, omprim::bin_edges(edges.data(), c.bins),
                        counts.data());
    } else {
      omprim::histogram(on, data.data(), c.n, omprim::even_bins(T(0), histogram_end<T>(), c.bins),
                        counts.data());
    }
  }

 private:
  std::optional<histogram_values> filled_;
};

}  // namespace omprim_benchmark
