/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_HISTOGRAM_H
#define OMPRIM_C_HISTOGRAM_H

/* Histograms for C11: how many elements of an array lie in each bin; omprim.h includes this. The
   rules of omprim.h for data, errors and threads apply. All arrays must be accessible where the
   call runs; counts are ready for the next kernel there.

     int64_t counts[100];
     omprim_histogram_even_float32(omprim_host(0), x, n, 0.0f, 1.0f, 100, counts);

   A call writes one count for each bin, over what the counts held before; there are 1 to 2^30 bins.
   Elements in no bin are not counted: those below the first or not below the last bin, and NaN. -0
   equals +0. Every backend, number of threads and tuning gives the same counts. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64:
     omprim_histogram_even_NAME    bins of equal width from `lower` to below `upper`
     omprim_histogram_edges_NAME   bin b begins at edges[b] and ends below edges[b + 1]

   Even bins: the bin of x, from 0, is the quotient (x - lower) * bins / (upper - lower) without its
   fraction. It is exact for integers. For floats it is (x - lower) * (bins / (upper - lower)),
   computed in their type, and the last bin where this comes to `bins`. So x may fall to the other
   side of an edge that is no number of the type; where this matters, give edges. It is an error if
   `lower` is not below `upper`, or if the width of all bins or of one is no finite number.
   Edges: there are bins + 1, in ascending order (the caller makes sure of that). A bin between
   equal edges is empty. */
#define OMPRIM_DECLARE(name, type)                                                                \
  omprim_status omprim_histogram_even_##name(omprim_execution where, const type* data, size_t n,  \
                                             type lower, type upper, size_t bins,                 \
                                             int64_t* counts);                                    \
  omprim_status omprim_histogram_edges_##name(omprim_execution where, const type* data, size_t n, \
                                              const type* edges, size_t bins, int64_t* counts);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The bins of a histogram, and where it writes their counts. The operation decides which members
   are read. */
typedef struct omprim_histogram_request {
  omprim_scalar lower; /* histogram_even: .i, .u or .f by the type of the elements */
  omprim_scalar upper; /* histogram_even: the same */
  const void* edges;   /* histogram_edges: one more than bins, ascending */
  size_t bins;         /* how many */
  int64_t* counts;     /* one for each bin */
} omprim_histogram_request;

/* Counts n elements of `type`, an omprim_element, at `data` by omprim_operation_histogram_even or
   omprim_operation_histogram_edges. `options` may be null. */
omprim_status omprim_histogram(omprim_execution where, int type, int operation, const void* data,
                               size_t n, const omprim_histogram_request* request,
                               const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
