// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cuda_runtime.h>
#include <memory>

#include <cub/cub.cuh>

#include "cub_segment_peer.h"
#include "cuda_state.hpp"

using namespace omprim_benchmark;

struct cub_segment_plan {
  const double* values = nullptr;
  const int32_t* offsets = nullptr;
  int64_t segments = 0;
  double* out = nullptr;
  void* temporary = nullptr;
  size_t temporary_bytes = 0;

  // Enqueues the work. With `temporary` null, it only returns the bytes that it needs.
  cudaError_t launch() {
    return cub::DeviceSegmentedReduce::Sum(temporary, temporary_bytes, values, out, segments,
                                           offsets, offsets + 1, cuda_state().stream);
  }
};

cub_segment_plan* cub_segment_sum(const double* values, const int32_t* offsets, int64_t segments,
                                  double* out) {
  auto plan = std::make_unique<cub_segment_plan>();
  plan->values = values;
  plan->offsets = offsets;
  plan->segments = segments;
  plan->out = out;
  if (failed(plan->launch())) return nullptr;
  if (failed(cudaMalloc(&plan->temporary, std::max<size_t>(plan->temporary_bytes, 1))))
    return nullptr;
  return plan.release();
}

void cub_segment_release(cub_segment_plan* plan) {
  if (plan == nullptr) return;
  cudaFree(plan->temporary);
  delete plan;
}

int cub_segment_run(cub_segment_plan* plan) {
  if (const int code = failed(plan->launch())) return code;
  return failed(cudaStreamSynchronize(cuda_state().stream));
}

double cub_segment_kernel_seconds(cub_segment_plan* plan) {
  return device_seconds([&] { return plan->launch(); });
}
