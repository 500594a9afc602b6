// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Sorts by other libraries, in place. They are compiled for uint32, double and sort_pair.
namespace omprim_benchmark {

/// A key and its value, which other libraries sort as one record. It is Highway's K32V32.
struct alignas(8) sort_pair {
  std::uint32_t value;
  std::uint32_t key;

  bool operator<(const sort_pair& other) const { return key < other.key; }
};

template <class Record>
struct sort_peer {
  const char* name;
  void (*run)(Record* records, std::size_t n, int threads);
  bool stable = false;
};

template <class Record>
[[nodiscard]] std::vector<sort_peer<Record>> all_sort_peers();

/// The same for segments: a loop over them, shared by OpenMP's threads.
template <class Record>
struct segmented_sort_peer {
  const char* name;
  void (*run)(Record* records, const std::int32_t* offsets, std::size_t segments, int threads);
};

template <class Record>
[[nodiscard]] std::vector<segmented_sort_peer<Record>> all_segmented_sort_peers();

}  // namespace omprim_benchmark
