// SPDX-License-Identifier: BSD-3-Clause
#include "host_sort_peers.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#if defined(OMPRIM_PEER_TBB)
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>
#endif

#if defined(OMPRIM_PEER_HIGHWAY)
#include <hwy/contrib/sort/vqsort.h>
#endif

namespace omprim_benchmark {
namespace {

template <class Record>
void standard_sort(Record* records, std::size_t n, int /*threads*/) {
  std::sort(records, records + n);
}

template <class Record>
void standard_stable_sort(Record* records, std::size_t n, int /*threads*/) {
  std::stable_sort(records, records + n);
}

// The key as an unsigned integer that ascends with it.
std::uint32_t ascending_word(std::uint32_t key) { return key; }
std::uint32_t ascending_word(const sort_pair& record) { return record.key; }
std::uint64_t ascending_word(double key) {
  std::uint64_t word;
  std::memcpy(&word, &key, sizeof word);
  const std::uint64_t top = std::uint64_t{1} << 63U;
  return (word & top) != 0 ? ~word : word | top;
}

// A radix sort as textbooks have it: for each byte from the lowest one on, count and move.
template <class Record>
void plain_radix(Record* records, std::size_t n, int /*threads*/) {
  static std::vector<Record> kept;
  kept.resize(std::max(kept.size(), n));
  Record* from = records;
  Record* to = kept.data();
  for (unsigned shift = 0; shift < 8 * sizeof(ascending_word(*records)); shift += 8) {
    const auto digit = [shift](const Record& r) { return (ascending_word(r) >> shift) & 255U; };
    std::size_t place[257] = {};
    for (std::size_t i = 0; i < n; ++i) ++place[digit(from[i]) + 1];
    for (std::size_t d = 0; d < 256; ++d) place[d + 1] += place[d];
    for (std::size_t i = 0; i < n; ++i) to[place[digit(from[i])]++] = from[i];
    std::swap(from, to);
  }
}

#if defined(OMPRIM_PEER_TBB)
// Kept between calls: the creation of an arena takes longer than a short call.
tbb::task_arena& arena_of(int threads) {
  static std::unique_ptr<tbb::task_arena> arena;
  if (arena == nullptr || arena->max_concurrency() != threads) {
    arena = std::make_unique<tbb::task_arena>(threads);
  }
  return *arena;
}

template <class Record>
void tbb_sort(Record* records, std::size_t n, int threads) {
  arena_of(threads).execute([&] { tbb::parallel_sort(records, records + n); });
}
#endif

#if defined(OMPRIM_PEER_HIGHWAY)
template <class Record>
void highway_sort(Record* records, std::size_t n, int /*threads*/) {
  static const hwy::Sorter sorter;
  if constexpr (std::is_same_v<Record, sort_pair>) {
    sorter(reinterpret_cast<hwy::K32V32*>(records), n, hwy::SortAscending());
  } else {
    sorter(records, n, hwy::SortAscending());
  }
}
#endif

template <class Record, void (*sort)(Record*, std::size_t, int)>
void sort_each(Record* records, const std::int32_t* offsets, std::size_t segments, int threads) {
  constexpr std::size_t some = 64;
#pragma omp parallel for schedule(dynamic, some) num_threads(threads) if (threads > 1)
  for (std::size_t s = 0; s < segments; ++s) {
    sort(records + offsets[s], static_cast<std::size_t>(offsets[s + 1] - offsets[s]), 1);
  }
}

}  // namespace

template <class Record>
std::vector<sort_peer<Record>> all_sort_peers() {
  return {
      {"std::sort", standard_sort<Record>},
      {"std::stable_sort", standard_stable_sort<Record>, true},
      {"plain radix loop", plain_radix<Record>, true},
#if defined(OMPRIM_PEER_TBB)
      {"tbb::parallel_sort", tbb_sort<Record>},
#endif
#if defined(OMPRIM_PEER_HIGHWAY)
      {"Highway vqsort", highway_sort<Record>},
#endif
  };
}

template <class Record>
std::vector<segmented_sort_peer<Record>> all_segmented_sort_peers() {
  return {
      {"std::sort", sort_each<Record, standard_sort<Record>>},
      {"std::stable_sort", sort_each<Record, standard_stable_sort<Record>>},
#if defined(OMPRIM_PEER_HIGHWAY)
      {"Highway vqsort", sort_each<Record, highway_sort<Record>>},
#endif
  };
}

template std::vector<segmented_sort_peer<std::uint32_t>> all_segmented_sort_peers();
template std::vector<segmented_sort_peer<double>> all_segmented_sort_peers();
template std::vector<sort_peer<std::uint32_t>> all_sort_peers();
template std::vector<sort_peer<double>> all_sort_peers();
template std::vector<sort_peer<sort_pair>> all_sort_peers();

}  // namespace omprim_benchmark
