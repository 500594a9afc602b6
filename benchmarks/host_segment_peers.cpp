// SPDX-License-Identifier: BSD-3-Clause
#include "host_segment_peers.hpp"

#include <numeric>
#if defined(OMPRIM_PEER_TBB)
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif
#if defined(OMPRIM_PEER_EIGEN)
#include <Eigen/Core>
#endif

namespace omprim_benchmark {
namespace {

using offset = const std::int32_t*;

void add_rows(const double* values, offset offsets, std::size_t first, std::size_t last,
              double* out) {
  for (std::size_t s = first; s < last; ++s) {
    out[s] = std::accumulate(values + offsets[s], values + offsets[s + 1], 0.0);
  }
}

void rows(const double* values, offset offsets, std::size_t segments, double* out,
          int /*threads*/) {
  add_rows(values, offsets, 0, segments, out);
}

void simd_rows(const double* values, offset offsets, std::size_t segments, double* out,
               int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t s = 0; s < segments; ++s) {
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int32_t i = offsets[s]; i < offsets[s + 1]; ++i) sum += values[i];
    out[s] = sum;
  }
}

#if defined(OMPRIM_PEER_TBB)
void tbb_rows(const double* values, offset offsets, std::size_t segments, double* out,
              int threads) {
  tbb::task_arena(threads).execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, segments),
                      [&](const tbb::blocked_range<std::size_t>& r) {
                        add_rows(values, offsets, r.begin(), r.end(), out);
                      });
  });
}
#endif

#if defined(OMPRIM_PEER_EIGEN)
void eigen_rows(const double* values, offset offsets, std::size_t segments, double* out,
                int /*threads*/) {
  for (std::size_t s = 0; s < segments; ++s) {
    out[s] =
        Eigen::Map<const Eigen::ArrayXd>(values + offsets[s], offsets[s + 1] - offsets[s]).sum();
  }
}
#endif

}  // namespace

std::vector<segment_peer> all_segment_peers() {
  return {
      {"accumulate rows", rows},
      {"OpenMP rows", simd_rows},
#if defined(OMPRIM_PEER_TBB)
      {"TBB rows", tbb_rows},
#endif
#if defined(OMPRIM_PEER_EIGEN)
      {"Eigen rows", eigen_rows},
#endif
  };
}

}  // namespace omprim_benchmark
