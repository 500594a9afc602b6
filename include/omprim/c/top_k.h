/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_TOP_K_H
#define OMPRIM_C_TOP_K_H

/* Order statistics for C11: the largest or smallest elements of an array, or the elements at some
   places of its order; omprim.h includes this. The rules of omprim.h for data, errors and threads
   apply.

     float best[10];
     int64_t positions[10];
     omprim_top_k_float32(omprim_host(0), x, n, 10, best, positions, omprim_order_descending);

   The order is that of omprim/c/sort.h: of floats, -0 is below +0, and NaN of either sign is above
   all others. More elements than n, or a place that is not below n, are an error. Every backend,
   number of threads and tuning gives the same results. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>
#include <omprim/c/sort.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64:
     omprim_top_k_NAME          the k largest elements in descending order, or by
                                omprim_order_ascending the k smallest in ascending order; and their
                                positions, from 0, unless `positions` is null. Equal elements are in
                                the order of their positions. The outputs must be accessible where
                                the call runs, and are ready for the next kernel there.
     omprim_kth_smallest_NAME   the element at place k, from 0, in ascending order
     omprim_median_NAME         the element at place (n - 1) / 2
     omprim_quantiles_NAME      for each of `count` probabilities p, from 0 to 1, the element at
                                place ceil(p * n) - 1, at least 0; the probabilities and the output
                                are on the host

   `result` is on the host. Of the last three, a NaN is quiet and has no sign, whatever NaN is
   there. */
#define OMPRIM_DECLARE(name, type)                                                                \
  omprim_status omprim_top_k_##name(omprim_execution where, const type* data, size_t n, size_t k, \
                                    type* out, int64_t* positions, int order);                    \
  omprim_status omprim_kth_smallest_##name(omprim_execution where, const type* data, size_t n,    \
                                           size_t k, type* result);                               \
  omprim_status omprim_median_##name(omprim_execution where, const type* data, size_t n,          \
                                     type* result);                                               \
  omprim_status omprim_quantiles_##name(omprim_execution where, const type* data, size_t n,       \
                                        const double* probabilities, size_t count, type* out);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The outputs of an order statistic. The operation decides which members are used. */
typedef struct omprim_top_k_request {
  uint64_t k;             /* how many elements */
  void* out;              /* k elements; those of kth_smallest are on the host */
  int64_t* positions;     /* top_k: the k positions of the elements; may be null */
  const uint64_t* places; /* kth_smallest: k places in order, from 0, on the host */
  int order;              /* top_k: an omprim_order; descending for the largest elements */
} omprim_top_k_request;

/* Finds elements of `type`, an omprim_element, among n at `data`, by omprim_operation_top_k or
   omprim_operation_kth_smallest. `options` may be null. */
omprim_status omprim_top_k(omprim_execution where, int type, int operation, const void* data,
                           size_t n, const omprim_top_k_request* request,
                           const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
