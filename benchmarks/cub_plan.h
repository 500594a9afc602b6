/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_PLAN_H
#define OMPRIM_BENCHMARKS_CUB_PLAN_H

/* A call of CUB or Thrust behind a C interface, whatever it computes. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One call with its temporary storage already allocated. */
struct cub_plan;

void cub_plan_release(struct cub_plan* plan);

/* Runs once and blocks until the outputs are written, and a count of outputs, if the call has one,
   is on the host. Returns 0 or a CUDA error number. */
int cub_plan_run(struct cub_plan* plan);

/* The count of the last run. */
int64_t cub_plan_count(const struct cub_plan* plan);

/* Runs once; seconds of device time between two events, negative on failure. */
double cub_plan_kernel_seconds(struct cub_plan* plan);

#ifdef __cplusplus
}
#endif

#endif
