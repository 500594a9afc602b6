/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_OMPRIM_H
#define OMPRIM_OMPRIM_H

/* omprim for C11 (and for every language that can call C): reductions of an array to one
   value, in omprim_arrays.h selections and scans, and in omprim_segments.h segmented reductions, on
   the CPU and on OpenMP target devices.

     int32_t total;
     if (omprim_sum_int32(omprim_host(0), data, n, &total) != omprim_status_success) {
       fprintf(stderr, "%s\n", omprim_last_error());
     }

   All calls read the half-open range [data, data + n), any n from 0 and any alignment that
   the type allows, block until the result is there, and may be made from several threads at
   once. `data` must be readable where the call runs. Integers wrap; NaN propagates through
   extremes; ties give the first index; an empty input gives the operation's identity and
   index -1. No call prints, exits or throws; one that fails writes no result. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ------------------------------------------------------------------------------ */

typedef enum omprim_status {
  omprim_status_success = 0,
  omprim_status_invalid_argument = 1,    /* null where there are elements, malformed tuning */
  omprim_status_unknown_name = 2,        /* no strategy, type, operation or backend of that name */
  omprim_status_unavailable_backend = 3, /* not part of this build */
  omprim_status_unavailable_device = 4,  /* no such device, or it cannot run this build */
  omprim_status_unknown_variant = 5,     /* the strategy was not compiled with that tuning */
  omprim_status_not_on_device = 6,       /* a pointer that the device cannot read */
  omprim_status_out_of_memory = 7,
  omprim_status_device_failure = 8,
  omprim_status_bad_tuning_file = 9
} omprim_status;

/* What a status means, in a few words. Never null. */
const char* omprim_status_message(omprim_status status);

/* What exactly went wrong in the last call of this thread that failed: what was asked for and
   what there is. Valid until this thread's next failing call; "" if none failed. */
const char* omprim_last_error(void);

/* ---- Where a call runs ------------------------------------------------------------------- */

typedef enum omprim_backend {
  omprim_backend_serial = 0,
  omprim_backend_host = 1,
  omprim_backend_tbb = 2,
  omprim_backend_device = 3
} omprim_backend;

/* A plain value; made by the functions below. */
typedef struct omprim_execution {
  int backend; /* an omprim_backend */
  int device;  /* OpenMP device number; -1 on the host */
  int threads; /* greatest number of threads; 0 leaves it to the runtime */
} omprim_execution;

omprim_execution omprim_serial(void);      /* the calling thread alone */
omprim_execution omprim_host(int threads); /* OpenMP threads */
omprim_execution omprim_tbb(int threads);  /* oneTBB tasks; calls fail in a build without */

/* OpenMP target device `number`. Fails, and then writes nothing, if it cannot be used. LLVM's
   runtime numbers the host as a device before the GPUs, in builds with images for both. */
omprim_status omprim_device(int number, omprim_execution* where);

/* Reads "serial", "host", "host:4", "tbb", "device:1" or "device": the first GPU that runs this
   build's images, and the host as a device only in builds whose images are for nothing else. */
omprim_status omprim_parse_execution(const char* text, omprim_execution* where);

/* The number of OpenMP target devices, usable or not; 0 in a build without offloading. */
int omprim_device_count(void);

/* ---- Memory ------------------------------------------------------------------------------ */

/* Memory that `where` can read, aligned to 256 bytes and uninitialised; null for 0 bytes. */
omprim_status omprim_allocate(omprim_execution where, size_t bytes, void** memory);
/* Gives it back; does nothing for null. */
void omprim_deallocate(omprim_execution where, void* memory);
/* From the host to memory of `where`, and back; block until done. */
omprim_status omprim_copy_in(omprim_execution where, void* to, const void* from_host, size_t bytes);
omprim_status omprim_copy_out(omprim_execution where, void* to_host, const void* from,
                              size_t bytes);

/* ---- Typed reductions -------------------------------------------------------------------- */

/* For each type NAME of int32, uint32, int64, uint64, float, double:
     omprim_sum_NAME          omprim_product_NAME
     omprim_min_NAME          omprim_max_NAME
     omprim_argmin_NAME       omprim_argmax_NAME      value and index of its first occurrence
     omprim_minmax_NAME       omprim_sum_min_max_NAME   in one pass over the data
     omprim_all_NAME          omprim_any_NAME         1 if all (any) are nonzero, else 0 */
#define OMPRIM_DECLARE(name, type)                                                            \
  omprim_status omprim_sum_##name(omprim_execution where, const type* data, size_t n,         \
                                  type* result);                                              \
  omprim_status omprim_product_##name(omprim_execution where, const type* data, size_t n,     \
                                      type* result);                                          \
  omprim_status omprim_min_##name(omprim_execution where, const type* data, size_t n,         \
                                  type* result);                                              \
  omprim_status omprim_max_##name(omprim_execution where, const type* data, size_t n,         \
                                  type* result);                                              \
  omprim_status omprim_argmin_##name(omprim_execution where, const type* data, size_t n,      \
                                     type* value, int64_t* index);                            \
  omprim_status omprim_argmax_##name(omprim_execution where, const type* data, size_t n,      \
                                     type* value, int64_t* index);                            \
  omprim_status omprim_minmax_##name(omprim_execution where, const type* data, size_t n,      \
                                     type* min, type* max);                                   \
  omprim_status omprim_sum_min_max_##name(omprim_execution where, const type* data, size_t n, \
                                          type* sum, type* min, type* max);                   \
  omprim_status omprim_all_##name(omprim_execution where, const type* data, size_t n,         \
                                  int* result);                                               \
  omprim_status omprim_any_##name(omprim_execution where, const type* data, size_t n, int* result)
