// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/exact_sums.hpp>
#include <c/support.hpp>
#include <omprim/exact.hpp>
#include <omprim/omprim.h>

/// The definitions of the C functions of exact sums (c/exact_sums.hpp).

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
