/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_REDUCE_H
#define OMPRIM_C_REDUCE_H

/* Reductions of an array to one value for C11; omprim.h has the rules for all calls. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Typed reductions -------------------------------------------------------------------- */

/* For each type NAME of int32, uint32, int64, uint64, float32, float64:
     omprim_sum_NAME          omprim_product_NAME
     omprim_min_NAME          omprim_max_NAME
     omprim_argmin_NAME       omprim_argmax_NAME      value and index of its first occurrence
     omprim_minmax_NAME       omprim_sum_min_max_NAME   in one pass over the data
     omprim_all_NAME          omprim_any_NAME         1 if all (any) are nonzero, else 0 */
#define OMPRIM_DECLARE(name, type)                                                            \
  omprim_status omprim_sum_##name(omprim_execution where, const type* data, size_t n,         \
                                  type* result);                                              \
  omprim_status omprim_product_##name(omprim_execution where, const type* data, size_t n,     \
                                      type* result);                                          \
  omprim_status omprim_min_##name(omprim_execution where, const type* data, size_t n,         \
                                  type* result);                                              \
  omprim_status omprim_max_##name(omprim_execution where, const type* data, size_t n,         \
                                  type* result);                                              \
  omprim_status omprim_argmin_##name(omprim_execution where, const type* data, size_t n,      \
                                     type* value, int64_t* index);                            \
  omprim_status omprim_argmax_##name(omprim_execution where, const type* data, size_t n,      \
                                     type* value, int64_t* index);                            \
  omprim_status omprim_minmax_##name(omprim_execution where, const type* data, size_t n,      \
                                     type* min, type* max);                                   \
  omprim_status omprim_sum_min_max_##name(omprim_execution where, const type* data, size_t n, \
                                          type* sum, type* min, type* max);                   \
  omprim_status omprim_all_##name(omprim_execution where, const type* data, size_t n,         \
                                  int* result);                                               \
  omprim_status omprim_any_##name(omprim_execution where, const type* data, size_t n, int* result);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Only for the four integer types: omprim_bit_and_NAME, omprim_bit_or_NAME, omprim_bit_xor_NAME. */
#define OMPRIM_DECLARE(name, type)                                                        \
  omprim_status omprim_bit_and_##name(omprim_execution where, const type* data, size_t n, \
                                      type* result);                                      \
  omprim_status omprim_bit_or_##name(omprim_execution where, const type* data, size_t n,  \
                                     type* result);                                       \
  omprim_status omprim_bit_xor_##name(omprim_execution where, const type* data, size_t n, \
                                      type* result);
OMPRIM_INTEGERS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Only for float and double: the sums of a[i] * b[i], of |x[i]| and of x[i] * x[i]. */
#define OMPRIM_DECLARE(name, type)                                                                 \
  omprim_status omprim_dot_##name(omprim_execution where, const type* a, const type* b, size_t n,  \
                                  type* result);                                                   \
  omprim_status omprim_sum_of_absolutes_##name(omprim_execution where, const type* data, size_t n, \
                                               type* result);                                      \
  omprim_status omprim_sum_of_squares_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* result);
OMPRIM_FLOATS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Sums of 4-byte elements in an 8-byte accumulator. */
omprim_status omprim_wide_sum_int32(omprim_execution where, const int32_t* data, size_t n,
                                    int64_t* result);
omprim_status omprim_wide_sum_uint32(omprim_execution where, const uint32_t* data, size_t n,
                                     uint64_t* result);
omprim_status omprim_wide_sum_float32(omprim_execution where, const float* data, size_t n,
                                      double* result);

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The members that an operation sets. minmax: value, second. sum_min_max: value, second, third.
   argmin, argmax: value, index. All others: value. */
typedef struct omprim_result {
  omprim_scalar value;
  omprim_scalar second;
  omprim_scalar third;
  int64_t index;
} omprim_result;

/* Reduces n elements of `type`, an omprim_element, at `data` by an omprim_operation; `other` is
   the second operand of dot; null for other operations. `options` may be null. */
omprim_status omprim_reduce(omprim_execution where, int type, int operation, const void* data,
                            const void* other, size_t n, const omprim_options* options,
                            omprim_result* result);

#ifdef __cplusplus
}
#endif

#endif
