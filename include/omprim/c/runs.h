/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_RUNS_H
#define OMPRIM_C_RUNS_H

/* Runs of equal neighbouring elements for C11; omprim.h includes this. The rules of omprim.h for
   data, errors and threads apply. All arrays must be accessible where the call runs; outputs are
   ready for the next kernel there. c/by_key.h has values in such runs of keys.

     omprim_run_length_encode_int32(omprim_host(0), x, n, unique, lengths, &runs);

   -0 equals +0, and each NaN is a run of its own. Room for n elements of each output is always
   enough. Outputs are other arrays than the input. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64: the element and the length
   of each run, and the number of runs. */
#define OMPRIM_DECLARE(name, type)                                                        \
  omprim_status omprim_run_length_encode_##name(omprim_execution where, const type* data, \
                                                size_t n, type* unique, int64_t* lengths, \
                                                size_t* runs);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The arrays of runs. A run begins at each element whose head flag, bit i % 64 of word i / 64, is
   1; so does one at element 0. */
typedef struct omprim_runs_request {
  uint64_t* heads; /* (n + 63) / 64 words, written by run_heads, read by the others */
  void* out;       /* one for each run: its element, length, first or combined value; null:
                      run_heads writes none */
} omprim_runs_request;

/* Finds, measures or reduces the runs of n elements of `type`, an omprim_element, by
   omprim_operation_run_heads, ..._run_lengths (int32 or int64; no data), ..._run_first,
   ..._run_sum, ..._run_min or ..._run_max; and their number. `options` may be null. */
omprim_status omprim_runs(omprim_execution where, int type, int operation, const void* data,
                          size_t n, const omprim_runs_request* request,
                          const omprim_options* options, size_t* runs);

/* Like omprim_run_length_encode_NAME, for elements of `type`, an omprim_element. */
omprim_status omprim_run_length_encode(omprim_execution where, int type, const void* data, size_t n,
                                       void* unique, int64_t* lengths,
                                       const omprim_options* options, size_t* runs);

#ifdef __cplusplus
}
#endif

#endif
