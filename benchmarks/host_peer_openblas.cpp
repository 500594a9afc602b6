// SPDX-License-Identifier: BSD-3-Clause
#include <cblas.h>

#include "host_peers.hpp"

namespace omprim_benchmark {

namespace {

const double* doubles(const void* data) { return static_cast<const double*>(data); }

blasint length(std::size_t n) { return static_cast<blasint>(n); }

void float_sum(const void* a, const void*, std::size_t n, host_answer& answer) {
  answer.value = static_cast<double>(cblas_ssum(length(n), static_cast<const float*>(a), 1));
}

void double_sum(const void* a, const void*, std::size_t n, host_answer& answer) {
  answer.value = cblas_dsum(length(n), doubles(a), 1);
}

void place_of_least(const void* a, const void*, std::size_t n, host_answer& answer) {
  const std::size_t index = cblas_idmin(length(n), doubles(a), 1);
  answer = {doubles(a)[index], static_cast<std::int64_t>(index)};
}

void dot(const void* a, const void* b, std::size_t n, host_answer& answer) {
  answer.value = cblas_ddot(length(n), doubles(a), 1, doubles(b), 1);
}

}  // namespace

void add_openblas_peers(host_peers& peers) {
  const auto with = [&](host_job job, host_call call) {
    peers.push_back({job, "OpenBLAS", call, thread_owner::openblas});
  };
  with(host_job::float_sum, float_sum);
  with(host_job::double_sum, double_sum);
  with(host_job::double_min, place_of_least);
  with(host_job::double_argmin, place_of_least);
  with(host_job::double_dot, dot);
}

void set_openblas_threads(int threads) { openblas_set_num_threads(threads); }

}  // namespace omprim_benchmark
