// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>

#include "cub_array_peer.h"
#include "cub_plan.hpp"

using namespace omprim_benchmark;

namespace {

struct below {
  int32_t bound;
  __host__ __device__ bool operator()(int32_t x) const { return x < bound; }
};

}  // namespace

cub_plan* cub_array_select(const int32_t* data, int64_t n, int32_t* out, int32_t bound) {
  auto plan = std::make_unique<cub_plan>();
  auto* count = static_cast<int64_t*>(cuda_state().mapped_result);
  plan->pinned_count = count;
  plan->launch = [=](void* temporary, size_t& bytes) {
    return cub::DeviceSelect::If(temporary, bytes, data, out, count, n, below{bound},
                                 cuda_state().stream);
  };
  return with_storage(std::move(plan));
}

cub_plan* cub_array_scan(const int32_t* data, int64_t n, int32_t* out) {
  auto plan = std::make_unique<cub_plan>();
  plan->launch = [=](void* temporary, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(temporary, bytes, data, out, n, cuda_state().stream);
  };
  return with_storage(std::move(plan));
}
