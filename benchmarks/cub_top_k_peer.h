/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_TOP_K_PEER_H
#define OMPRIM_BENCHMARKS_CUB_TOP_K_PEER_H

/* CUB's way to the largest elements behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cub_top_k_element { cub_top_k_float32, cub_top_k_uint64 };

/* The k largest of n elements; with k = 0, all of them in ascending order. The output has room for
   n elements. */
struct cub_top_k_job {
  enum cub_top_k_element type;
  const void* data;
  void* out;
  int64_t n;
  int64_t k;
};

/* One call with its temporary storage already allocated. */
struct cub_top_k_plan;

/* Whether CUB has DeviceTopK, which finds the largest elements in no order. An older one sorts all
   by DeviceRadixSort, which also stands in for the median. */
int cub_top_k_is_unordered(void);

/* Null if CUB refuses or memory is short. */
struct cub_top_k_plan* cub_top_k_prepare(const struct cub_top_k_job* job);
void cub_top_k_release(struct cub_top_k_plan* plan);

/* Runs once and blocks until the output is written. Returns 0 or a CUDA error number. */
int cub_top_k_run(struct cub_top_k_plan* plan);

/* Runs once; seconds of device time between two events, negative on failure. */
double cub_top_k_kernel_seconds(struct cub_top_k_plan* plan);

#ifdef __cplusplus
}
#endif

#endif
