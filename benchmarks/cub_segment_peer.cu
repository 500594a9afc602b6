// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>

#include "cub_plan.hpp"
#include "cub_segment_peer.h"

using namespace omprim_benchmark;

cub_plan* cub_segment_sum(const double* values, const int32_t* offsets, int64_t segments,
                          double* out) {
  auto plan = std::make_unique<cub_plan>();
  plan->launch = [=](void* temporary, size_t& bytes) {
    return cub::DeviceSegmentedReduce::Sum(temporary, bytes, values, out, segments, offsets,
                                           offsets + 1, cuda_state().stream);
  };
  return with_storage(std::move(plan));
}
