// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cuda_runtime.h>
#include <functional>
#include <memory>

#include <cub/cub.cuh>
#if __has_include(<cub/device/device_topk.cuh>)
#include <cub/device/device_topk.cuh>
#define OMPRIM_CUB_TOP_K 1
#else
#define OMPRIM_CUB_TOP_K 0
#endif

#include "cub_top_k_peer.h"
#include "cuda_state.hpp"

using namespace omprim_benchmark;

// A launch enqueues the work. With `temporary` null, it only returns the bytes that it needs.
struct cub_top_k_plan {
  std::function<cudaError_t(void* temporary, size_t& bytes)> launch;
  void* temporary = nullptr;
  size_t temporary_bytes = 0;
};

namespace {

#if OMPRIM_CUB_TOP_K
template <class T>
cudaError_t find_largest(void* temporary, size_t& bytes, const T* data, T* out,
                         const cub_top_k_job& job) {
  const auto any_order = cuda::execution::require(cuda::execution::determinism::not_guaranteed,
                                                  cuda::execution::output_ordering::unsorted);
  const auto environment =
      cuda::std::execution::env{cuda::stream_ref{cuda_state().stream}, any_order};
  return cub::DeviceTopK::MaxKeys(temporary, bytes, data, out, job.n, job.k, environment);
}
#else
template <class T>
cudaError_t find_largest(void* temporary, size_t& bytes, const T* data, T* out,
                         const cub_top_k_job& job) {
  return cub::DeviceRadixSort::SortKeysDescending(temporary, bytes, data, out, job.n, 0,
                                                  8 * static_cast<int>(sizeof(T)),
                                                  cuda_state().stream);
}
#endif

template <class T>
void plan_job(cub_top_k_plan& plan, const cub_top_k_job& job) {
  const auto* const data = static_cast<const T*>(job.data);
  auto* const out = static_cast<T*>(job.out);
  if (job.k == 0) {
    plan.launch = [=](void* temporary, size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(temporary, bytes, data, out, job.n, 0,
                                            8 * static_cast<int>(sizeof(T)), cuda_state().stream);
    };
  } else {
    plan.launch = [=](void* temporary, size_t& bytes) {
      return find_largest(temporary, bytes, data, out, job);
    };
  }
}

}  // namespace

int cub_top_k_is_unordered(void) { return OMPRIM_CUB_TOP_K; }

cub_top_k_plan* cub_top_k_prepare(const cub_top_k_job* job) {
  auto plan = std::make_unique<cub_top_k_plan>();
  if (job->type == cub_top_k_float32) {
    plan_job<float>(*plan, *job);
  } else {
    plan_job<uint64_t>(*plan, *job);
  }
  if (failed(plan->launch(nullptr, plan->temporary_bytes))) return nullptr;
  if (failed(cudaMalloc(&plan->temporary, std::max<size_t>(plan->temporary_bytes, 1)))) {
    return nullptr;
  }
  return plan.release();
}

void cub_top_k_release(cub_top_k_plan* plan) {
  if (plan == nullptr) return;
  cudaFree(plan->temporary);
  delete plan;
}

int cub_top_k_run(cub_top_k_plan* plan) {
  if (const int code = failed(plan->launch(plan->temporary, plan->temporary_bytes))) return code;
  return failed(cudaStreamSynchronize(cuda_state().stream));
}

double cub_top_k_kernel_seconds(cub_top_k_plan* plan) {
  return device_seconds([&] { return plan->launch(plan->temporary, plan->temporary_bytes); });
}
