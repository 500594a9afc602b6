// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>

#include "cub_plan.hpp"
#include "cub_runs_peer.h"

using namespace omprim_benchmark;

namespace {

void plan_lengths(cub_plan& plan, const cub_runs_job& job) {
  const auto* const data = static_cast<const int32_t*>(job.keys);
  auto* const unique = static_cast<int32_t*>(job.unique_keys);
  auto* const lengths = static_cast<int32_t*>(job.results);
  plan.launch = [=, count = plan.device_count](void* temporary, size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(temporary, bytes, data, unique, lengths, count, job.n,
                                              cuda_state().stream);
  };
}

void plan_first(cub_plan& plan, const cub_runs_job& job) {
  const auto* const keys = static_cast<const int32_t*>(job.keys);
  const auto* const values = static_cast<const int32_t*>(job.values);
  auto* const unique_keys = static_cast<int32_t*>(job.unique_keys);
  auto* const first = static_cast<int32_t*>(job.results);
  plan.launch = [=, count = plan.device_count](void* temporary, size_t& bytes) {
    return cub::DeviceSelect::UniqueByKey(temporary, bytes, keys, values, unique_keys, first, count,
                                          job.n, cuda_state().stream);
  };
}

template <class Key, class T>
void plan_sums(cub_plan& plan, const cub_runs_job& job) {
  const auto* const keys = static_cast<const Key*>(job.keys);
  const auto* const values = static_cast<const T*>(job.values);
  auto* const unique_keys = static_cast<Key*>(job.unique_keys);
  auto* const sums = static_cast<T*>(job.results);
  plan.launch = [=, count = plan.device_count](void* temporary, size_t& bytes) {
    return cub::DeviceReduce::ReduceByKey(temporary, bytes, keys, unique_keys, values, sums, count,
                                          ::cuda::std::plus<>{}, job.n, cuda_state().stream);
  };
}

}  // namespace

cub_plan* cub_runs_prepare(const cub_runs_job* job) {
  auto plan = std::make_unique<cub_plan>();
  if (failed(cudaMalloc(&plan->device_count, sizeof(int64_t)))) return nullptr;
  switch (job->kind) {
    case cub_runs_lengths:
      plan_lengths(*plan, *job);
      break;
    case cub_runs_first:
      plan_first(*plan, *job);
      break;
    case cub_runs_int32_int32:
      plan_sums<int32_t, int32_t>(*plan, *job);
      break;
    case cub_runs_int64_float64:
      plan_sums<int64_t, double>(*plan, *job);
      break;
  }
  return with_storage(std::move(plan));
}
