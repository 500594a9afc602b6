/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_BIN_SORT_H
#define OMPRIM_C_BIN_SORT_H

/* The bins of elements, sorts by bin, and histograms of weights for C11; omprim.h includes this.
   The rules of omprim.h for data, errors and threads apply, and those of c/histogram.h for bins.
   All arrays must be accessible where the call runs; outputs are ready for the next kernel there.

     int64_t offsets[101];
     omprim_bin_sort_even_float64(omprim_host(0), x, n, 0.0, 1.0, 100, positions, 8, offsets);

   Bins are numbered from 0. The number of an element in no bin is `bins`. Outputs do not overlap
   inputs or each other. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>
#include <omprim/c/histogram.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64; in each name, `edges` may
   stand for `even`, with edges instead of the bounds:
     omprim_bin_index_even_NAME   index[i] is the bin of data[i]; integers of `index_bytes` bytes, 4
                                  or 8
     omprim_bin_sort_even_NAME    the positions of the elements in the order of their bins; those of
                                  bin b are positions[offsets[b]] to before
                                  positions[offsets[b + 1]], ascending, and those in no bin come
                                  last. Positions have `position_bytes` bytes, 4 or 8; those of 4
                                  number less than 2^31 elements. There are bins + 1 offsets, and up
                                  to 2^30 - 1 bins
     omprim_weighted_histogram_even_NAME
                                  sums[b] is the sum of weights[i] over all data[i] in bin b, for
                                  weights of the type of the elements; integers wrap
   Indices, positions, offsets and integer sums are the same on every backend. Float sums have the
   same bits at each call on the same device, or with the same number of threads. */
#define OMPRIM_DECLARE(name, type)                                                                \
  omprim_status omprim_bin_index_even_##name(omprim_execution where, const type* data, size_t n,  \
                                             type lower, type upper, size_t bins, void* index,    \
                                             size_t index_bytes);                                 \
  omprim_status omprim_bin_index_edges_##name(omprim_execution where, const type* data, size_t n, \
                                              const type* edges, size_t bins, void* index,        \
                                              size_t index_bytes);                                \
  omprim_status omprim_bin_sort_even_##name(omprim_execution where, const type* data, size_t n,   \
                                            type lower, type upper, size_t bins, void* positions, \
                                            size_t position_bytes, int64_t* offsets);             \
  omprim_status omprim_bin_sort_edges_##name(omprim_execution where, const type* data, size_t n,  \
                                             const type* edges, size_t bins, void* positions,     \
                                             size_t position_bytes, int64_t* offsets);            \
  omprim_status omprim_weighted_histogram_even_##name(omprim_execution where, const type* data,   \
                                                      const type* weights, size_t n, type lower,  \
                                                      type upper, size_t bins, type* sums);       \
  omprim_status omprim_weighted_histogram_edges_##name(                                           \
      omprim_execution where, const type* data, const type* weights, size_t n, const type* edges, \
      size_t bins, type* sums);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any types ----------------------------------------------------------------------------- */

/* The same for elements of `type`, an omprim_element, and bins by `operation`:
   omprim_operation_histogram_even or omprim_operation_histogram_edges. The counts of the request
   are not used. */
omprim_status omprim_bin_index(omprim_execution where, int type, int operation, const void* data,
                               size_t n, const omprim_histogram_request* bins, void* index,
                               size_t index_bytes);
omprim_status omprim_bin_sort(omprim_execution where, int type, int operation, const void* data,
                              size_t n, const omprim_histogram_request* bins, void* positions,
                              size_t position_bytes, int64_t* offsets);

/* Weights and sums of `weight_type`, which may be another type than that of the elements. `options`
   choose the variant of the segmented sum, and may be null. */
omprim_status omprim_weighted_histogram(omprim_execution where, int type, int operation,
                                        const void* data, int weight_type, const void* weights,
                                        size_t n, const omprim_histogram_request* bins, void* sums,
                                        const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
