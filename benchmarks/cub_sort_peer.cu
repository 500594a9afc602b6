// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>
#include <memory>
#include <utility>

#include <cub/cub.cuh>

#include "cub_plan.hpp"
#include "cub_sort_peer.h"

using namespace omprim_benchmark;

namespace {

template <class Key>
void plan_keys(cub_plan& plan, const cub_sort_job& job) {
  const auto* const keys = static_cast<const Key*>(job.keys);
  auto* const keys_out = static_cast<Key*>(job.keys_out);
  plan.launch = [=](void* temporary, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, keys_out, job.n, 0,
                                          8 * sizeof(Key), cuda_state().stream);
  };
}

template <class Key, class Value>
void plan_pairs(cub_plan& plan, const cub_sort_job& job) {
  const auto* const keys = static_cast<const Key*>(job.keys);
  auto* const keys_out = static_cast<Key*>(job.keys_out);
  const auto* const values = static_cast<const Value*>(job.values);
  auto* const values_out = static_cast<Value*>(job.values_out);
  plan.launch = [=](void* temporary, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, keys_out, values, values_out,
                                           job.n, 0, 8 * sizeof(Key), cuda_state().stream);
  };
}

template <class Key>
void plan_sort(cub_plan& plan, const cub_sort_job& job) {
  job.values == nullptr ? plan_keys<Key>(plan, job) : plan_pairs<Key, uint32_t>(plan, job);
}

struct three_words {
  uint32_t part[3];
};

void plan_values(cub_plan& plan, const cub_sort_job& job) {
  switch (job.value_bytes) {
    case 1:
      return plan_pairs<uint32_t, uint8_t>(plan, job);
    case 2:
      return plan_pairs<uint32_t, uint16_t>(plan, job);
    case 8:
      return plan_pairs<uint32_t, uint64_t>(plan, job);
    case 12:
      return plan_pairs<uint32_t, three_words>(plan, job);
    case 16:
      return plan_pairs<uint32_t, uint4>(plan, job);
    default:
      return plan_sort<uint32_t>(plan, job);
  }
}

}  // namespace

cub_plan* cub_sort_prepare(const cub_sort_job* job) {
  auto plan = std::make_unique<cub_plan>();
  switch (job->type) {
    case cub_sort_uint32:
      plan_values(*plan, *job);
      break;
    case cub_sort_uint64:
      plan_sort<uint64_t>(*plan, *job);
      break;
    case cub_sort_float32:
      plan_sort<float>(*plan, *job);
      break;
    case cub_sort_float64:
      plan_sort<double>(*plan, *job);
      break;
  }
  return with_storage(std::move(plan));
}
