// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Core>

#include "host_peers.hpp"

namespace omprim_benchmark {

namespace {

template <class T>
Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>> array(const void* data, std::size_t n) {
  return {static_cast<const T*>(data), static_cast<Eigen::Index>(n)};
}

template <class T>
void sum(const void* a, const void*, std::size_t n, host_answer& answer) {
  answer.value = static_cast<double>(array<T>(a, n).sum());
}

void least(const void* a, const void*, std::size_t n, host_answer& answer) {
  answer.value = array<double>(a, n).minCoeff();
}

void place_of_least(const void* a, const void*, std::size_t n, host_answer& answer) {
  Eigen::Index index = 0;
  answer.value = array<double>(a, n).minCoeff(&index);
  answer.index = index;
}

void dot(const void* a, const void* b, std::size_t n, host_answer& answer) {
  answer.value = array<double>(a, n).matrix().dot(array<double>(b, n).matrix());
}

}  // namespace

void add_eigen_peers(host_peers& peers) {
  const auto with = [&](host_job job, host_call call) { peers.push_back({job, "Eigen", call}); };
  with(host_job::int32_sum, sum<std::int32_t>);
  with(host_job::float_sum, sum<float>);
  with(host_job::double_sum, sum<double>);
  with(host_job::double_min, least);
  with(host_job::double_argmin, place_of_least);
  with(host_job::double_dot, dot);
}

}  // namespace omprim_benchmark
