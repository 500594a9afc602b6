/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_RUNS_PEER_H
#define OMPRIM_BENCHMARKS_CUB_RUNS_PEER_H

/* CUB's functions on runs of equal keys behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

#include "cub_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The types of keys and values of sums; the results of others. `lengths`: no values; the results
   are int32 lengths. `first`: the first values, of int32 keys and values. */
enum cub_runs_kind {
  cub_runs_lengths,
  cub_runs_first,
  cub_runs_int32_int32,
  cub_runs_int64_float64
};

struct cub_runs_job {
  enum cub_runs_kind kind;
  const void* keys; /* lengths: int32 */
  const void* values;
  void* unique_keys;
  void* results;
  int64_t n;
};

/* DeviceRunLengthEncode::Encode, DeviceSelect::UniqueByKey, or DeviceReduce::ReduceByKey with sums.
   They count the runs. Null if CUB refuses or memory is short. */
struct cub_plan* cub_runs_prepare(const struct cub_runs_job* job);

#ifdef __cplusplus
}
#endif

#endif
