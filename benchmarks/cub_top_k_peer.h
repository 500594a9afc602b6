/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_TOP_K_PEER_H
#define OMPRIM_BENCHMARKS_CUB_TOP_K_PEER_H

/* CUB's way to the largest elements behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

#include "cub_plan.h"

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

/* Whether CUB has DeviceTopK, which finds the largest elements in no order. An older one sorts all
   by DeviceRadixSort, which also stands in for the median. */
int cub_top_k_is_unordered(void);

/* Null if CUB refuses or memory is short. */
struct cub_plan* cub_top_k_prepare(const struct cub_top_k_job* job);

#ifdef __cplusplus
}
#endif

#endif
