/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_BASE_H
#define OMPRIM_C_BASE_H

/* The common part of omprim for C11: errors, executions (where a call runs), memory, and the names
   of the dispatch table. Every other header of c/ includes this. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/names.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, such as "0.1.0". */
const char* omprim_version(void);

/* ---- Errors ------------------------------------------------------------------------------ */

typedef enum omprim_status {
  omprim_status_success = 0,
  omprim_status_invalid_argument = 1,    /* e.g. null and n > 0, malformed tuning */
  omprim_status_unknown_name = 2,        /* no strategy, type, operation or backend of that name */
  omprim_status_unavailable_backend = 3, /* not part of this build */
  omprim_status_unavailable_device = 4,  /* no such device, or it cannot run this build */
  omprim_status_unknown_variant = 5,     /* the strategy was not compiled with that tuning */
  omprim_status_not_on_device = 6,       /* a pointer that the device cannot read */
  omprim_status_out_of_memory = 7,
  omprim_status_device_failure = 8,
  omprim_status_bad_tuning_file = 9,
  omprim_status_unexpected_failure = 10,   /* a C++ exception of another library, on any backend */
  omprim_status_communication_failure = 11 /* omprim/c/mpi.h: an MPI function returned an error */
} omprim_status;

/* The meaning of a status in a few words. Never null. */
const char* omprim_status_message(omprim_status status);

/* The message of this thread's last failed call: the request and the available choices. Valid until
   this thread's next failing call; "" if none failed. */
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
  int backend; /* an omprim_backend; -1 if making it failed: every call refuses that */
  int device;  /* OpenMP device number; -1 on the host */
  int threads; /* greatest number of threads; 0 leaves it to the runtime */
} omprim_execution;

omprim_execution omprim_serial(void);      /* the calling thread alone */
omprim_execution omprim_host(int threads); /* OpenMP threads */
omprim_execution omprim_tbb(int threads);  /* oneTBB tasks; calls fail in a build without TBB */

/* OpenMP target device `number`. If it cannot be used, fails and stores backend -1. LLVM's runtime
   numbers the host as a device before the GPUs, in builds with images for both. */
omprim_status omprim_device(int number, omprim_execution* where);

/* Reads "serial", "host", "host:4", "tbb", "device:1" or "device". The last is the first GPU that
   runs this build's images, or the host as a device in builds with images for the host only. Fails
   like omprim_device. */
omprim_status omprim_parse_execution(const char* text, omprim_execution* where);

/* The number of OpenMP target devices, usable or not; 0 in a build without offloading. */
int omprim_device_count(void);

/* ---- Memory ------------------------------------------------------------------------------ */

/* Allocates uninitialised memory that `where` can read, aligned to 256 bytes, or to 16 bytes on the
   host as a device. Null for 0 bytes. */
omprim_status omprim_allocate(omprim_execution where, size_t bytes, void** memory);
/* Frees memory of omprim_allocate; does nothing for null. */
void omprim_deallocate(omprim_execution where, void* memory);
/* Copy from the host to memory of `where`, and back; block until the copy is done. A null pointer
   is an error unless `bytes` is 0. */
omprim_status omprim_copy_in(omprim_execution where, void* to, const void* from_host, size_t bytes);
omprim_status omprim_copy_out(omprim_execution where, void* to_host, const void* from,
                              size_t bytes);

/* ---- Names of the dispatch table --------------------------------------------------------- */

/* omprim_element_int32, ..., omprim_element_float64: the element types of names.h. */
#define OMPRIM_ENUMERATOR(name, type) omprim_element_##name,
typedef enum omprim_element {
  OMPRIM_ELEMENTS(OMPRIM_ENUMERATOR) omprim_element_count /* no element type */
} omprim_element;
#undef OMPRIM_ENUMERATOR

/* omprim_operation_sum, ..., omprim_operation_merge_by_key: the operations of names.h. */
#define OMPRIM_ENUMERATOR(name, algorithm) omprim_operation_##name,
typedef enum omprim_operation {
  OMPRIM_OPERATIONS(OMPRIM_ENUMERATOR) omprim_operation_count /* no operation */
} omprim_operation;
#undef OMPRIM_ENUMERATOR

/* Overrides the library's choice of strategy and tuning. Members that are null or 0 leave the
   choice to the library. */
typedef struct omprim_options {
  const char* strategy; /* by name, see `omprim list` */
  int work_group_size;
  int lanes;
  int items_per_work_item;
} omprim_options;

/* Signed integers and logical results are stored in .i, unsigned integers in .u, floats in .f. */
typedef union omprim_scalar {
  int64_t i;
  uint64_t u;
  double f;
} omprim_scalar;

#ifdef __cplusplus
}
#endif

#endif
