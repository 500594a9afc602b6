// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>

#include "cub_plan.hpp"
#include "cub_sort_peer.h"

using namespace omprim_benchmark;

struct cub_sort_plan : cub_plan {};

namespace {

template <class Key>
void plan_sort(cub_sort_plan& plan, const cub_sort_job& job) {
  const auto* const keys = static_cast<const Key*>(job.keys);
  auto* const keys_out = static_cast<Key*>(job.keys_out);
  constexpr int bits = 8 * sizeof(Key);
  if (job.values == nullptr) {
    plan.launch = [=](void* temporary, size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, keys_out, job.n, 0, bits,
                                            cuda_state().stream);
    };
  } else {
    plan.launch = [=](void* temporary, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, keys_out, job.values,
                                             job.values_out, job.n, 0, bits, cuda_state().stream);
    };
  }
}

}  // namespace

cub_sort_plan* cub_sort_prepare(const cub_sort_job* job) {
  auto plan = std::make_unique<cub_sort_plan>();
  switch (job->type) {
    case cub_sort_uint32:
      plan_sort<uint32_t>(*plan, *job);
      break;
    case cub_sort_uint64:
      plan_sort<uint64_t>(*plan, *job);
      break;
    case cub_sort_float32:
      plan_sort<float>(*plan, *job);
      break;
  }
  return with_storage(std::move(plan));
}

void cub_sort_release(cub_sort_plan* plan) { delete plan; }

int cub_sort_run(cub_sort_plan* plan) { return plan->run(); }

double cub_sort_kernel_seconds(cub_sort_plan* plan) { return plan->kernel_seconds(); }
