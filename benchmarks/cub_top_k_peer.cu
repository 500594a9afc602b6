// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>
#if __has_include(<cub/device/device_topk.cuh>)
#include <cub/device/device_topk.cuh>
#define OMPRIM_CUB_TOP_K 1
#else
#define OMPRIM_CUB_TOP_K 0
#endif

#include "cub_plan.hpp"
#include "cub_top_k_peer.h"

using namespace omprim_benchmark;

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
  return cub::DeviceRadixSort::SortKeysDescending(
      temporary, bytes, data, out, job.n, 0, 8 * static_cast<int>(sizeof(T)), cuda_state().stream);
}
#endif

template <class T>
void plan_job(cub_plan& plan, const cub_top_k_job& job) {
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

cub_plan* cub_top_k_prepare(const cub_top_k_job* job) {
  auto plan = std::make_unique<cub_plan>();
  if (job->type == cub_top_k_float32) {
    plan_job<float>(*plan, *job);
  } else {
    plan_job<uint64_t>(*plan, *job);
  }
  return with_storage(std::move(plan));
}
