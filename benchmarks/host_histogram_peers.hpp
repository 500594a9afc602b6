// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/// Histograms as users write them, with counters of 4 bytes. They are compiled for int32, int64,
/// float and double.
namespace omprim_benchmark {

/// One call. Bins of equal width go from `lower` to below `upper`, both powers of two apart; there
/// are a power of two of them.
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

/// The peers that count between edges, or those for bins of equal width.
template <class T>
[[nodiscard]] std::vector<histogram_peer<T>> all_histogram_peers(bool by_edges);

}  // namespace omprim_benchmark
