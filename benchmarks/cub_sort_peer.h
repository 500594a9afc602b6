/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_SORT_PEER_H
#define OMPRIM_BENCHMARKS_CUB_SORT_PEER_H

/* CUB's radix sorts behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

#include "cub_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cub_sort_key { cub_sort_uint32, cub_sort_uint64, cub_sort_float32, cub_sort_float64 };

/* `values` and `values_out` are both null, or values that go with the keys: of 4 bytes, and with
   uint32 keys also of 1, 2, 8, 12 or 16. */
struct cub_sort_job {
  enum cub_sort_key type;
  const void* keys;
  void* keys_out;
  const void* values;
  void* values_out;
  int64_t value_bytes;
  int64_t n;
};

/* DeviceRadixSort::SortKeys and SortPairs, ascending, of all bits. Null if CUB refuses or memory is
   short. */
struct cub_plan* cub_sort_prepare(const struct cub_sort_job* job);

#ifdef __cplusplus
}
#endif

#endif
