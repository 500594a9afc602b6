// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/omprim.h>
#include <omprim/search.hpp>

/// The C functions of searches of one element type.

namespace {

using omprim::operation;
using omprim::detail::guarded;
using omprim::detail::to_cpp;
using omprim::detail::to_search_order;

template <class T, class Index>
omprim_status search(const omprim_execution& where, operation op, const T* sorted, size_t n,
                     const T* values, size_t count, Index* positions, int order) {
  return guarded([&] {
    omprim::detail::run_search(to_cpp(where), op, sorted, n, values, count, positions,
                               to_search_order(order));
  });
}

}  // namespace

#define OMPRIM_DEFINE_SEARCH(function, op, name, type, index)                                      \
  omprim_status function##_##name(omprim_execution where, const type* sorted, size_t n,            \
                                  const type* values, size_t count, index* positions, int order) { \
    return search(where, operation::op, sorted, n, values, count, positions, order);               \
  }
#define OMPRIM_DEFINE_SEARCHES(name, type)                                     \
  OMPRIM_DEFINE_SEARCH(omprim_lower_bound, lower_bound, name, type, int64_t)   \
  OMPRIM_DEFINE_SEARCH(omprim_upper_bound, upper_bound, name, type, int64_t)   \
  OMPRIM_DEFINE_SEARCH(omprim_lower_bound32, lower_bound, name, type, int32_t) \
  OMPRIM_DEFINE_SEARCH(omprim_upper_bound32, upper_bound, name, type, int32_t)
