/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_SORT_H
#define OMPRIM_C_SORT_H

/* Sorts for C11; omprim.h includes this. The rules of omprim.h for data, errors and threads apply.
   All arrays must be accessible where the call runs; outputs are ready for the next kernel there.

     omprim_sort_float64(omprim_host(0), x, n, x, omprim_order_ascending);
     omprim_sort_by_key_int32(where, keys, points, n, sizeof *points, keys, points,
                              omprim_order_descending);

   Of floats the order is total: -0 below +0, and NaN of either sign above all others (last in
   ascending order), whose bits are kept. Sorts are stable: equal keys keep their order, and their
   values, too, in both orders. A sort writes n elements to each output, and an output may be its
   own input (same pointer). Every backend, number of threads and tuning gives the same outputs. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum omprim_order { omprim_order_ascending, omprim_order_descending } omprim_order;

/* For each type NAME of int32, uint32, int64, uint64, float32, float64; `order` is an omprim_order:
     omprim_sort_NAME          the keys in order
     omprim_sort_by_key_NAME   the keys in order, and each value at the place of its key; a value
                               has any type, of `value_bytes` bytes
     omprim_argsort_NAME       positions[i] is the position, from 0, of the key that is at place i
                               in order
     omprim_argsort32_NAME     the same in 4 bytes each, for up to 2^31 keys */
#define OMPRIM_DECLARE(name, type)                                                                \
  omprim_status omprim_sort_##name(omprim_execution where, const type* keys, size_t n, type* out, \
                                   int order);                                                    \
  omprim_status omprim_sort_by_key_##name(omprim_execution where, const type* keys,               \
                                          const void* values, size_t n, size_t value_bytes,       \
                                          type* keys_out, void* values_out, int order);           \
  omprim_status omprim_argsort_##name(omprim_execution where, const type* keys, size_t n,         \
                                      int64_t* positions, int order);                             \
  omprim_status omprim_argsort32_##name(omprim_execution where, const type* keys, size_t n,       \
                                        int32_t* positions, int order);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The bits of a key that a sort compares: from `first` to below `last`, the lowest is bit 0. Of
   floats and signed integers, they are those of the unsigned integer that has their place in the
   order of all. 0 and 0: all bits. Equal bits are equal keys. */
typedef struct omprim_key_bits {
  int first;
  int last;
} omprim_key_bits;

/* The order, and the arrays of a sort. The operation decides which of them are used. */
typedef struct omprim_sort_request {
  void* keys_out;       /* sort, sort_by_key: n keys; may be the input itself */
  const void* values;   /* sort_by_key: n values */
  void* values_out;     /* sort_by_key: n values, may be `values`; argsort: n positions */
  size_t value_bytes;   /* of a value: any but 0; of a position: 4 or 8 */
  int order;            /* an omprim_order */
  omprim_key_bits bits; /* zeros: all bits */
} omprim_sort_request;

/* Sorts n keys of `type`, an omprim_element, by omprim_operation_sort, omprim_operation_sort_by_key
   or omprim_operation_argsort. `options` may be null. */
omprim_status omprim_sort(omprim_execution where, int type, int operation, const void* keys,
                          size_t n, const omprim_sort_request* request,
                          const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
