/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_HISTOGRAM_PEER_H
#define OMPRIM_BENCHMARKS_CUB_HISTOGRAM_PEER_H

/* CUB's histograms behind a C interface; cub_peer_start() comes first. */

#include <stdint.h>

#include "cub_peer.h"
#include "cub_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `bins` bins of equal width from 0 to below `end` if `edges` is null; else between bins + 1 edges,
   of int32 only, on the device. `counts` are integers of `counter_bytes`, 4 or 8. */
struct cub_histogram_job {
  enum cub_peer_element element;
  const void* data;
  int64_t n;
  int bins;
  double end;
  const int32_t* edges;
  void* counts;
  int counter_bytes;
};

/* DeviceHistogram::HistogramEven and HistogramRange. Null if CUB refuses, memory is short, or n is
   beyond 2^31 - 1. */
struct cub_plan* cub_histogram_prepare(const struct cub_histogram_job* job);

#ifdef __cplusplus
}
#endif

#endif
