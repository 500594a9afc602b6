/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_SEARCH_H
#define OMPRIM_C_SEARCH_H

/* Searches for C11: where values belong in a sorted array; omprim.h includes this. The rules of
   omprim.h for data, errors and threads apply. All arrays must be accessible where the call runs;
   positions are ready for the next kernel there.

     omprim_lower_bound_float64(omprim_host(0), sorted, n, x, count, positions,
                                omprim_order_ascending);

   The array has the order of c/sort.h: of floats it is total, -0 below +0, and NaN of either sign
   above all others. An array that is not in this order gives positions from 0 to n without a
   meaning. Every backend, number of threads and tuning gives the same positions. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>
#include <omprim/c/sort.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64; `order`, an omprim_order,
   is that of the array: omprim_lower_bound_NAME     positions[i] is the number of elements that are
   below values[i]; in a descending array, above it omprim_upper_bound_NAME     the number of those
   that are not above it; not below it omprim_lower_bound32_NAME   the same in 4 bytes each, for
   less than 2^31 elements omprim_upper_bound32_NAME */
#define OMPRIM_DECLARE(name, type)                                                                \
  omprim_status omprim_lower_bound_##name(omprim_execution where, const type* sorted, size_t n,   \
                                          const type* values, size_t count, int64_t* positions,   \
                                          int order);                                             \
  omprim_status omprim_upper_bound_##name(omprim_execution where, const type* sorted, size_t n,   \
                                          const type* values, size_t count, int64_t* positions,   \
                                          int order);                                             \
  omprim_status omprim_lower_bound32_##name(omprim_execution where, const type* sorted, size_t n, \
                                            const type* values, size_t count, int32_t* positions, \
                                            int order);                                           \
  omprim_status omprim_upper_bound32_##name(omprim_execution where, const type* sorted, size_t n, \
                                            const type* values, size_t count, int32_t* positions, \
                                            int order);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The values of a search, its output, and the order of the array. */
typedef struct omprim_search_request {
  const void* values; /* `count` values of the type of the array */
  size_t count;
  void* positions;       /* one for each value */
  size_t position_bytes; /* of a position: 4 or 8 */
  int order;             /* an omprim_order */
} omprim_search_request;

/* Searches n sorted elements of `type`, an omprim_element, by omprim_operation_lower_bound or
   omprim_operation_upper_bound. `options` may be null. */
omprim_status omprim_search(omprim_execution where, int type, int operation, const void* sorted,
                            size_t n, const omprim_search_request* request,
                            const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
