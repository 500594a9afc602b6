// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi/c/support.hpp>

#include <omprim/mpi/reduce.hpp>

/// The C functions of reductions of one element type over ranks.

#define OMPRIM_DEFINE_VALUE(function, name, type, result_type)                               \
  OMPRIM_DEFINE_REDUCTION(function, name, (const type* data, size_t n, result_type* result), \
                          OMPRIM_REDUCE_ONE(function), result)
#define OMPRIM_DEFINE_BY(function, name, type, operator_type)                      \
  OMPRIM_DEFINE_REDUCTION(                                                         \
      function, name, (const type* data, size_t n, type* result),                  \
      [&](const auto& over, const auto& place) {                                   \
        return omprim::mpi::reduce(over, place, data, n, omprim::operator_type{}); \
      },                                                                           \
      result)
#define OMPRIM_DEFINE_INDEXED(function, name, type)                                  \
  OMPRIM_DEFINE_REDUCTION(function, name,                                            \
                          (const type* data, size_t n, type* value, int64_t* index), \
                          OMPRIM_REDUCE_ONE(function), value, index)

#define OMPRIM_DEFINE_REDUCTIONS(name, type)                                                \
  OMPRIM_DEFINE_VALUE(sum, name, type, type)                                                \
  OMPRIM_DEFINE_BY(product, name, type, multiplies)                                         \
  OMPRIM_DEFINE_VALUE(min, name, type, type)                                                \
  OMPRIM_DEFINE_VALUE(max, name, type, type)                                                \
  OMPRIM_DEFINE_INDEXED(argmin, name, type)                                                 \
  OMPRIM_DEFINE_INDEXED(argmax, name, type)                                                 \
  OMPRIM_DEFINE_REDUCTION(minmax, name, (const type* data, size_t n, type* min, type* max), \
                          OMPRIM_REDUCE_ONE(minmax), min, max)                              \
  OMPRIM_DEFINE_REDUCTION(sum_min_max, name,                                                \
                          (const type* data, size_t n, type* sum, type* min, type* max),    \
                          OMPRIM_REDUCE_ONE(sum_min_max), sum, min, max)                    \
  OMPRIM_DEFINE_VALUE(all, name, type, int)                                                 \
  OMPRIM_DEFINE_VALUE(any, name, type, int)

#define OMPRIM_DEFINE_OF_INTEGERS(name, type)    \
  OMPRIM_DEFINE_BY(bit_and, name, type, bit_and) \
  OMPRIM_DEFINE_BY(bit_or, name, type, bit_or)   \
  OMPRIM_DEFINE_BY(bit_xor, name, type, bit_xor)

#define OMPRIM_DEFINE_OF_FLOATS(name, type)                                                  \
  OMPRIM_DEFINE_REDUCTION(dot, name, (const type* a, const type* b, size_t n, type* result), \
                          OMPRIM_REDUCE_TWO(dot), result)                                    \
  OMPRIM_DEFINE_VALUE(sum_of_absolutes, name, type, type)                                    \
  OMPRIM_DEFINE_VALUE(sum_of_squares, name, type, type)

#define OMPRIM_DEFINE_WIDE(name, type) \
  OMPRIM_DEFINE_VALUE(wide_sum, name, type, omprim::detail::wide<type>)