OMPRIM_DECLARE(int32, int32_t);
OMPRIM_DECLARE(uint32, uint32_t);
OMPRIM_DECLARE(int64, int64_t);
OMPRIM_DECLARE(uint64, uint64_t);
OMPRIM_DECLARE(float, float);
OMPRIM_DECLARE(double, double);
#undef OMPRIM_DECLARE

/* For the integers besides: omprim_bit_and_NAME, omprim_bit_or_NAME, omprim_bit_xor_NAME. */
#define OMPRIM_DECLARE(name, type)                                                        \
  omprim_status omprim_bit_and_##name(omprim_execution where, const type* data, size_t n, \
                                      type* result);                                      \
  omprim_status omprim_bit_or_##name(omprim_execution where, const type* data, size_t n,  \
                                     type* result);                                       \
  omprim_status omprim_bit_xor_##name(omprim_execution where, const type* data, size_t n, \
                                      type* result)
OMPRIM_DECLARE(int32, int32_t);
OMPRIM_DECLARE(uint32, uint32_t);
OMPRIM_DECLARE(int64, int64_t);
OMPRIM_DECLARE(uint64, uint64_t);
#undef OMPRIM_DECLARE

/* For float and double besides: sums of a[i] * b[i], of |x[i]| and of x[i] * x[i]. */
#define OMPRIM_DECLARE(name, type)                                                                 \
  omprim_status omprim_dot_##name(omprim_execution where, const type* a, const type* b, size_t n,  \
                                  type* result);                                                   \
  omprim_status omprim_sum_of_absolutes_##name(omprim_execution where, const type* data, size_t n, \
                                               type* result);                                      \
  omprim_status omprim_sum_of_squares_##name(omprim_execution where, const type* data, size_t n,   \
                                             type* result)
OMPRIM_DECLARE(float, float);
OMPRIM_DECLARE(double, double);
#undef OMPRIM_DECLARE

/* Sums of 4-byte elements in an 8-byte accumulator. */
omprim_status omprim_wide_sum_int32(omprim_execution where, const int32_t* data, size_t n,
                                    int64_t* result);
omprim_status omprim_wide_sum_uint32(omprim_execution where, const uint32_t* data, size_t n,
                                     uint64_t* result);
omprim_status omprim_wide_sum_float(omprim_execution where, const float* data, size_t n,
                                    double* result);

/* ---- Any row of the dispatch table ------------------------------------------------------- */

typedef enum omprim_element {
  omprim_element_int32,
  omprim_element_uint32,
  omprim_element_int64,
  omprim_element_uint64,
  omprim_element_float,
  omprim_element_double
} omprim_element;

typedef enum omprim_operation {
  omprim_operation_sum,
  omprim_operation_product,
  omprim_operation_min,
  omprim_operation_max,
  omprim_operation_argmin,
  omprim_operation_argmax,
  omprim_operation_minmax,
  omprim_operation_sum_min_max,
  omprim_operation_bit_and,
  omprim_operation_bit_or,
  omprim_operation_bit_xor,
  omprim_operation_logical_and,
  omprim_operation_logical_or,
  omprim_operation_dot,
  omprim_operation_sum_of_absolutes,
  omprim_operation_sum_of_squares,
  omprim_operation_wide_sum,
  omprim_operation_select_if, /* selections: omprim_select */
  omprim_operation_select_flagged,
  omprim_operation_select_index,
  omprim_operation_partition,
  omprim_operation_unique,
  omprim_operation_unique_index,
  omprim_operation_count_if,
  omprim_operation_count_flagged,
  omprim_operation_count_unique,
  omprim_operation_scan_sum, /* scans: omprim_scan */
  omprim_operation_scan_min,
  omprim_operation_scan_max,
  omprim_operation_segmented_scan_sum,
  omprim_operation_segmented_scan_min,
  omprim_operation_segmented_scan_max,
  omprim_operation_segmented_sum, /* segmented reductions: omprim_segmented_reduce */
  omprim_operation_segmented_min,
  omprim_operation_segmented_max,
  omprim_operation_segmented_argmin,
  omprim_operation_segmented_argmax
} omprim_operation;

/* Overrides the library's choice. Null and zeros leave it the choice. */
typedef struct omprim_options {
  const char* strategy; /* by name, see `omprim list` */
  int work_group_size;
  int lanes;
  int items_per_work_item;
} omprim_options;

/* Signed integers and logical results stand in .i, unsigned ones in .u, floats in .f. */
typedef union omprim_scalar {
  int64_t i;
  uint64_t u;
  double f;
} omprim_scalar;

/* minmax: value, second. sum_min_max: value, second, third. argmin, argmax: value, index. */
typedef struct omprim_result {
  omprim_scalar value;
  omprim_scalar second;
  omprim_scalar third;
  int64_t index;
} omprim_result;

/* Reduces n elements of `type`, an omprim_element, at `data` by an omprim_operation; `other` is
   the second operand of dot, else null. `options` may be null. */
omprim_status omprim_reduce(omprim_execution where, int type, int operation, const void* data,
                            const void* other, size_t n, const omprim_options* options,
                            omprim_result* result);

#ifdef __cplusplus
}
#endif

#include <omprim/omprim_arrays.h>
#include <omprim/omprim_segments.h>

#endif
