/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_ARRAY_PEER_H
#define OMPRIM_BENCHMARKS_CUB_ARRAY_PEER_H

/* CUB's selection and scan of int32 behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

#include "cub_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* DeviceSelect::If, keeping the elements below `bound`, which it counts, and
   DeviceScan::ExclusiveSum. Null if CUB refuses or memory is short. */
struct cub_plan* cub_array_select(const int32_t* data, int64_t n, int32_t* out, int32_t bound);
struct cub_plan* cub_array_scan(const int32_t* data, int64_t n, int32_t* out);

#ifdef __cplusplus
}
#endif

#endif
