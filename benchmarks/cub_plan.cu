// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cuda_runtime.h>

#include "cub_plan.hpp"

using omprim_benchmark::cuda_state;
using omprim_benchmark::device_seconds;
using omprim_benchmark::failed;

cub_plan::~cub_plan() {
  cudaFree(temporary_);
  cudaFree(device_count);
}

int cub_plan::allocate() {
  if (const int code = failed(launch(nullptr, temporary_bytes_))) return code;
  return failed(cudaMalloc(&temporary_, std::max<std::size_t>(temporary_bytes_, 1)));
}

int cub_plan::run() {
  const cudaStream_t stream = cuda_state().stream;
  if (const int code = failed(launch(temporary_, temporary_bytes_))) return code;
  if (device_count != nullptr) {
    const int code = failed(
        cudaMemcpyAsync(&count_, device_count, sizeof(count_), cudaMemcpyDeviceToHost, stream));
    if (code != 0) return code;
  }
  return failed(cudaStreamSynchronize(stream));
}

double cub_plan::kernel_seconds() {
  return device_seconds([&] { return launch(temporary_, temporary_bytes_); });
}

void cub_plan_release(cub_plan* plan) { delete plan; }

int cub_plan_run(cub_plan* plan) { return plan->run(); }

int64_t cub_plan_count(const cub_plan* plan) { return plan->count(); }

double cub_plan_kernel_seconds(cub_plan* plan) { return plan->kernel_seconds(); }
