/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_ARRAYS_H
#define OMPRIM_C_ARRAYS_H

/* Selections and scans for C11, and how segments are given; omprim.h includes this. What omprim.h
   says of data, errors and threads holds here, too. All arrays must be accessible where the call
   runs; outputs are ready for the next kernel there.

     size_t kept;
     omprim_select_if_double(where, x, n, out, omprim_comparison_greater, 0.5, &kept);
     omprim_inclusive_scan_double(where, out, kept, out, omprim_operator_plus);

   A selection writes as many elements as it counts and none behind them: room for n is always
   enough. It keeps their order, and may write over its input (same pointer). Comparisons are
   those of C: NaN fulfils not_equal only. A scan writes n elements and may write over its input.
   A scan of segments scans each for itself and leaves alone what no segment covers. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>

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

/* Of scans and of segmented reductions. */
typedef enum omprim_operator {
  omprim_operator_plus,
  omprim_operator_minimum,
  omprim_operator_maximum
} omprim_operator;

/* How an array of n elements is cut into segments; made by the functions below. Its arrays must be
   accessible where the call runs, and are only read. Scans take all forms, reductions all but
   heads. */
typedef struct omprim_segments {
  const unsigned char* heads;
  const void* offsets;
  size_t offset_bytes; /* 4 or 8; 0: there are none */
  size_t count;        /* of the segments, by offsets or by length */
  size_t length;       /* of each segment, by length */
  size_t values;       /* of all segments, by offsets: 0, or your word, with which a device takes
                          long segments one by one; results do not depend on it */
} omprim_segments;

/* A segment begins at each element whose head, a byte for each, is not 0. */
omprim_segments omprim_segments_by_heads(const unsigned char* heads);
/* Segment s is [offsets[s], offsets[s + 1]), s < count: count + 1 integers that do not decrease,
   none above n, as in the row pointers of CSR matrices; in scans, others are an error that names
   them. */
omprim_segments omprim_segments_by_offsets32(const int32_t* offsets, size_t count);
omprim_segments omprim_segments_by_offsets64(const int64_t* offsets, size_t count);
/* Segment s is [s * length, (s + 1) * length), s < count; elements behind the last belong to none.
 */
omprim_segments omprim_segments_by_length(size_t length, size_t count);

/* How many flags, a byte each, are not 0: what omprim_select_flagged_NAME writes. */
omprim_status omprim_count_flagged(omprim_execution where, const unsigned char* flags, size_t n,
                                   size_t* count);

/* For each type NAME of int32, uint32, int64, uint64, float, double; `comparison` and `by` are
   numbers of omprim_comparison and omprim_operator:
     omprim_select_if_NAME        the elements x with `x comparison bound`
     omprim_select_index_NAME     their positions, from 0
     omprim_partition_NAME        them, and all others to `rejected`, both in order
     omprim_count_if_NAME         how many they are
     omprim_count_unique_NAME     how many omprim_unique_NAME writes
     omprim_select_flagged_NAME   the elements whose flag, a byte each, is not 0
     omprim_unique_NAME           the elements that differ from the one before, and the first
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
                                                       type* out, int by, type initial)
OMPRIM_DECLARE(int32, int32_t);
OMPRIM_DECLARE(uint32, uint32_t);
OMPRIM_DECLARE(int64, int64_t);
OMPRIM_DECLARE(uint64, uint64_t);
OMPRIM_DECLARE(float, float);
OMPRIM_DECLARE(double, double);
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* What a selection keeps, and where that goes; which members count depends on the operation. */
typedef struct omprim_selection {
  int comparison;             /* an omprim_comparison of the elements with... */
  omprim_scalar bound;        /* .i, .u or .f by the type of the elements */
  const unsigned char* flags; /* select_flagged, count_flagged */
  void* selected;             /* elements, or int64_t positions for select_index */
  void* rejected;             /* partition: the other elements */
} omprim_selection;

#define OMPRIM_UNKNOWN_ROOM SIZE_MAX

/* Runs a selection of n elements of `type`, an omprim_element, at `data` by an omprim_operation.
   `room` is the number of elements that each output can take: if it is less than n, the elements
   are counted first, and too little room is an error that names both numbers and writes nothing;
   OMPRIM_UNKNOWN_ROOM is not checked. `options` may be null. */
omprim_status omprim_select(omprim_execution where, int type, int operation, const void* data,
                            size_t n, const omprim_selection* selection, size_t room,
                            const omprim_options* options, size_t* kept);

/* What a scan writes, and where. */
typedef struct omprim_scan_request {
  int exclusive;            /* not 0: an element is not part of its own result */
  int has_initial;          /* not 0: `initial` stands first, else the identity */
  omprim_scalar initial;    /* .i, .u or .f by the type of the elements */
  void* out;                /* n elements */
  omprim_segments segments; /* segmented scans, else zeros */
} omprim_scan_request;

/* Runs a scan. `options` may be null. */
omprim_status omprim_scan(omprim_execution where, int type, int operation, const void* data,
                          size_t n, const omprim_scan_request* request,
                          const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
