/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_SORT_PEER_H
#define OMPRIM_BENCHMARKS_CUB_SORT_PEER_H

/* CUB's radix sorts behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

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

/* One call with its temporary storage already allocated. */
struct cub_sort_plan;

/* DeviceRadixSort::SortKeys and SortPairs, ascending, of all bits. Null if CUB refuses or memory is
   short. */
struct cub_sort_plan* cub_sort_prepare(const struct cub_sort_job* job);
void cub_sort_release(struct cub_sort_plan* plan);

/* Runs once and blocks until the outputs are written. Returns 0 or a CUDA error number. */
int cub_sort_run(struct cub_sort_plan* plan);

/* Runs once; seconds of device time between two events, negative on failure. */
double cub_sort_kernel_seconds(struct cub_sort_plan* plan);

#ifdef __cplusplus
}
#endif

#endif
