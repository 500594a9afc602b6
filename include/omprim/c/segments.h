/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_SEGMENTS_H
#define OMPRIM_C_SEGMENTS_H

/* Segmented reductions for C11; omprim.h includes this. What omprim.h says of data, errors and
   threads holds here, too. All arrays, the offsets among them, must be accessible where the call
   runs; results are ready for the next kernel there.

     omprim_segments rows = omprim_segments_by_offsets32(offsets, n);
     omprim_segmented_reduce_double(where, values, rows, sums, omprim_operator_plus);

   Segments are given by offsets, which are not checked, or by length. An empty one gives the
   identity, and position -1. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/arrays.h>
#include <omprim/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float, double; `by` is a number of
   omprim_operator:
     omprim_segmented_reduce_NAME     out[s] combines segment s
     omprim_segmented_argmin_NAME     where its least value stands, from its beginning, and that
     omprim_segmented_argmax_NAME     the same of its greatest; `out` may be null in both
     omprim_reduce_by_int32_key_NAME  the key of each run of equal neighbouring keys, the
     omprim_reduce_by_int64_key_NAME  combination of its values, and how many runs there are */
#define OMPRIM_DECLARE(name, type)                                                           \
  omprim_status omprim_segmented_reduce_##name(omprim_execution where, const type* values,   \
                                               omprim_segments segments, type* out, int by); \
  omprim_status omprim_segmented_argmin_##name(omprim_execution where, const type* values,   \
                                               omprim_segments segments, int64_t* positions, \
                                               type* out);                                   \
  omprim_status omprim_segmented_argmax_##name(omprim_execution where, const type* values,   \
                                               omprim_segments segments, int64_t* positions, \
                                               type* out);                                   \
  omprim_status omprim_reduce_by_int32_key_##name(                                           \
      omprim_execution where, const int32_t* keys, const type* values, size_t n,             \
      int32_t* unique_keys, type* out, int by, size_t* runs);                                \
  omprim_status omprim_reduce_by_int64_key_##name(                                           \
      omprim_execution where, const int64_t* keys, const type* values, size_t n,             \
      int64_t* unique_keys, type* out, int by, size_t* runs)
OMPRIM_DECLARE(int32, int32_t);
OMPRIM_DECLARE(uint32, uint32_t);
OMPRIM_DECLARE(int64, int64_t);
OMPRIM_DECLARE(uint64, uint64_t);
OMPRIM_DECLARE(float, float);
OMPRIM_DECLARE(double, double);
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* What a segmented reduction writes for each segment, and where. */
typedef struct omprim_segment_request {
  omprim_segments segments; /* by offsets or by length */
  void* out;                /* values; may be null for argmin and argmax */
  int64_t* positions;       /* argmin and argmax: from the beginning of the segment */
} omprim_segment_request;

/* Reduces segments of values of `type`, an omprim_element, by an omprim_operation. `options` may be
   null. */
omprim_status omprim_segmented_reduce(omprim_execution where, int type, int operation,
                                      const void* values, const omprim_segment_request* request,
                                      const omprim_options* options);

/* omprim_reduce_by_KEY_key_NAME by an omprim_operation, for keys and values of any two types. */
omprim_status omprim_reduce_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                   int operation, const void* values, size_t n, void* unique_keys,
                                   void* out, const omprim_options* options, size_t* runs);

#ifdef __cplusplus
}
#endif

#endif
