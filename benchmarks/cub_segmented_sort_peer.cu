// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>

#include "cub_plan.hpp"
#include "cub_segmented_sort_peer.h"

using namespace omprim_benchmark;

cub_plan* cub_segmented_sort_prepare(const cub_segmented_sort_job* asked) {
  auto plan = std::make_unique<cub_plan>();
  plan->launch = [job = *asked](void* temporary, size_t& bytes) {
    using sort = cub::DeviceSegmentedSort;
    const cudaStream_t stream = cuda_state().stream;
    if (job.values == nullptr) {
      return sort::StableSortKeys(temporary, bytes, job.keys, job.keys_out, job.n, job.segments,
                                  job.offsets, job.offsets + 1, stream);
    }
    return sort::StableSortPairs(temporary, bytes, job.keys, job.keys_out, job.values,
                                 job.values_out, job.n, job.segments, job.offsets, job.offsets + 1,
                                 stream);
  };
  return with_storage(std::move(plan));
}
