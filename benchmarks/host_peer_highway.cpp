// SPDX-License-Identifier: BSD-3-Clause
// Highway: its contributed dot product and find, and its vectors where it has no algorithm.
// Compiled for this machine only (static dispatch).
#include <hwy/contrib/algo/find-inl.h>
#include <hwy/contrib/dot/dot-inl.h>
#include <hwy/highway.h>

#include "host_peers.hpp"

namespace omprim_benchmark {

namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
const T* elements(const void* data) {
  return static_cast<const T*>(data);
}

struct add {
  template <class V>
  HWY_INLINE V operator()(V a, V b) const {
    return hn::Add(a, b);
  }
};
struct lesser {
  template <class V>
  HWY_INLINE V operator()(V a, V b) const {
    return hn::Min(a, b);
  }
};

// Eight accumulators over whole vectors; the remaining elements one by one.
template <class T, class Combine>
HWY_INLINE hn::Vec<hn::ScalableTag<T>> fold(const T* x, std::size_t n, T start, Combine combine) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<hn::ScalableTag<T>> v[8];
  for (auto& one : v) one = hn::Set(d, start);
  std::size_t i = 0;
  for (; i + 8 * lanes <= n; i += 8 * lanes) {
    for (std::size_t k = 0; k < 8; ++k) v[k] = combine(v[k], hn::LoadU(d, x + i + k * lanes));
  }
  for (; i + lanes <= n; i += lanes) v[0] = combine(v[0], hn::LoadU(d, x + i));
  for (; i < n; ++i) {
    v[1] = combine(v[1], hn::IfThenElse(hn::FirstN(d, 1), hn::Set(d, x[i]), hn::Set(d, start)));
  }
  for (std::size_t k = 1; k < 8; ++k) v[0] = combine(v[0], v[k]);
  return v[0];
}

template <class T>
void sum(const void* a, const void*, std::size_t n, host_answer& answer) {
  const hn::ScalableTag<T> d;
  answer.value =
      static_cast<double>(hn::GetLane(hn::SumOfLanes(d, fold(elements<T>(a), n, T(0), add{}))));
}

double least_of(const double* x, std::size_t n) {
  const hn::ScalableTag<double> d;
  return hn::GetLane(hn::MinOfLanes(d, fold(x, n, hwy::HighestValue<double>(), lesser{})));
}

void least(const void* a, const void*, std::size_t n, host_answer& answer) {
  answer.value = least_of(elements<double>(a), n);
}

void place_of_least(const void* a, const void*, std::size_t n, host_answer& answer) {
  const hn::ScalableTag<double> d;
  const double* const x = elements<double>(a);
  answer.value = least_of(x, n);
  answer.index = static_cast<std::int64_t>(hn::Find(d, answer.value, x, n));
}

void dot(const void* a, const void* b, std::size_t n, host_answer& answer) {
  const hn::ScalableTag<double> d;
  answer.value = hn::Dot::Compute<0>(d, elements<double>(a), elements<double>(b), n);
}

}  // namespace

void add_highway_peers(host_peers& peers) {
  const auto with = [&](host_job job, host_call call) { peers.push_back({job, "Highway", call}); };
  with(host_job::int32_sum, sum<std::int32_t>);
  with(host_job::float_sum, sum<float>);
  with(host_job::double_sum, sum<double>);
  with(host_job::double_min, least);
  with(host_job::double_argmin, place_of_least);
  with(host_job::double_dot, dot);
}

}  // namespace omprim_benchmark
