// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/exact.hpp>
#include <omprim/omprim.h>

/// The C functions of exact sums of one element type, in the order of omprim/c/exact.h.

using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

#define OMPRIM_DEFINE_EXACT_OF_ONE(function, name, type)                                       \
  omprim_status omprim_##function##_##name(omprim_execution where, const type* data, size_t n, \
                                           type* result) {                                     \
    return guarded([&] {                                                                       \
      require_results(result);                                                                 \
      *result = omprim::function(to_cpp(where), data, n);                                      \
    });                                                                                        \
  }
#define OMPRIM_DEFINE_EXACT_OF_TWO(function, name, type)                                 \
  omprim_status omprim_##function##_##name(omprim_execution where, const type* first,    \
                                           const type* second, size_t n, type* result) { \
    return guarded([&] {                                                                 \
      require_results(result);                                                           \
      *result = omprim::function(to_cpp(where), first, second, n);                       \
    });                                                                                  \
  }

#define OMPRIM_DEFINE_EXACT_SUMS(name, type)                     \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_sum, name, type)              \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_sum_of_absolutes, name, type) \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_sum_of_squares, name, type)   \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_norm2, name, type)            \
  OMPRIM_DEFINE_EXACT_OF_ONE(exact_mean, name, type)             \
  OMPRIM_DEFINE_EXACT_OF_TWO(exact_dot, name, type)              \
  OMPRIM_DEFINE_EXACT_OF_TWO(exact_weighted_sum, name, type)
