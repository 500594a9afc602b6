/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_ARRAY_PEER_H
#define OMPRIM_BENCHMARKS_CUB_ARRAY_PEER_H

/* CUB's selection and scan of int32 behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One call with its temporary storage already allocated. */
struct cub_array_plan;

/* DeviceSelect::If, keeping the elements below `bound`, and DeviceScan::ExclusiveSum. Null if CUB
   refuses or memory is short. */
struct cub_array_plan* cub_array_select(const int32_t* data, int64_t n, int32_t* out,
                                        int32_t bound);
struct cub_array_plan* cub_array_scan(const int32_t* data, int64_t n, int32_t* out);
void cub_array_release(struct cub_array_plan* plan);

/* Runs once and blocks until the output is written and the number of kept elements (for a scan: n)
   is in host memory. Returns 0 or a CUDA error number. */
int cub_array_run(struct cub_array_plan* plan, uint64_t* count);

/* Runs once; seconds of device time between two events, negative on failure. */
double cub_array_kernel_seconds(struct cub_array_plan* plan);

#ifdef __cplusplus
}
#endif

#endif
