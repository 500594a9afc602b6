// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <type_traits>
#include <utility>

#include <cub/cub.cuh>

#include "cub_histogram_peer.h"
#include "cub_plan.hpp"

using namespace omprim_benchmark;

namespace {

template <class T, class Counter>
bool plan_counts(cub_plan& plan, const cub_histogram_job& job) {
  const auto* const data = static_cast<const T*>(job.data);
  auto* const counts = static_cast<Counter*>(job.counts);
  const int n = static_cast<int>(job.n);
  const int levels = job.bins + 1;
  if (job.edges == nullptr) {
    const T end = static_cast<T>(job.end);
    plan.launch = [=](void* temporary, size_t& bytes) {
      return cub::DeviceHistogram::HistogramEven(temporary, bytes, data, counts, levels, T(0), end,
                                                 n, cuda_state().stream);
    };
    return true;
  }
  if constexpr (std::is_same_v<T, int32_t>) {
    const T* const edges = job.edges;
    plan.launch = [=](void* temporary, size_t& bytes) {
      return cub::DeviceHistogram::HistogramRange(temporary, bytes, data, counts, levels, edges, n,
                                                  cuda_state().stream);
    };
    return true;
  }
  return false;
}

template <class T>
bool plan_type(cub_plan& plan, const cub_histogram_job& job) {
  return job.counter_bytes == 4 ? plan_counts<T, int>(plan, job)
                                : plan_counts<T, unsigned long long>(plan, job);
}

}  // namespace

cub_plan* cub_histogram_prepare(const cub_histogram_job* job) {
  if (job->n > INT32_MAX) return nullptr;
  auto plan = std::make_unique<cub_plan>();
  const bool exists = job->element == cub_peer_int32     ? plan_type<int32_t>(*plan, *job)
                      : job->element == cub_peer_float32 ? plan_type<float>(*plan, *job)
                                                         : plan_type<double>(*plan, *job);
  return exists ? with_storage(std::move(plan)) : nullptr;
}
