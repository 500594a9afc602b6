// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/omprim.h>
#include <omprim/top_k.hpp>

/// The C functions of order statistics of one element type.

namespace {

using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

template <class T>
omprim_status top_k(const omprim_execution& where, const T* data, size_t n, size_t k, T* out,
                    int64_t* positions, int order) {
  return guarded([&] {
    omprim::top_k_options options;
    options.smallest = !omprim::detail::to_order(order).descending;
    omprim::top_k(to_cpp(where), data, n, k, out, positions, options);
  });
}
template <class T>
omprim_status kth_smallest(const omprim_execution& where, const T* data, size_t n, size_t k,
                           T* result) {
  return guarded([&] {
    require_results(result);
    *result = omprim::kth_smallest(to_cpp(where), data, n, k);
  });
}
template <class T>
omprim_status median(const omprim_execution& where, const T* data, size_t n, T* result) {
  return guarded([&] {
    require_results(result);
    *result = omprim::median(to_cpp(where), data, n);
  });
}
template <class T>
omprim_status quantiles(const omprim_execution& where, const T* data, size_t n,
                        const double* probabilities, size_t count, T* out) {
  return guarded([&] { omprim::quantiles(to_cpp(where), data, n, probabilities, count, out); });
}

}  // namespace

#define OMPRIM_DEFINE_TOP_K(name, type)                                                           \
  omprim_status omprim_top_k_##name(omprim_execution where, const type* data, size_t n, size_t k, \
                                    type* out, int64_t* positions, int order) {                   \
    return top_k(where, data, n, k, out, positions, order);                                       \
  }                                                                                               \
  omprim_status omprim_kth_smallest_##name(omprim_execution where, const type* data, size_t n,    \
                                           size_t k, type* result) {                              \
    return kth_smallest(where, data, n, k, result);                                               \
  }                                                                                               \
  omprim_status omprim_median_##name(omprim_execution where, const type* data, size_t n,          \
                                     type* result) {                                              \
    return median(where, data, n, result);                                                        \
  }                                                                                               \
  omprim_status omprim_quantiles_##name(omprim_execution where, const type* data, size_t n,       \
                                        const double* probabilities, size_t count, type* out) {   \
    return quantiles(where, data, n, probabilities, count, out);                                  \
  }
