/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_MERGE_H
#define OMPRIM_C_MERGE_H

/* Merges for C11: two sorted arrays to one; omprim.h includes this. The rules of omprim.h for data,
   errors and threads apply. All arrays must be accessible where the call runs; outputs are ready
   for the next kernel there.

     omprim_merge_float64(omprim_host(0), a, n, b, m, out, omprim_order_ascending);

   The arrays have the order of c/sort.h: of floats it is total, -0 below +0, and NaN of either sign
   above all others, whose bits are kept. Of equal keys, those of the first array come first, and
   keys of one array keep their order. Outputs have room for both arrays and do not overlap them.
   Every backend, number of threads and tuning gives the same outputs. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>
#include <omprim/c/sort.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64; `order`, an omprim_order,
   is that of both arrays: omprim_merge_NAME          all keys in order omprim_merge_by_key_NAME all
   keys in order, and each value at the place of its key; a value has `value_bytes` bytes, 4 or 8,
   and any type of that size */
#define OMPRIM_DECLARE(name, type)                                                                \
  omprim_status omprim_merge_##name(omprim_execution where, const type* a, size_t a_count,        \
                                    const type* b, size_t b_count, type* out, int order);         \
  omprim_status omprim_merge_by_key_##name(                                                       \
      omprim_execution where, const type* a, const void* a_values, size_t a_count, const type* b, \
      const void* b_values, size_t b_count, size_t value_bytes, type* keys_out, void* values_out, \
      int order);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The second sorted array, the outputs, and the order. The operation decides which arrays are used.
 */
typedef struct omprim_merge_request {
  const void* second; /* `second_count` sorted keys */
  size_t second_count;
  void* keys_out;            /* all keys */
  const void* values;        /* merge_by_key: those of the first array */
  const void* second_values; /* merge_by_key: those of the second array */
  void* values_out;          /* merge_by_key: all values */
  size_t value_bytes;        /* of a value: 4 or 8 */
  int order;                 /* an omprim_order */
} omprim_merge_request;

/* Merges n sorted keys of `type`, an omprim_element, with those of the request by
   omprim_operation_merge or omprim_operation_merge_by_key. `options` may be null. */
omprim_status omprim_merge(omprim_execution where, int type, int operation, const void* keys,
                           size_t n, const omprim_merge_request* request,
                           const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
