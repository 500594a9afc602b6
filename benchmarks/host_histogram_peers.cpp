// SPDX-License-Identifier: BSD-3-Clause
#include "host_histogram_peers.hpp"

#include <algorithm>
#include <memory>
#include <omp.h>
#include <type_traits>
#if defined(OMPRIM_PEER_TBB)
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

// Without this hint, a compiler may compile a conditional expression to a branch.
#if defined(__clang__)
#define OMPRIM_UNPREDICTABLE(condition) __builtin_unpredictable(condition)
#else
#define OMPRIM_UNPREDICTABLE(condition) __builtin_expect_with_probability(condition, 1, 0.5)
#endif

namespace omprim_benchmark {
namespace {

__extension__ typedef unsigned __int128 word_128;

// The bin of x in bins of equal width; `bins` or more if x lies in none. An integer is multiplied
// by the number of bins per unit, which is stored in parts of 2^-32 or 2^-64. The result is exact
// if the width and the number of bins are powers of two.
template <class T>
struct even_place {
  using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  using product = std::conditional_t<sizeof(T) == 4, std::uint64_t, word_128>;
  static constexpr int word_bits = 8 * sizeof(T);

  word lower;
  word width;
  word scale;
  std::uint32_t bins;

  explicit even_place(const histogram_call<T>& call)
      : lower(static_cast<word>(call.lower)),
        width(static_cast<word>(call.upper) - lower),
        scale(static_cast<word>((static_cast<product>(call.bins) << word_bits) / width)),
        bins(call.bins) {}
  std::uint32_t operator()(T x) const {
    const word distance = static_cast<word>(x) - lower;
    const auto bin = static_cast<std::uint32_t>((product(distance) * scale) >> word_bits);
    return distance < width ? bin : bins;
  }
};

template <class T>
struct even_float_place {
  T lower;
  T upper;
  T scale;
  std::uint32_t bins;

  explicit even_float_place(const histogram_call<T>& call)
      : lower(call.lower),
        upper(call.upper),
        scale(static_cast<T>(call.bins) / (upper - lower)),
        bins(call.bins) {}
  std::uint32_t operator()(T x) const {
    const bool inside = x >= lower && x < upper;
    const auto bin = static_cast<std::int32_t>(inside ? (x - lower) * scale : T(0));
    return inside ? static_cast<std::uint32_t>(bin) : bins;
  }
};
template <>
struct even_place<float> : even_float_place<float> {
  using even_float_place::even_float_place;
};
template <>
struct even_place<double> : even_float_place<double> {
  using even_float_place::even_float_place;
};

// The bin of x between edges.
template <class T>
struct edge_place {
  const T* edges;
  std::uint32_t bins;

  explicit edge_place(const histogram_call<T>& call) : edges(call.edges), bins(call.bins) {}
  std::uint32_t operator()(T x) const {
    return static_cast<std::uint32_t>(std::upper_bound(edges, edges + bins + 1, x) - edges - 1);
  }
};

// The same by a bisection without branches.
template <class T>
struct bisected_place {
  const T* edges;
  std::uint32_t bins;

  explicit bisected_place(const histogram_call<T>& call) : edges(call.edges), bins(call.bins) {}
  std::uint32_t operator()(T x) const {
    const T* first = edges;
    for (std::uint32_t rest = bins + 1; rest > 1; rest -= rest / 2) {
      first += OMPRIM_UNPREDICTABLE(first[rest / 2] <= x) ? rest / 2 : 0;
    }
    return *first <= x ? static_cast<std::uint32_t>(first - edges) : bins;
  }
};

template <class T, class Place>
void count_part(const Place& place, const T* data, std::size_t n, std::uint32_t* counts) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t bin = place(data[i]);
    if (bin < place.bins) ++counts[bin];
  }
}

void add_counts(const std::uint32_t* from, std::uint32_t bins, std::uint32_t* to) {
  for (std::uint32_t b = 0; b < bins; ++b) to[b] += from[b];
}

template <class T, template <class> class Place>
void plain_loop(const histogram_call<T>& call) {
  std::fill_n(call.counts, call.bins, 0U);
  count_part(Place<T>(call), call.data, call.n, call.counts);
}

// Elements that follow each other add to different tables, so that an addition does not wait for
// the one before.
template <int tables>
class table_set {
 public:
  table_set(std::uint32_t bins, std::uint32_t* counts) : bins_(bins) {
    static thread_local std::vector<std::uint32_t> more;
    more.assign((tables - 1) * std::size_t{bins}, 0);
    table_[0] = counts;
    for (int t = 1; t < tables; ++t) table_[t] = more.data() + std::size_t(t - 1) * bins;
  }
  void add(std::size_t position, std::uint32_t bin) {
    if (bin < bins_) ++table_[position % tables][bin];
  }
  void merge() {
    for (int t = 1; t < tables; ++t) add_counts(table_[t], bins_, table_[0]);
  }

 private:
  std::uint32_t bins_;
  std::uint32_t* table_[tables];
};

