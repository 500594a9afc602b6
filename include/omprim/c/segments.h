/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_SEGMENTS_H
#define OMPRIM_C_SEGMENTS_H

/* Segmented reductions for C11; omprim.h includes this. The rules of omprim.h for data, errors and
   threads apply. All arrays, including the offsets, must be accessible where the call runs; results
   are ready for the next kernel there.

     omprim_segments rows = omprim_segments_by_offsets32(offsets, n);
     omprim_segmented_reduce_float64(where, values, rows, sums, omprim_operator_plus);

   Segments are given by offsets, which are not checked, or by length. The result of an empty
   segment is the operator's identity, and its position is -1. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/arrays.h>
#include <omprim/c/base.h>
#include <omprim/c/segmentation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64; `by` is an omprim_operator:
     omprim_segmented_reduce_NAME     out[s] is the combination of the values of segment s
     omprim_segmented_argmin_NAME     the position of the least value of each segment, counted from
                                      the segment's first element, and that value
     omprim_segmented_argmax_NAME     the same for the greatest value; `out` may be null in both */
#define OMPRIM_DECLARE(name, type)                                                           \
  omprim_status omprim_segmented_reduce_##name(omprim_execution where, const type* values,   \
                                               omprim_segments segments, type* out, int by); \
  omprim_status omprim_segmented_argmin_##name(omprim_execution where, const type* values,   \
                                               omprim_segments segments, int64_t* positions, \
                                               type* out);                                   \
  omprim_status omprim_segmented_argmax_##name(omprim_execution where, const type* values,   \
                                               omprim_segments segments, int64_t* positions, \
                                               type* out);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The segments, and where a segmented reduction writes the result of each. */
typedef struct omprim_segment_request {
  omprim_segments segments; /* by offsets or by length */
  void* out;                /* values; may be null for argmin and argmax */
  int64_t* positions;       /* argmin and argmax: counted from the segment's first element */
} omprim_segment_request;

/* Reduces segments of values of `type`, an omprim_element, by an omprim_operation. `options` may be
   null. */
omprim_status omprim_segmented_reduce(omprim_execution where, int type, int operation,
                                      const void* values, const omprim_segment_request* request,
                                      const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
