/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_SEGMENT_PEER_H
#define OMPRIM_BENCHMARKS_CUB_SEGMENT_PEER_H

/* CUB's DeviceSegmentedReduce::Sum of doubles behind a C interface; cub_peer_start() comes first.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One call with its temporary storage already allocated. */
struct cub_segment_plan;

/* Segment s are the values [offsets[s], offsets[s + 1]). Null if CUB refuses or memory is short. */
struct cub_segment_plan* cub_segment_sum(const double* values, const int32_t* offsets,
                                         int64_t segments, double* out);
void cub_segment_release(struct cub_segment_plan* plan);

/* Runs once and blocks until the output is written. Returns 0 or a CUDA error number. */
int cub_segment_run(struct cub_segment_plan* plan);

/* Runs once; seconds of device time between two events, negative on failure. */
double cub_segment_kernel_seconds(struct cub_segment_plan* plan);

#ifdef __cplusplus
}
#endif

#endif