// Adds to `counts`. SIMD code computes the bins of `block` elements before they are counted.
template <int tables, int block, class T, class Place>
void count_blocks(const Place& place, const T* data, std::size_t n, std::uint32_t* counts) {
  table_set<tables> set(place.bins, counts);
  std::uint32_t found[block];
  std::size_t i = 0;
  for (; i + block <= n; i += block) {
    const T* const x = data + i;
#pragma omp simd
    for (std::size_t k = 0; k < block; ++k) found[k] = place(x[k]);
#pragma GCC unroll 4
    for (std::size_t k = 0; k < block; ++k) set.add(k, found[k]);
  }
  for (; i < n; ++i) set.add(0, place(data[i]));
  set.merge();
}

template <class T, class Place>
void count_by_four(const Place& place, const T* data, std::size_t n, std::uint32_t* counts) {
  table_set<4> set(place.bins, counts);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < n; ++i) set.add(i, place(data[i]));
  set.merge();
}

template <class T, template <class> class Place>
void four_tables(const histogram_call<T>& call) {
  std::fill_n(call.counts, call.bins, 0U);
  count_by_four(Place<T>(call), call.data, call.n, call.counts);
}

constexpr int simd_block = 256;
template <int tables, class T, template <class> class Place>
void simd_tables(const histogram_call<T>& call) {
  std::fill_n(call.counts, call.bins, 0U);
  count_blocks<tables, simd_block>(Place<T>(call), call.data, call.n, call.counts);
}

// Four tables for each thread, if a first-level cache holds them; else one.
template <class T, template <class> class Place>
void openmp_tables(const histogram_call<T>& call) {
  std::fill_n(call.counts, call.bins, 0U);
  const Place<T> place(call);
#pragma omp parallel num_threads(call.threads)
  {
    static thread_local std::vector<std::uint32_t> mine;
    mine.assign(call.bins, 0);
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const std::size_t begin = call.n * thread / threads;
    const std::size_t end = call.n * (thread + 1) / threads;
    if (call.bins <= 2048) {
      count_blocks<4, simd_block>(place, call.data + begin, end - begin, mine.data());
    } else {
      count_blocks<1, simd_block>(place, call.data + begin, end - begin, mine.data());
    }
#pragma omp critical
    add_counts(mine.data(), call.bins, call.counts);
  }
}

// The tables of the threads are on their stacks.
constexpr std::uint32_t most_on_stack = 1U << 16U;
template <class T, template <class> class Place>
void openmp_reduction(const histogram_call<T>& call) {
  const Place<T> place(call);
  const std::uint32_t bins = call.bins;
  std::uint32_t* const counts = call.counts;
  std::fill_n(counts, bins, 0U);
#pragma omp parallel for reduction(+ : counts[ : bins]) schedule(static) num_threads(call.threads)
  for (std::size_t i = 0; i < call.n; ++i) {
    const std::uint32_t bin = place(call.data[i]);
    if (bin < bins) ++counts[bin];
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

template <class T, template <class> class Place>
void tbb_tables(const histogram_call<T>& call) {
  using table = std::vector<std::uint32_t>;
  using range = tbb::blocked_range<std::size_t>;
  std::fill_n(call.counts, call.bins, 0U);
  const Place<T> place(call);
  arena_of(call.threads).execute([&] {
    tbb::enumerable_thread_specific<table> tables([&] { return table(call.bins); });
    tbb::parallel_for(range(0, call.n, 16384), [&](const range& r) {
      count_part(place, call.data + r.begin(), r.size(), tables.local().data());
    });
    tables.combine_each([&](const table& t) { add_counts(t.data(), call.bins, call.counts); });
  });
}
#endif

}  // namespace

template <class T>
std::vector<histogram_peer<T>> all_histogram_peers(bool by_edges) {
  if (by_edges) {
    return {
        {"upper_bound", plain_loop<T, edge_place>},
        {"branchless bisection", four_tables<T, bisected_place>},
        {"OpenMP reduction", openmp_reduction<T, edge_place>, most_on_stack},
        {"OpenMP tables", openmp_tables<T, bisected_place>},
#if defined(OMPRIM_PEER_TBB)
        {"TBB tables", tbb_tables<T, bisected_place>},
#endif
    };
  }
  return {
      {"plain loop", plain_loop<T, even_place>},
      {"four tables", four_tables<T, even_place>},
      {"SIMD, one table", simd_tables<1, T, even_place>},
      {"SIMD, four tables", simd_tables<4, T, even_place>},
      {"OpenMP reduction", openmp_reduction<T, even_place>, most_on_stack},
      {"OpenMP tables", openmp_tables<T, even_place>},
#if defined(OMPRIM_PEER_TBB)
      {"TBB tables", tbb_tables<T, even_place>},
#endif
  };
}

template std::vector<histogram_peer<std::int32_t>> all_histogram_peers(bool);
template std::vector<histogram_peer<std::int64_t>> all_histogram_peers(bool);
template std::vector<histogram_peer<float>> all_histogram_peers(bool);
template std::vector<histogram_peer<double>> all_histogram_peers(bool);

}  // namespace omprim_benchmark
