/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_SEGMENT_PEER_H
#define OMPRIM_BENCHMARKS_CUB_SEGMENT_PEER_H

/* CUB's DeviceSegmentedReduce::Sum of doubles behind a C interface; cub_peer_start() comes first.
 */

#include <stdint.h>

#include "cub_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Segment s are the values [offsets[s], offsets[s + 1]). Null if CUB refuses or memory is short. */
struct cub_plan* cub_segment_sum(const double* values, const int32_t* offsets, int64_t segments,
                                 double* out);

#ifdef __cplusplus
}
#endif

#endif
