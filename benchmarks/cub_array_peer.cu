// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>

#include "cub_array_peer.h"
#include "cub_plan.hpp"

using namespace omprim_benchmark;

struct cub_array_plan : cub_plan {
  int64_t n = 0;
  bool counts = false;  // the count is in the mapped result
};

namespace {

struct below {
  int32_t bound;
  __host__ __device__ bool operator()(int32_t x) const { return x < bound; }
};

}  // namespace

cub_array_plan* cub_array_select(const int32_t* data, int64_t n, int32_t* out, int32_t bound) {
  auto plan = std::make_unique<cub_array_plan>();
  plan->n = n;
  plan->counts = true;
  auto* count = static_cast<int64_t*>(cuda_state().mapped_result);
  plan->launch = [=](void* temporary, size_t& bytes) {
    return cub::DeviceSelect::If(temporary, bytes, data, out, count, n, below{bound},
                                 cuda_state().stream);
  };
  return with_storage(std::move(plan));
}

cub_array_plan* cub_array_scan(const int32_t* data, int64_t n, int32_t* out) {
  auto plan = std::make_unique<cub_array_plan>();
  plan->n = n;
  plan->launch = [=](void* temporary, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(temporary, bytes, data, out, n, cuda_state().stream);
  };
  return with_storage(std::move(plan));
}

void cub_array_release(cub_array_plan* plan) { delete plan; }

int cub_array_run(cub_array_plan* plan, uint64_t* count) {
  if (const int code = plan->run()) return code;
  const auto* kept = static_cast<const int64_t*>(cuda_state().mapped_result);
  *count = static_cast<uint64_t>(plan->counts ? *kept : plan->n);
  return 0;
}

double cub_array_kernel_seconds(cub_array_plan* plan) { return plan->kernel_seconds(); }
