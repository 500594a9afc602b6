/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_BENCHMARKS_CUB_PEER_H
#define OMPRIM_BENCHMARKS_CUB_PEER_H

/* CUB, Thrust, cuBLAS and plain CUDA kernels behind a C interface, so that they can be timed in
   the process of a program that no CUDA compiler has compiled. Both sides use the device's primary
   context, so kernels of this file can use memory of omp_target_alloc. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cub_peer_element { cub_peer_int32, cub_peer_float32, cub_peer_float64 };

enum cub_peer_operation {
  cub_peer_sum,
  cub_peer_min,
  cub_peer_max,
  cub_peer_argmin,
  cub_peer_minmax,
  cub_peer_sum_min_max,
  cub_peer_dot
};

enum cub_peer_way {
  cub_peer_copied,      /* CUB, result in device memory, then copied to pinned memory */
  cub_peer_mapped,      /* CUB, result written straight to pinned mapped host memory */
  cub_peer_older,       /* the deprecated CUB interface (argmin over pairs), mapped result */
  cub_peer_thrust,      /* Thrust, temporary storage allocated once */
  cub_peer_cublas,      /* cuBLAS (dot), if its shared library is installed; mapped result */
  cub_peer_reproducible /* CUB (sum), the same bits on every GPU; CCCL 3.4; mapped result */
};

/* The minimum in `value` and the maximum in `second`, or sum, minimum, maximum in that order. */
struct cub_peer_answer {
  double value;
  double second;
  double third;
  int64_t index;
};

/* One reduction of one array by one method, with its temporary storage already allocated. */
struct cub_peer_plan;

/* Prepares the device; its waiting host threads spin. Call it first. Returns 0 or a CUDA error
   number. */
int cub_peer_start(int device);

/* The last error, in words. */
const char* cub_peer_last_error(void);

/* "NVIDIA H200, 132 multiprocessors; CUB 3.0.1, ..."; valid until the process ends. */
const char* cub_peer_description(void);

/* Null if the method does not exist for that operation and type, or n is beyond 2^31 - 1. `b` is
   the second operand of dot. */
struct cub_peer_plan* cub_peer_prepare(enum cub_peer_way way, enum cub_peer_element element,
                                       enum cub_peer_operation operation, const void* a,
                                       const void* b, uint64_t n);
void cub_peer_release(struct cub_peer_plan* plan);

/* Runs once and blocks until the answer is in host memory. Returns 0 or a CUDA error number. */
int cub_peer_run(struct cub_peer_plan* plan, struct cub_peer_answer* answer);

/* Runs once; seconds of device time between two events, negative on failure. */
double cub_peer_kernel_seconds(struct cub_peer_plan* plan);

/* c = a b by cuBLAS, square and row-major; blocks until c is written. Returns 0, a CUDA error
   number, or -1 if cuBLAS is not installed. */
int cub_peer_product(int order, const double* a, const double* b, double* c);

/* Wall seconds from the launch of an empty kernel until the host sees its end. */
double cub_peer_empty_launch_seconds(void);

/* Device seconds of one device-to-device copy; negative on failure. */
double cub_peer_copy_seconds(void* to, const void* from, uint64_t bytes);

/* Device seconds of a kernel that only reads: 16-byte loads, one store per block. There are
   cub_peer_read_shapes() shapes of it; `bytes` must be a multiple of 16. */
int cub_peer_read_shapes(void);
double cub_peer_read_seconds(int shape, const void* data, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif
