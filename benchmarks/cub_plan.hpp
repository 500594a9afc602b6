// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>
#include <functional>
#include <memory>

#include "cub_plan.h"
#include "cuda_state.hpp"

/// One call with its temporary storage.
struct cub_plan {
  /// Enqueues the work. With `temporary` null, it only returns the bytes that it needs.
  std::function<cudaError_t(void* temporary, std::size_t& bytes)> launch;
  /// A count that the work writes: in memory of the device, which is freed with the plan, or in
  /// pinned memory. Null: it writes none there.
  std::int64_t* device_count = nullptr;
  const std::int64_t* pinned_count = nullptr;

  cub_plan() = default;
  cub_plan(const cub_plan&) = delete;
  cub_plan& operator=(const cub_plan&) = delete;
  ~cub_plan();

  /// Allocates the temporary storage. Returns an error number, 0 for success.
  int allocate();
  /// Runs once and blocks. Returns an error number, 0 for success.
  int run();
  [[nodiscard]] std::int64_t count() const { return pinned_count ? *pinned_count : count_; }
  /// Runs once; seconds of device time, negative on failure.
  double kernel_seconds();

 private:
  void* temporary_ = nullptr;
  std::size_t temporary_bytes_ = 0;
  std::int64_t count_ = 0;
};

namespace omprim_benchmark {

/// The plan with its temporary storage; null if CUB refuses or memory is short.
inline cub_plan* with_storage(std::unique_ptr<cub_plan> plan) {
  return plan->allocate() == 0 ? plan.release() : nullptr;
}

}  // namespace omprim_benchmark
