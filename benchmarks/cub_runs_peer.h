/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_RUNS_PEER_H
#define OMPRIM_BENCHMARKS_CUB_RUNS_PEER_H

/* CUB's functions on runs of equal keys behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

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

/* One call with its temporary storage already allocated. */
struct cub_runs_plan;

/* DeviceRunLengthEncode::Encode, DeviceSelect::UniqueByKey, or DeviceReduce::ReduceByKey with sums.
   Null if CUB refuses or memory is short. */
struct cub_runs_plan* cub_runs_prepare(const struct cub_runs_job* job);
void cub_runs_release(struct cub_runs_plan* plan);

/* Runs once and blocks until the outputs are written and the number of runs is on the host. Returns
   it, or a negative number on failure. */
int64_t cub_runs_run(struct cub_runs_plan* plan);

/* Runs once; seconds of device time between two events, negative on failure. */
double cub_runs_kernel_seconds(struct cub_runs_plan* plan);

#ifdef __cplusplus
}
#endif

#endif
