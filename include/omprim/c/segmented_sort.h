/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_SEGMENTED_SORT_H
#define OMPRIM_C_SEGMENTED_SORT_H

/* Sorts of each segment of an array, for C11; omprim.h includes this. The rules of omprim.h for
   data, errors and threads apply, and those of sort.h for order, outputs and values.

     omprim_segmented_sort_float64(where, x, n, omprim_segments_by_length(64, rows), x,
                                   omprim_order_ascending);

   Segments are given by offsets or by length (segmentation.h). Output elements outside of all
   segments are not written. Offsets that decrease or are above n are an error; on a device only the
   first and the last are compared. */

#include <stddef.h>

#include <omprim/c/base.h>
#include <omprim/c/segmentation.h>
#include <omprim/c/sort.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64; `order` is an omprim_order:
     omprim_segmented_sort_NAME         the keys of each segment in order
     omprim_segmented_sort_by_key_NAME  the same, and each value, of `value_bytes` bytes, at the
                                        place of its key */
#define OMPRIM_DECLARE(name, type)                                                                \
  omprim_status omprim_segmented_sort_##name(omprim_execution where, const type* keys, size_t n,  \
                                             omprim_segments segments, type* out, int order);     \
  omprim_status omprim_segmented_sort_by_key_##name(                                              \
      omprim_execution where, const type* keys, const void* values, size_t n, size_t value_bytes, \
      omprim_segments segments, type* keys_out, void* values_out, int order);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Sorts each segment of n keys of `type`, an omprim_element, by omprim_operation_sort or
   omprim_operation_sort_by_key. `options` may be null. */
omprim_status omprim_segmented_sort(omprim_execution where, int type, int operation,
                                    const void* keys, size_t n, omprim_segments segments,
                                    const omprim_sort_request* request,
                                    const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
