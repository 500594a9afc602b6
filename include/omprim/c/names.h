/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_NAMES_H
#define OMPRIM_C_NAMES_H

#include <stdint.h>

/* The list of element types and the list of operations. Everything that has one entry for each of
   them is made from these lists: the enumerations of C and C++, their names, the typed functions of
   C, and, by lib/CMakeLists.txt, the sources of the library. */

/* X(name, C type) for each element type that is compiled. */
#define OMPRIM_INTEGERS(X) \
  X(int32, int32_t)        \
  X(uint32, uint32_t)      \
  X(int64, int64_t)        \
  X(uint64, uint64_t)
#define OMPRIM_FLOATS(X) \
  X(float32, float)      \
  X(float64, double)
#define OMPRIM_ELEMENTS(X) OMPRIM_INTEGERS(X) OMPRIM_FLOATS(X)

/* X(name, algorithm) for each operation. Those of an algorithm are run by
     reduce     omprim_reduce, reduce_any
     select     omprim_select, select_any
     scan       omprim_scan, scan_any
     segment    omprim_segmented_reduce, segmented_reduce_any
     exact      omprim_exact, exact_any
     histogram  omprim_histogram, histogram_any
     sort       omprim_sort, sort_any
     runs       omprim_runs, runs_any
     top_k      omprim_top_k, top_k_any
     search     omprim_search, search_any
     gather     omprim_gather, gather_any
     merge      omprim_merge, merge_any */
#define OMPRIM_OPERATIONS(X)       \
  X(sum, reduce)                   \
  X(product, reduce)               \
  X(min, reduce)                   \
  X(max, reduce)                   \
  X(argmin, reduce)                \
  X(argmax, reduce)                \
  X(minmax, reduce)                \
  X(sum_min_max, reduce)           \
  X(bit_and, reduce)               \
  X(bit_or, reduce)                \
  X(bit_xor, reduce)               \
  X(logical_and, reduce)           \
  X(logical_or, reduce)            \
  X(dot, reduce)                   \
  X(sum_of_absolutes, reduce)      \
  X(sum_of_squares, reduce)        \
  X(wide_sum, reduce)              \
  X(select_if, select)             \
  X(select_flagged, select)        \
  X(select_index, select)          \
  X(partition, select)             \
  X(unique, select)                \
  X(unique_index, select)          \
  X(count_if, select)              \
  X(count_flagged, select)         \
  X(count_unique, select)          \
  X(scan_sum, scan)                \
  X(scan_min, scan)                \
  X(scan_max, scan)                \
  X(wide_scan_sum, scan)           \
  X(segmented_scan_sum, scan)      \
  X(segmented_scan_min, scan)      \
  X(segmented_scan_max, scan)      \
  X(segmented_sum, segment)        \
  X(segmented_min, segment)        \
  X(segmented_max, segment)        \
  X(segmented_argmin, segment)     \
  X(segmented_argmax, segment)     \
  X(exact_sum, exact)              \
  X(exact_sum_of_absolutes, exact) \
  X(exact_sum_of_squares, exact)   \
  X(exact_dot, exact)              \
  X(exact_segmented_sum, segment)  \
  X(histogram_even, histogram)     \
  X(histogram_edges, histogram)    \
  X(sort, sort)                    \
  X(sort_by_key, sort)             \
  X(argsort, sort)                 \
  X(run_heads, runs)               \
  X(run_lengths, runs)             \
  X(run_sum, runs)                 \
  X(run_min, runs)                 \
  X(run_max, runs)                 \
  X(run_first, runs)               \
  X(top_k, top_k)                  \
  X(kth_smallest, top_k)           \
  X(lower_bound, search)           \
  X(upper_bound, search)           \
  X(gather, gather)                \
  X(scatter, gather)               \
  X(merge, merge)                  \
  X(merge_by_key, merge)

#endif
