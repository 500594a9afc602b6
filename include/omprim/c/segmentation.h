/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_SEGMENTATION_H
#define OMPRIM_C_SEGMENTATION_H

/* How segments are given to scans (arrays.h), segmented reductions (segments.h) and segmented sorts
   (segmented_sort.h), for C11; omprim.h includes this. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How an array of n elements is cut into segments; made by the functions below. Its arrays must be
   accessible where the call runs, and are only read. Scans take all forms, reductions and
   sorts all but heads. */
typedef struct omprim_segments {
  const unsigned char* heads;
  const void* offsets;
  size_t offset_bytes; /* size of an offset: 4 or 8; 0: there are no offsets */
  size_t count;        /* by offsets or by length: the number of segments */
  size_t length;       /* by length: the number of elements of each segment */
  size_t values;       /* by offsets: the number of elements of all segments, or 0 for unknown; a
                          hint that lets a device process large segments one by one; results do
                          not depend on it */
} omprim_segments;

/* heads has a byte for each element; a segment begins where it is not 0. */
omprim_segments omprim_segments_by_heads(const unsigned char* heads);
/* Segment s is [offsets[s], offsets[s + 1]), s < count. The count + 1 offsets must not decrease or
   exceed n, like the row pointers of a CSR matrix; scans check this, and the error names the wrong
   offsets. */
omprim_segments omprim_segments_by_offsets32(const int32_t* offsets, size_t count);
omprim_segments omprim_segments_by_offsets64(const int64_t* offsets, size_t count);
/* Segment s is [s * length, (s + 1) * length), s < count; the elements after the last segment
   belong to none. */
omprim_segments omprim_segments_by_length(size_t length, size_t count);

#ifdef __cplusplus
}
#endif

#endif
