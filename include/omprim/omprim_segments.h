/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_OMPRIM_SEGMENTS_H
#define OMPRIM_OMPRIM_SEGMENTS_H

/* Segmented reductions for C11; omprim.h includes this. What omprim.h says of data, errors and
   threads holds here, too. All arrays, the offsets among them, must be accessible where the call
   runs; results are ready for the next kernel there.

     omprim_segment_bounds rows = {n, offsets, 8, 0};
     omprim_segmented_reduce_double(where, values, rows, sums, omprim_segment_plus);

   Segment s are the values [offsets[s], offsets[s + 1]); an empty one gives the identity, and
   position -1. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/omprim.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct omprim_segment_bounds {
  size_t count;
  const void* offsets; /* count + 1 integers in non-decreasing order */
  int offset_bytes;    /* 4 or 8; 0: there are no offsets, each segment has `length` values */
  size_t length;
} omprim_segment_bounds;

typedef enum omprim_segment_operator {
  omprim_segment_plus,
  omprim_segment_minimum,
  omprim_segment_maximum
} omprim_segment_operator;

/* For each type NAME of int32, uint32, int64, uint64, float, double; operators are numbers of the
   enumeration above:
     omprim_segmented_reduce_NAME     out[s] combines segment s
     omprim_segmented_argmin_NAME     where its least value stands, from its beginning, and that
     omprim_segmented_argmax_NAME     the same of its greatest; `out` may be null in both
     omprim_reduce_by_int32_key_NAME  the key of each run of equal neighbouring keys, the
     omprim_reduce_by_int64_key_NAME  combination of its values, and how many runs there are */
#define OMPRIM_DECLARE(name, type)                                                                 \
  omprim_status omprim_segmented_reduce_##name(omprim_execution where, const type* values,         \
                                               omprim_segment_bounds segments, type* out,          \
                                               int segment_operator);                              \
  omprim_status omprim_segmented_argmin_##name(omprim_execution where, const type* values,         \
                                               omprim_segment_bounds segments, int64_t* positions, \
                                               type* out);                                         \
  omprim_status omprim_segmented_argmax_##name(omprim_execution where, const type* values,         \
                                               omprim_segment_bounds segments, int64_t* positions, \
                                               type* out);                                         \
  omprim_status omprim_reduce_by_int32_key_##name(                                                 \
      omprim_execution where, const int32_t* keys, const type* values, size_t n,                   \
      int32_t* unique_keys, type* out, int segment_operator, size_t* runs);                        \
  omprim_status omprim_reduce_by_int64_key_##name(                                                 \
      omprim_execution where, const int64_t* keys, const type* values, size_t n,                   \
      int64_t* unique_keys, type* out, int segment_operator, size_t* runs)
OMPRIM_DECLARE(int32, int32_t);
OMPRIM_DECLARE(uint32, uint32_t);
OMPRIM_DECLARE(int64, int64_t);
OMPRIM_DECLARE(uint64, uint64_t);
OMPRIM_DECLARE(float, float);
OMPRIM_DECLARE(double, double);
#undef OMPRIM_DECLARE

#ifdef __cplusplus
}
#endif

#endif
