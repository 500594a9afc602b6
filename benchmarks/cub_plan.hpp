// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cuda_runtime.h>
#include <functional>
#include <memory>

#include "cuda_state.hpp"

/// Calls of CUB. The plan of each peer is a cub_plan with what only that peer has.
namespace omprim_benchmark {

/// One call with its temporary storage.
struct cub_plan {
  /// Enqueues the work. With `temporary` null, it only returns the bytes that it needs.
  std::function<cudaError_t(void* temporary, std::size_t& bytes)> launch;

  cub_plan() = default;
  cub_plan(const cub_plan&) = delete;
  cub_plan& operator=(const cub_plan&) = delete;
  ~cub_plan() { cudaFree(temporary_); }

  /// Allocates the temporary storage. Returns an error number, 0 for success.
  int allocate() {
    if (const int code = failed(launch(nullptr, temporary_bytes_))) return code;
    return failed(cudaMalloc(&temporary_, std::max<std::size_t>(temporary_bytes_, 1)));
  }
  cudaError_t enqueue() { return launch(temporary_, temporary_bytes_); }
  /// Runs once and blocks until the outputs are written. Returns an error number, 0 for success.
  int run() {
    if (const int code = failed(enqueue())) return code;
    return failed(cudaStreamSynchronize(cuda_state().stream));
  }
  /// Runs once; seconds of device time, negative on failure.
  double kernel_seconds() {
    return device_seconds([&] { return enqueue(); });
  }

 private:
  void* temporary_ = nullptr;
  std::size_t temporary_bytes_ = 0;
};

/// The plan with its temporary storage; null if CUB refuses or memory is short.
template <class Plan>
Plan* with_storage(std::unique_ptr<Plan> plan) {
  return plan->allocate() == 0 ? plan.release() : nullptr;
}

}  // namespace omprim_benchmark
