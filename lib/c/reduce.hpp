// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/omprim.h>
#include <omprim/reduce.hpp>

/// The C functions of reductions of one element type, in the order of omprim/c/reduce.h.

using omprim::detail::guarded;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

#define OMPRIM_DEFINE_VALUE(function, name, type, result_type, call)                           \
  omprim_status omprim_##function##_##name(omprim_execution where, const type* data, size_t n, \
                                           result_type* result) {                              \
    return guarded([&] {                                                                       \
      require_results(result);                                                                 \
      *result = call;                                                                          \
    });                                                                                        \
  }
#define OMPRIM_DEFINE_INDEXED(function, name, type)                                            \
  omprim_status omprim_##function##_##name(omprim_execution where, const type* data, size_t n, \
                                           type* value, int64_t* index) {                      \
    return guarded([&] {                                                                       \
      require_results(value, index);                                                           \
      const auto found = omprim::function(to_cpp(where), data, n);                             \
      *value = found.value;                                                                    \
      *index = found.index;                                                                    \
    });                                                                                        \
  }
#define OMPRIM_DEFINE_EXTREMA(name, type)                                                     \
  omprim_status omprim_minmax_##name(omprim_execution where, const type* data, size_t n,      \
                                     type* min, type* max) {                                  \
    return guarded([&] {                                                                      \
      require_results(min, max);                                                              \
      const auto found = omprim::minmax(to_cpp(where), data, n);                              \
      *min = found.min;                                                                       \
      *max = found.max;                                                                       \
    });                                                                                       \
  }                                                                                           \
  omprim_status omprim_sum_min_max_##name(omprim_execution where, const type* data, size_t n, \
                                          type* sum, type* min, type* max) {                  \
    return guarded([&] {                                                                      \
      require_results(sum, min, max);                                                         \
      const auto found = omprim::sum_min_max(to_cpp(where), data, n);                         \
      *sum = found.sum;                                                                       \
      *min = found.min;                                                                       \
      *max = found.max;                                                                       \
    });                                                                                       \
  }
#define OMPRIM_DEFINE_REDUCE(function, name, type, operator_type) \
  OMPRIM_DEFINE_VALUE(function, name, type, type,                 \
                      omprim::reduce(to_cpp(where), data, n, omprim::operator_type{}))

#define OMPRIM_DEFINE_REDUCTIONS(name, type)                                             \
  OMPRIM_DEFINE_REDUCE(sum, name, type, plus)                                            \
  OMPRIM_DEFINE_REDUCE(product, name, type, multiplies)                                  \
  OMPRIM_DEFINE_REDUCE(min, name, type, minimum)                                         \
  OMPRIM_DEFINE_REDUCE(max, name, type, maximum)                                         \
  OMPRIM_DEFINE_INDEXED(argmin, name, type)                                              \
  OMPRIM_DEFINE_INDEXED(argmax, name, type)                                              \
  OMPRIM_DEFINE_EXTREMA(name, type)                                                      \
  OMPRIM_DEFINE_VALUE(all, name, type, int, omprim::all(to_cpp(where), data, n) ? 1 : 0) \
  OMPRIM_DEFINE_VALUE(any, name, type, int, omprim::any(to_cpp(where), data, n) ? 1 : 0)

#define OMPRIM_DEFINE_OF_INTEGERS(name, type)        \
  OMPRIM_DEFINE_REDUCE(bit_and, name, type, bit_and) \
  OMPRIM_DEFINE_REDUCE(bit_or, name, type, bit_or)   \
  OMPRIM_DEFINE_REDUCE(bit_xor, name, type, bit_xor)

#define OMPRIM_DEFINE_OF_FLOATS(name, type)                                                       \
  omprim_status omprim_dot_##name(omprim_execution where, const type* a, const type* b, size_t n, \
                                  type* result) {                                                 \
    return guarded([&] {                                                                          \
      require_results(result);                                                                    \
      *result = omprim::dot(to_cpp(where), a, b, n);                                              \
    });                                                                                           \
  }                                                                                               \
  OMPRIM_DEFINE_VALUE(sum_of_absolutes, name, type, type,                                         \
                      omprim::sum_of_absolutes(to_cpp(where), data, n))                           \
  OMPRIM_DEFINE_VALUE(sum_of_squares, name, type, type,                                           \
                      omprim::sum_of_squares(to_cpp(where), data, n))

#define OMPRIM_DEFINE_WIDE(name, type)                                  \
  OMPRIM_DEFINE_VALUE(wide_sum, name, type, omprim::detail::wide<type>, \
                      omprim::wide_sum(to_cpp(where), data, n))
