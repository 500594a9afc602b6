// SPDX-License-Identifier: BSD-3-Clause
// Execution policies of the C++ standard library, and oneTBB itself. Compiled with -ffast-math.
#include <algorithm>
#include <execution>
#include <limits>
#include <memory>
#include <numeric>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_reduce.h>
#include <tbb/partitioner.h>

#include "host_peers.hpp"

namespace omprim_benchmark {

namespace {

template <class T>
const T* elements(const void* data) {
  return static_cast<const T*>(data);
}

struct add {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
  std::int32_t operator()(std::int32_t a, std::int32_t b) const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  }
};
struct multiply {
  double operator()(double a, double b) const { return a * b; }
};
struct lesser {
  double operator()(double a, double b) const { return b < a ? b : a; }
};

struct unsequenced {
  static constexpr const auto& policy() { return std::execution::unseq; }
};
struct parallel {
  static constexpr const auto& policy() { return std::execution::par_unseq; }
};

template <class Policy, class T>
void standard_sum(const void* a, const void*, std::size_t n, host_answer& answer) {
  const T* const x = elements<T>(a);
  answer.value = static_cast<double>(std::reduce(Policy::policy(), x, x + n, T(0), add{}));
}

template <class Policy>
void standard_min(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  answer.value = std::reduce(Policy::policy(), x, x + n, x[0], lesser{});
}

template <class Policy>
void standard_argmin(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  const double* const found = std::min_element(Policy::policy(), x, x + n);
  answer.value = *found;
  answer.index = found - x;
}

template <class Policy>
void standard_dot(const void* a, const void* b, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  answer.value = std::transform_reduce(Policy::policy(), x, x + n, elements<double>(b), 0.0, add{},
                                       multiply{});
}

template <class Policy>
void add_policy(host_peers& peers, const std::string& name, thread_owner threads) {
  const auto with = [&](host_job job, host_call call) {
    peers.push_back({job, name, call, threads});
  };
  with(host_job::int32_sum, standard_sum<Policy, std::int32_t>);
  with(host_job::float_sum, standard_sum<Policy, float>);
  with(host_job::double_sum, standard_sum<Policy, double>);
  with(host_job::double_min, standard_min<Policy>);
  with(host_job::double_argmin, standard_argmin<Policy>);
  with(host_job::double_dot, standard_dot<Policy>);
}

using range = tbb::blocked_range<std::size_t>;

// TBB splits ranges that are larger than this; a range of this size is worth a task.
constexpr std::size_t grain = 16384;

template <class Partitioner, class T>
void tbb_sum(const void* a, const void*, std::size_t n, host_answer& answer) {
  const T* const x = elements<T>(a);
  // Starts from 0, not from `sum`: `sum` would be in one lane of the vectors, and additions to a
  // large float lose their low bits.
  const auto body = [x](const range& r, T sum) {
    return add{}(sum, std::accumulate(x + r.begin(), x + r.end(), T(0), add{}));
  };
  answer.value = static_cast<double>(
      tbb::parallel_reduce(range(0, n, grain), T(0), body, add{}, Partitioner{}));
}

template <class Partitioner>
void tbb_min(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  const auto body = [x](const range& r, double least) {
    return std::accumulate(x + r.begin(), x + r.end(), least, lesser{});
  };
  answer.value = tbb::parallel_reduce(range(0, n, grain), std::numeric_limits<double>::max(), body,
                                      lesser{}, Partitioner{});
}

template <class Partitioner>
void tbb_argmin(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  const auto earlier = [x](std::size_t i, std::size_t j) {
    return x[j] < x[i] || (x[j] == x[i] && j < i) ? j : i;
  };
  const auto body = [=](const range& r, std::size_t best) {
    const double* const found = std::min_element(x + r.begin(), x + r.end());
    return earlier(best, static_cast<std::size_t>(found - x));
  };
  const std::size_t found =
      tbb::parallel_reduce(range(0, n, grain), std::size_t{0}, body, earlier, Partitioner{});
  answer = {x[found], static_cast<std::int64_t>(found)};
}

template <class Partitioner>
void tbb_dot(const void* a, const void* b, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  const double* const y = elements<double>(b);
  const auto body = [=](const range& r, double sum) {
    return sum +
           std::transform_reduce(x + r.begin(), x + r.end(), y + r.begin(), 0.0, add{}, multiply{});
  };
  answer.value = tbb::parallel_reduce(range(0, n, grain), 0.0, body, add{}, Partitioner{});
}

template <class Partitioner>
void add_partitioner(host_peers& peers, const std::string& name) {
  const auto with = [&](host_job job, host_call call) {
    peers.push_back({job, name, call, thread_owner::tbb});
  };
  with(host_job::int32_sum, tbb_sum<Partitioner, std::int32_t>);
  with(host_job::float_sum, tbb_sum<Partitioner, float>);
  with(host_job::double_sum, tbb_sum<Partitioner, double>);
  with(host_job::double_min, tbb_min<Partitioner>);
  with(host_job::double_argmin, tbb_argmin<Partitioner>);
  with(host_job::double_dot, tbb_dot<Partitioner>);
}

}  // namespace

void add_standard_parallel_peers(host_peers& peers) {
  add_policy<unsequenced>(peers, "std unseq", thread_owner::none);
  add_policy<parallel>(peers, "std par_unseq", thread_owner::tbb);
}

void add_tbb_peers(host_peers& peers) {
  add_partitioner<tbb::auto_partitioner>(peers, "TBB auto");
  add_partitioner<tbb::static_partitioner>(peers, "TBB static");
}

void set_tbb_threads(int threads) {
  static std::unique_ptr<tbb::global_control> limit;
  limit.reset();
  limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                static_cast<std::size_t>(threads));
}

}  // namespace omprim_benchmark
