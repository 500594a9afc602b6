// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/// Histograms as users write them, with counters of 4 bytes. They are compiled for int32, int64,
/// float and double.
namespace omprim_benchmark {

/// The arguments of one call. Bins of equal width divide the values from `lower` to below `upper`;
/// their number and upper - lower are powers of two.
template <class T>
struct histogram_call {
  const T* data;
  std::size_t n;
  T lower;
  T upper;
  const T* edges;  ///< one more than bins, ascending; null for bins of equal width
  std::uint32_t bins;
  std::uint32_t* counts;
  int threads;
};

template <class T>
struct histogram_peer {
  const char* name;
  void (*run)(const histogram_call<T>& call);
  std::uint32_t most_bins = std::numeric_limits<std::uint32_t>::max();
};

/// The peers for bins between edges, or the peers for bins of equal width.
template <class T>
[[nodiscard]] std::vector<histogram_peer<T>> all_histogram_peers(bool by_edges);

}  // namespace omprim_benchmark
