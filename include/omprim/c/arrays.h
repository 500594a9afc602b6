/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_ARRAYS_H
#define OMPRIM_C_ARRAYS_H

/* Selections and scans for C11; omprim.h includes this. The rules of omprim.h for data, errors and
   threads apply. All arrays must be accessible where the call runs; outputs are ready for the next
   kernel there.

     size_t kept;
     omprim_select_if_float64(where, x, n, out, omprim_comparison_greater, 0.5, &kept);
     omprim_inclusive_scan_float64(where, out, kept, out, omprim_operator_plus);

   Flags are bytes, not 0 to keep an element. An array of bool is passed by a cast:

     bool keep[] = {true, false, true};
     omprim_select_flagged_int32(where, x, (const unsigned char*)keep, 3, out, &kept);

   A selection writes the elements that it counts and nothing after them: room for n elements is
   always enough. It keeps their order, and may write over its input (same pointer). Comparisons
   are those of C: NaN satisfies not_equal only.
   A scan writes n elements and may write over its input. A segmented scan scans each segment
   separately and does not write elements that belong to no segment. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>
#include <omprim/c/segmentation.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum omprim_comparison {
  omprim_comparison_less,
  omprim_comparison_less_equal,
  omprim_comparison_equal,
  omprim_comparison_not_equal,
  omprim_comparison_greater_equal,
  omprim_comparison_greater
} omprim_comparison;

/* The operators of scans and of segmented reductions. */
typedef enum omprim_operator {
  omprim_operator_plus,
  omprim_operator_minimum,
  omprim_operator_maximum
} omprim_operator;

/* The number of flags (bytes) that are not 0, which is the number of elements that
   omprim_select_flagged_NAME writes. */
omprim_status omprim_count_flagged(omprim_execution where, const unsigned char* flags, size_t n,
                                   size_t* count);

/* For each type NAME of int32, uint32, int64, uint64, float32, float64; `comparison` is an
   omprim_comparison, `by` an omprim_operator:
     omprim_select_if_NAME        the elements x with `x comparison bound`
     omprim_select_index_NAME     their positions, from 0
     omprim_partition_NAME        these elements to `selected`, all others to `rejected`, in order
     omprim_count_if_NAME         the number of these elements
     omprim_count_unique_NAME     the number of elements that omprim_unique_NAME writes
     omprim_select_flagged_NAME   the elements whose flag, a byte each, is not 0
     omprim_unique_NAME           the first element, and each that differs from the one before
     omprim_inclusive_scan_NAME   out[i] = data[0] op ... op data[i]
     omprim_exclusive_scan_NAME   out[i] = initial op data[0] op ... op data[i - 1]
     omprim_segmented_inclusive_scan_NAME, omprim_segmented_exclusive_scan_NAME
                                  the same for each segment */
#define OMPRIM_DECLARE(name, type)                                                                 \
  omprim_status omprim_select_if_##name(omprim_execution where, const type* data, size_t n,        \
                                        type* selected, int comparison, type bound, size_t* kept); \
  omprim_status omprim_select_index_##name(omprim_execution where, const type* data, size_t n,     \
                                           int64_t* positions, int comparison, type bound,         \
                                           size_t* kept);                                          \
  omprim_status omprim_partition_##name(omprim_execution where, const type* data, size_t n,        \
                                        type* selected, type* rejected, int comparison,            \
                                        type bound, size_t* kept);                                 \
  omprim_status omprim_count_if_##name(omprim_execution where, const type* data, size_t n,         \
                                       int comparison, type bound, size_t* count);                 \
  omprim_status omprim_select_flagged_##name(omprim_execution where, const type* data,             \
                                             const unsigned char* flags, size_t n, type* selected, \
                                             size_t* kept);                                        \
  omprim_status omprim_unique_##name(omprim_execution where, const type* data, size_t n,           \
                                     type* selected, size_t* kept);                                \
  omprim_status omprim_count_unique_##name(omprim_execution where, const type* data, size_t n,     \
                                           size_t* count);                                         \
  omprim_status omprim_inclusive_scan_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* out, int by);                                   \
  omprim_status omprim_exclusive_scan_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* out, int by, type initial);                     \
  omprim_status omprim_segmented_inclusive_scan_##name(omprim_execution where, const type* data,   \
                                                       size_t n, omprim_segments segments,         \
                                                       type* out, int by);                         \
  omprim_status omprim_segmented_exclusive_scan_##name(omprim_execution where, const type* data,   \
                                                       size_t n, omprim_segments segments,         \
                                                       type* out, int by, type initial);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Sums of 4-byte elements as 8-byte results, such as offsets from counts. `out` must not overlap
   `data`. */
#define OMPRIM_DECLARE(name, type, wide)                                                    \
  omprim_status omprim_wide_inclusive_scan_##name(omprim_execution where, const type* data, \
                                                  size_t n, wide* out);                     \
  omprim_status omprim_wide_exclusive_scan_##name(omprim_execution where, const type* data, \
                                                  size_t n, wide* out, wide initial);
OMPRIM_DECLARE(int32, int32_t, int64_t)
OMPRIM_DECLARE(uint32, uint32_t, uint64_t)
OMPRIM_DECLARE(float32, float, double)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* Which elements a selection keeps and where it writes them. The operation decides which members
   are read. */
typedef struct omprim_selection {
  int comparison;             /* an omprim_comparison: element `comparison` bound */
  omprim_scalar bound;        /* .i, .u or .f by the type of the elements */
  const unsigned char* flags; /* select_flagged, count_flagged */
  void* selected;             /* elements, or int64_t positions for select_index */
  void* rejected;             /* partition: the other elements */
} omprim_selection;

#define OMPRIM_UNKNOWN_ROOM SIZE_MAX

/* Runs a selection of n elements of `type`, an omprim_element, at `data` by an omprim_operation.
   `options` may be null. `room` is the number of elements that each output can take:
     less than n           the elements are counted first; too little room is an error that names
                           both numbers and writes nothing
     OMPRIM_UNKNOWN_ROOM   is not checked */
omprim_status omprim_select(omprim_execution where, int type, int operation, const void* data,
                            size_t n, const omprim_selection* selection, size_t room,
                            const omprim_options* options, size_t* kept);

/* Which scan to compute and where to write it. */
typedef struct omprim_scan_request {
  int exclusive;            /* not 0: an element is not part of its own result */
  int has_initial;          /* not 0: starts from `initial`, else from the identity */
  omprim_scalar initial;    /* .i, .u or .f by the type of the results */
  void* out;                /* n results; wide_scan_sum: int64_t, uint64_t or double */
  omprim_segments segments; /* for segmented scans; zeros for others */
} omprim_scan_request;

/* Runs a scan. `options` may be null. */
omprim_status omprim_scan(omprim_execution where, int type, int operation, const void* data,
                          size_t n, const omprim_scan_request* request,
                          const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
