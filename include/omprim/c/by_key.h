/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_BY_KEY_H
#define OMPRIM_C_BY_KEY_H

/* Values in runs of equal neighbouring keys, for C11; omprim.h includes this. The rules of omprim.h
   for data, errors and threads apply. All arrays must be accessible where the call runs; outputs
   are ready for the next kernel there.

     omprim_reduce_by_int64_key_float64(where, keys, values, n, unique_keys, sums,
                                        omprim_operator_plus, &runs);

   -0 equals +0, and each NaN is a run of its own. `by` is an omprim_operator. Reductions and
   omprim_unique_by_... write a key and a value for each run: room for n of both is always enough.
   These outputs are other arrays than the inputs; scans may write over the values.

   One call reduces several arrays of values, the columns, that share the keys:

     const double* columns[] = {mass, energy};
     double* sums[] = {total_mass, total_energy};
     omprim_reduce_columns_by_int64_key_float64(where, cells, columns, 2, n, unique_cells, sums,
                                                omprim_operator_plus, &runs);

   The arrays of pointers are on the host. Columns may share their values, but not their outputs. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/arrays.h>
#include <omprim/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64 of the values, and KEY of
   int32 and int64:
     omprim_reduce_by_KEY_key_NAME  each key, the combination of its values, and the number of runs
     omprim_reduce_columns_by_KEY_key_NAME  the same for `count` columns, each with n values and its
                                            own output
     omprim_unique_by_KEY_key_NAME  each key, its first value, and the number of runs
     omprim_inclusive_scan_by_KEY_key_NAME  out[i] = values[first] op ... op values[i], where the
                                            run of element i begins at `first`
     omprim_exclusive_scan_by_KEY_key_NAME  out[i] = initial op values[first] op ... op
                                            values[i - 1]; out[first] = initial */
#define OMPRIM_DECLARE_KEY(key, name, type)                                                  \
  omprim_status omprim_reduce_by_##key##_key_##name(                                         \
      omprim_execution where, const key##_t* keys, const type* values, size_t n,             \
      key##_t* unique_keys, type* out, int by, size_t* runs);                                \
  omprim_status omprim_reduce_columns_by_##key##_key_##name(                                 \
      omprim_execution where, const key##_t* keys, const type* const* columns, size_t count, \
      size_t n, key##_t* unique_keys, type* const* outs, int by, size_t* runs);              \
  omprim_status omprim_unique_by_##key##_key_##name(                                         \
      omprim_execution where, const key##_t* keys, const type* values, size_t n,             \
      key##_t* unique_keys, type* first_values, size_t* runs);                               \
  omprim_status omprim_inclusive_scan_by_##key##_key_##name(                                 \
      omprim_execution where, const key##_t* keys, const type* values, size_t n, type* out,  \
      int by);                                                                               \
  omprim_status omprim_exclusive_scan_by_##key##_key_##name(                                 \
      omprim_execution where, const key##_t* keys, const type* values, size_t n, type* out,  \
      int by, type initial);
#define OMPRIM_DECLARE(name, type)      \
  OMPRIM_DECLARE_KEY(int32, name, type) \
  OMPRIM_DECLARE_KEY(int64, name, type)
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE
#undef OMPRIM_DECLARE_KEY

/* ---- Keys and values of any two types of omprim_element ---------------------------------- */

/* By omprim_operation_segmented_sum, ..._min or ..._max. `options` may be null in each call. */
omprim_status omprim_reduce_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                   int operation, const void* values, size_t n, void* unique_keys,
                                   void* out, const omprim_options* options, size_t* runs);

/* An array of values, how they are combined, and where the results are written. */
typedef struct omprim_column {
  int type;           /* an omprim_element */
  int operation;      /* omprim_operation_segmented_sum, ..._min or ..._max */
  const void* values; /* as many as keys */
  void* out;          /* one for each run */
} omprim_column;

/* Like omprim_reduce_by_key for `count` columns, each of its own type and operation. */
omprim_status omprim_reduce_columns_by_key(omprim_execution where, int key_type, const void* keys,
                                           size_t n, void* unique_keys,
                                           const omprim_column* columns, size_t count,
                                           const omprim_options* options, size_t* runs);

omprim_status omprim_unique_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                   const void* values, size_t n, void* unique_keys,
                                   void* first_values, const omprim_options* options, size_t* runs);

/* By omprim_operation_segmented_scan_sum, ..._min or ..._max. The request has no segments. */
omprim_status omprim_scan_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                 int operation, const void* values, size_t n,
                                 const omprim_scan_request* request, const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
