// SPDX-License-Identifier: BSD-3-Clause
// The reduction clause of OpenMP. Compiled with -ffast-math.
#include <limits>
#include <omp.h>

#include "host_peers.hpp"

namespace omprim_benchmark {

namespace {

template <class T>
const T* elements(const void* data) {
  return static_cast<const T*>(data);
}

// Sums in unsigned, so that int32 wraps.
template <class T, class Sum>
void sum(const void* a, const void*, std::size_t n, host_answer& answer) {
  const Sum* const x = elements<Sum>(a);
  Sum total = 0;
#pragma omp parallel for simd reduction(+ : total) schedule(static)
  for (std::size_t i = 0; i < n; ++i) total += x[i];
  answer.value = static_cast<double>(static_cast<T>(total));
}

void least(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  double found = std::numeric_limits<double>::max();
#pragma omp parallel for simd reduction(min : found) schedule(static)
  for (std::size_t i = 0; i < n; ++i) found = x[i] < found ? x[i] : found;
  answer.value = found;
}

struct place {
  double value = std::numeric_limits<double>::max();
  std::size_t index = std::numeric_limits<std::size_t>::max();
};

inline void take_earlier(place& best, const place& other) {
  if (other.value < best.value || (other.value == best.value && other.index < best.index)) {
    best = other;
  }
}

#pragma omp declare reduction(first_least:place : take_earlier(omp_out, omp_in))

void place_of_least(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  place best;
#pragma omp parallel for reduction(first_least : best) schedule(static)
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] < best.value) best = {x[i], i};
  }
  answer = {best.value, static_cast<std::int64_t>(best.index)};
}

void dot(const void* a, const void* b, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  const double* const y = elements<double>(b);
  double total = 0;
#pragma omp parallel for simd reduction(+ : total) schedule(static)
  for (std::size_t i = 0; i < n; ++i) total += x[i] * y[i];
  answer.value = total;
}

}  // namespace

void add_openmp_peers(host_peers& peers) {
  const auto with = [&](host_job job, host_call call) {
    peers.push_back({job, "OpenMP", call, thread_owner::openmp});
  };
  with(host_job::int32_sum, sum<std::int32_t, std::uint32_t>);
  with(host_job::float_sum, sum<float, float>);
  with(host_job::double_sum, sum<double, double>);
  with(host_job::double_min, least);
  with(host_job::double_argmin, place_of_least);
  with(host_job::double_dot, dot);
}

void set_openmp_threads(int threads) { omp_set_num_threads(threads); }

void rest_openmp_threads() { omp_pause_resource_all(omp_pause_soft); }

}  // namespace omprim_benchmark
