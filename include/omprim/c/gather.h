/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_GATHER_H
#define OMPRIM_C_GATHER_H

/* Gathers and scatters for C11: elements from given positions of an array, or to them; omprim.h
   includes this. The rules of omprim.h for data, errors and threads apply. All arrays must be
   accessible where the call runs; outputs are ready for the next kernel there.

     omprim_argsort_float64(where, energy, n, positions, omprim_order_ascending);
     omprim_gather_float64(where, weight, n, positions, n, sorted_weight);

   A position is from 0 to below the size of the array that it is for. A wrong one is
   omprim_status_invalid_argument; the message has the first one, where it is, and the size.
   Elements whose positions are right are then moved. Of equal positions of a scatter, any one
   counts. Outputs do not overlap the inputs. */

#include <stddef.h>
#include <stdint.h>

#include <omprim/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each type NAME of int32, uint32, int64, uint64, float32, float64:
     omprim_gather_NAME      out[i] = source[positions[i]] for each i below n; `source` has `size`
                             elements
     omprim_scatter_NAME     out[positions[i]] = source[i] for each i below n; `out` has `size`
                             elements
     omprim_gather32_NAME    the same with positions of 4 bytes
     omprim_scatter32_NAME */
#define OMPRIM_DECLARE(name, type)                                                                 \
  omprim_status omprim_gather_##name(omprim_execution where, const type* source, size_t size,      \
                                     const int64_t* positions, size_t n, type* out);               \
  omprim_status omprim_scatter_##name(omprim_execution where, const type* source,                  \
                                      const int64_t* positions, size_t n, type* out, size_t size); \
  omprim_status omprim_gather32_##name(omprim_execution where, const type* source, size_t size,    \
                                       const int32_t* positions, size_t n, type* out);             \
  omprim_status omprim_scatter32_##name(omprim_execution where, const type* source,                \
                                        const int32_t* positions, size_t n, type* out,             \
                                        size_t size);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Any row of the dispatch table ------------------------------------------------------- */

/* The arrays of a gather or scatter of n elements. */
typedef struct omprim_gather_request {
  const void* source;    /* gather: `size` elements; scatter: n elements */
  const void* positions; /* n integers */
  size_t position_bytes; /* of a position: 4 or 8 */
  void* out;             /* gather: n elements; scatter: `size` elements */
  size_t size;           /* positions are from 0 to below it */
  size_t element_bytes;  /* the size of an element; 0: that of the type */
} omprim_gather_request;

/* Moves n elements of `type`, an omprim_element, by omprim_operation_gather or
   omprim_operation_scatter. Elements of any size are moved by omprim_element_uint32 with
   `element_bytes`. `options` may be null. */
omprim_status omprim_gather(omprim_execution where, int type, int operation, size_t n,
                            const omprim_gather_request* request, const omprim_options* options);

#ifdef __cplusplus
}
#endif

#endif
