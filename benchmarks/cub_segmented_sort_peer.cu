// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cuda_runtime.h>
#include <memory>

#include <cub/cub.cuh>

#include "cub_segmented_sort_peer.h"
#include "cuda_state.hpp"

using namespace omprim_benchmark;

struct cub_segmented_sort_plan {
  cub_segmented_sort_job job;
  void* temporary = nullptr;
  size_t temporary_bytes = 0;

  // Enqueues the work. With `memory` null, it only returns the bytes that it needs.
  cudaError_t launch(void* memory, size_t& bytes) const {
    using sort = cub::DeviceSegmentedSort;
    const cudaStream_t stream = cuda_state().stream;
    if (job.values == nullptr) {
      return sort::StableSortKeys(memory, bytes, job.keys, job.keys_out, job.n, job.segments,
                                  job.offsets, job.offsets + 1, stream);
    }
    return sort::StableSortPairs(memory, bytes, job.keys, job.keys_out, job.values, job.values_out,
                                 job.n, job.segments, job.offsets, job.offsets + 1, stream);
  }
};

cub_segmented_sort_plan* cub_segmented_sort_prepare(const cub_segmented_sort_job* job) {
  auto plan = std::make_unique<cub_segmented_sort_plan>();
  plan->job = *job;
  if (failed(plan->launch(nullptr, plan->temporary_bytes))) return nullptr;
  if (failed(cudaMalloc(&plan->temporary, std::max<size_t>(plan->temporary_bytes, 1)))) {
    return nullptr;
  }
  return plan.release();
}

void cub_segmented_sort_release(cub_segmented_sort_plan* plan) {
  if (plan == nullptr) return;
  cudaFree(plan->temporary);
  delete plan;
}

int cub_segmented_sort_run(cub_segmented_sort_plan* plan) {
  if (const int code = failed(plan->launch(plan->temporary, plan->temporary_bytes))) return code;
  return failed(cudaStreamSynchronize(cuda_state().stream));
}

double cub_segmented_sort_kernel_seconds(cub_segmented_sort_plan* plan) {
  return device_seconds([&] { return plan->launch(plan->temporary, plan->temporary_bytes); });
}
