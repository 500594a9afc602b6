/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_SEGMENTED_SORT_PEER_H
#define OMPRIM_BENCHMARKS_CUB_SEGMENTED_SORT_PEER_H

/* CUB's segmented sort behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

#include "cub_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `values` and `values_out` are both null, or go with the keys. There are `segments` + 1 offsets.
 */
struct cub_segmented_sort_job {
  const uint32_t* keys;
  uint32_t* keys_out;
  const uint32_t* values;
  uint32_t* values_out;
  int64_t n;
  const int32_t* offsets;
  int64_t segments;
};

/* DeviceSegmentedSort::StableSortKeys and StableSortPairs, ascending. Null if CUB refuses or memory
   is short. */
struct cub_plan* cub_segmented_sort_prepare(const struct cub_segmented_sort_job* job);

#ifdef __cplusplus
}
#endif

#endif
