// SPDX-License-Identifier: BSD-3-Clause
// Algorithms of the C++ standard library on one thread. Compiled with -ffast-math, since a sum of
// floats is a chain of additions without it; compiled once by each available compiler.
#include <algorithm>
#include <functional>
#include <numeric>

#include "host_peers.hpp"

#if defined(__clang__)
#define OMPRIM_PEER_COMPILER by_clang
#else
#define OMPRIM_PEER_COMPILER by_gcc
#endif

namespace omprim_benchmark::OMPRIM_PEER_COMPILER {

namespace {

// Only this file has these operators. So templates instantiated with them are unique to it, and the
// linker cannot replace them by templates of a file with other flags.
struct add {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct add_wrapping {
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
struct is_less {
  bool operator()(double a, double b) const { return a < b; }
};

template <class T>
const T* elements(const void* data) {
  return static_cast<const T*>(data);
}

template <class T, class Add>
void accumulate(const void* a, const void*, std::size_t n, host_answer& answer) {
  const T* const x = elements<T>(a);
  answer.value = static_cast<double>(std::accumulate(x, x + n, T(0), Add{}));
}

template <class T, class Add>
void reduce(const void* a, const void*, std::size_t n, host_answer& answer) {
  const T* const x = elements<T>(a);
  answer.value = static_cast<double>(std::reduce(x, x + n, T(0), Add{}));
}

void least(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  answer.value = std::accumulate(x + 1, x + n, x[0], lesser{});
}

void place_of_least(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  const double* const found = std::min_element(x, x + n, is_less{});
  answer.value = *found;
  answer.index = found - x;
}

void least_then_find(const void* a, const void*, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  answer.value = std::accumulate(x + 1, x + n, x[0], lesser{});
  answer.index = std::find(x, x + n, answer.value) - x;
}

void dot(const void* a, const void* b, std::size_t n, host_answer& answer) {
  const double* const x = elements<double>(a);
  answer.value = std::transform_reduce(x, x + n, elements<double>(b), 0.0, add{}, multiply{});
}

}  // namespace

void add_standard_peers(host_peers& peers) {
#if defined(__clang__)
  const std::string compiler = " (clang)";
#else
  const std::string compiler = " (gcc)";
#endif
  const auto with = [&](host_job job, const std::string& name, host_call call) {
    peers.push_back({job, name + compiler, call});
  };
  with(host_job::int32_sum, "std::accumulate", accumulate<std::int32_t, add_wrapping>);
  with(host_job::int32_sum, "std::reduce", reduce<std::int32_t, add_wrapping>);
  with(host_job::float_sum, "std::accumulate", accumulate<float, add>);
  with(host_job::float_sum, "std::reduce", reduce<float, add>);
  with(host_job::double_sum, "std::accumulate", accumulate<double, add>);
  with(host_job::double_sum, "std::reduce", reduce<double, add>);
  with(host_job::double_min, "std::accumulate", least);
  with(host_job::double_argmin, "std::min_element", place_of_least);
  with(host_job::double_argmin, "minimum, then std::find", least_then_find);
  with(host_job::double_dot, "std::transform_reduce", dot);
}

}  // namespace omprim_benchmark::OMPRIM_PEER_COMPILER
