// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/scatter.h>

#include "cub_plan.hpp"
#include "cub_search_peer.h"

using namespace omprim_benchmark;

namespace {

struct less {
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) const {
    return a < b;
  }
};

// Calls of Thrust need no temporary storage.
template <class Call>
void plan_thrust(cub_plan& plan, Call call) {
  plan.launch = [=](void* temporary, size_t& bytes) {
    bytes = 1;
    if (temporary != nullptr) call(thrust::cuda::par_nosync.on(cuda_state().stream));
    return cudaGetLastError();
  };
}

template <class T>
void plan_search(cub_plan& plan, const cub_search_job& job) {
  const auto* const a = static_cast<const T*>(job.a);
  const auto* const b = static_cast<const T*>(job.b);
  auto* const out = static_cast<T*>(job.out);
  switch (job.work) {
    case cub_search_lower_bound:
      return plan_thrust(plan, [=](const auto& policy) {
        thrust::lower_bound(policy, a, a + job.a_size, b, b + job.b_size, job.positions);
      });
    case cub_search_gather:
      return plan_thrust(plan, [=](const auto& policy) {
        thrust::gather(policy, job.positions, job.positions + job.n, a, out);
      });
    case cub_search_scatter:
      return plan_thrust(plan, [=](const auto& policy) {
        thrust::scatter(policy, a, a + job.n, job.positions, out);
      });
    case cub_search_merge:
      plan.launch = [=](void* temporary, size_t& bytes) {
        return cub::DeviceMerge::MergeKeys(temporary, bytes, a, job.a_size, b, job.b_size, out,
                                           less{}, cuda_state().stream);
      };
      return;
    case cub_search_merge_by_key:
      plan.launch = [=](void* temporary, size_t& bytes) {
        return cub::DeviceMerge::MergePairs(temporary, bytes, a, job.a_values, job.a_size, b,
                                            job.b_values, job.b_size, out, job.values_out, less{},
                                            cuda_state().stream);
      };
  }
}

}  // namespace

cub_plan* cub_search_prepare(const cub_search_job* job) {
  auto plan = std::make_unique<cub_plan>();
  if (job->type == cub_search_uint32) {
    plan_search<uint32_t>(*plan, *job);
  } else {
    plan_search<double>(*plan, *job);
  }
  return with_storage(std::move(plan));
}
