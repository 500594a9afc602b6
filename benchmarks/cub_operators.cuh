// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <thrust/tuple.h>

/// Result types and operators that CUB's reductions are given.
namespace omprim_benchmark {

template <class T>
struct extremes {
  T min;
  T max;
};
template <class T>
struct summary {
  T sum;
  T min;
  T max;
};

template <class T>
struct to_extremes {
  __host__ __device__ extremes<T> operator()(T x) const { return {x, x}; }
};
template <class T>
struct join_extremes {
  __host__ __device__ extremes<T> operator()(extremes<T> a, extremes<T> b) const {
    return {b.min < a.min ? b.min : a.min, a.max < b.max ? b.max : a.max};
  }
};

template <class T>
__host__ __device__ T wrapping_sum(T a, T b) {
  if constexpr (std::is_same_v<T, int32_t>) {
    return static_cast<T>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
  } else {
    return a + b;
  }
}
template <class T>
struct to_summary {
  __host__ __device__ summary<T> operator()(T x) const { return {x, x, x}; }
};
template <class T>
struct join_summaries {
  __host__ __device__ summary<T> operator()(summary<T> a, summary<T> b) const {
    return {wrapping_sum(a.sum, b.sum), b.min < a.min ? b.min : a.min,
            a.max < b.max ? b.max : a.max};
  }
};

template <class T>
struct multiply_pair {
  __host__ __device__ T operator()(thrust::tuple<T, T> pair) const {
    return thrust::get<0>(pair) * thrust::get<1>(pair);
  }
};

template <class T>
constexpr T lowest = std::numeric_limits<T>::lowest();
template <class T>
constexpr T highest = std::numeric_limits<T>::max();

template <class T>
struct place {
  int64_t index;
  T value;
};

}  // namespace omprim_benchmark
