/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_SEARCH_PEER_H
#define OMPRIM_BENCHMARKS_CUB_SEARCH_PEER_H

/* Thrust's searches, gathers and scatters, and CUB's merges behind a C interface; cub_peer_start()
   comes first. */

#include <stdint.h>

#include "cub_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cub_search_element { cub_search_uint32, cub_search_float64 };
enum cub_search_work {
  cub_search_lower_bound,
  cub_search_gather,
  cub_search_scatter,
  cub_search_merge,
  cub_search_merge_by_key
};

struct cub_search_job {
  enum cub_search_element type;
  enum cub_search_work work;
  const void* a; /* sorted elements, source, or first keys */
  int64_t a_size;
  const void* b; /* values, or second keys */
  int64_t b_size;
  int32_t* positions; /* lower_bound: the output */
  int64_t n;          /* positions */
  const uint32_t* a_values;
  const uint32_t* b_values;
  void* out;
  uint32_t* values_out;
};

/* Null if CUB refuses or memory is short. */
struct cub_plan* cub_search_prepare(const struct cub_search_job* job);

#ifdef __cplusplus
}
#endif

#endif
