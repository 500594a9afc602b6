// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cuda_runtime.h>
#include <functional>
#include <memory>

#include <cub/cub.cuh>

#include "cub_sort_peer.h"
#include "cuda_state.hpp"

using namespace omprim_benchmark;

// A launch enqueues the work. With `temporary` null, it only returns the bytes that it needs.
struct cub_sort_plan {
  std::function<cudaError_t(void* temporary, size_t& bytes)> launch;
  void* temporary = nullptr;
  size_t temporary_bytes = 0;
};

namespace {

template <class Key>
void plan_sort(cub_sort_plan& plan, const cub_sort_job& job) {
  const auto* const keys = static_cast<const Key*>(job.keys);
  auto* const keys_out = static_cast<Key*>(job.keys_out);
  constexpr int bits = 8 * sizeof(Key);
  if (job.values == nullptr) {
    plan.launch = [=](void* temporary, size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, keys_out, job.n, 0, bits,
                                            cuda_state().stream);
    };
  } else {
    plan.launch = [=](void* temporary, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, keys_out, job.values,
                                             job.values_out, job.n, 0, bits, cuda_state().stream);
    };
  }
}

}  // namespace

cub_sort_plan* cub_sort_prepare(const cub_sort_job* job) {
  auto plan = std::make_unique<cub_sort_plan>();
  switch (job->type) {
    case cub_sort_uint32:
      plan_sort<uint32_t>(*plan, *job);
      break;
    case cub_sort_uint64:
      plan_sort<uint64_t>(*plan, *job);
      break;
    case cub_sort_float32:
      plan_sort<float>(*plan, *job);
      break;
  }
  if (failed(plan->launch(nullptr, plan->temporary_bytes))) return nullptr;
  if (failed(cudaMalloc(&plan->temporary, std::max<size_t>(plan->temporary_bytes, 1)))) {
    return nullptr;
  }
  return plan.release();
}

void cub_sort_release(cub_sort_plan* plan) {
  if (plan == nullptr) return;
  cudaFree(plan->temporary);
  delete plan;
}

int cub_sort_run(cub_sort_plan* plan) {
  if (const int code = failed(plan->launch(plan->temporary, plan->temporary_bytes))) return code;
  return failed(cudaStreamSynchronize(cuda_state().stream));
}

double cub_sort_kernel_seconds(cub_sort_plan* plan) {
  return device_seconds([&] { return plan->launch(plan->temporary, plan->temporary_bytes); });
}
