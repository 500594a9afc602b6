/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_EXACT_H
#define OMPRIM_C_EXACT_H

/* Exact sums of float and double for C11; omprim.h includes this. The rules of omprim.h for data,
   errors and threads apply.

     double total;
     omprim_exact_sum_float64(omprim_host(0), data, n, &total);

   A result is the real sum of the elements, rounded once to the type (to nearest, ties to even). So
   it has the same bits for any order, tuning, number of threads, ISA level, backend and device.
     * NaN if an element is NaN, or if infinities of both signs occur; an infinity if one occurs.
     * Overflow only if the rounded sum overflows: 1.5e308 + 1.5e308 - 1.5e308 is 1.5e308.
     * Subnormal numbers count, whatever the caller's rounding mode, flush-to-zero or
       denormals-are-zero.
     * +0 for an empty input and where terms cancel; -0 if all terms are -0.
     * Products count with all their digits, also where they overflow or underflow.

   A call can also sum each segment of an array:

     omprim_segments rows = omprim_segments_by_offsets32(offsets, n);
     omprim_exact_segmented_sum_float64(omprim_host(0), values, rows, sums); */

#include <stddef.h>

#include <omprim/c/base.h>
#include <omprim/c/reduce.h>
#include <omprim/c/segmentation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of float32, float64:
     omprim_exact_sum_NAME                the sum of data[i]
     omprim_exact_sum_of_absolutes_NAME   the sum of |data[i]|
     omprim_exact_sum_of_squares_NAME     the sum of data[i] * data[i]
     omprim_exact_norm2_NAME              the square root of the real sum of data[i] * data[i],
                                          rounded once
     omprim_exact_mean_NAME               the real sum of data[i] divided by n, rounded once; NaN
                                          for an empty input
     omprim_exact_dot_NAME                the sum of a[i] * b[i]; the arrays may overlap
     omprim_exact_weighted_sum_NAME       the sum of weights[i] * data[i]: another name of
                                          omprim_exact_dot_NAME
     omprim_exact_segmented_sum_NAME      out[s] is the sum of the values of segment s. Segments and
                                          arrays are those of segments.h; `out` does not overlap
                                          `values`. */
#define OMPRIM_DECLARE(name, type)                                                             \
  omprim_status omprim_exact_sum_##name(omprim_execution where, const type* data, size_t n,    \
                                        type* result);                                         \
  omprim_status omprim_exact_sum_of_absolutes_##name(omprim_execution where, const type* data, \
                                                     size_t n, type* result);                  \
  omprim_status omprim_exact_sum_of_squares_##name(omprim_execution where, const type* data,   \
                                                   size_t n, type* result);                    \
  omprim_status omprim_exact_norm2_##name(omprim_execution where, const type* data, size_t n,  \
                                          type* result);                                       \
  omprim_status omprim_exact_mean_##name(omprim_execution where, const type* data, size_t n,   \
                                         type* result);                                        \
  omprim_status omprim_exact_dot_##name(omprim_execution where, const type* a, const type* b,  \
                                        size_t n, type* result);                               \
  omprim_status omprim_exact_weighted_sum_##name(omprim_execution where, const type* weights,  \
                                                 const type* data, size_t n, type* result);    \
  omprim_status omprim_exact_segmented_sum_##name(omprim_execution where, const type* values,  \
                                                  omprim_segments segments, type* out);
OMPRIM_FLOATS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Sums n elements of `type`, omprim_element_float32 or omprim_element_float64, at `data` by an
   omprim_operation_exact_...; `other` is the second operand of exact_dot; null for other
   operations. `options` may be null. The operation sets result->value.
   omprim_segmented_reduce (segments.h) runs exact_segmented_sum. */
omprim_status omprim_exact(omprim_execution where, int type, int operation, const void* data,
                           const void* other, size_t n, const omprim_options* options,
                           omprim_result* result);

#ifdef __cplusplus
}
#endif

#endif
