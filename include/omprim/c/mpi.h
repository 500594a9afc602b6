/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OMPRIM_C_MPI_H
#define OMPRIM_C_MPI_H

/* The primitives over the elements of all ranks of an MPI communicator, for C11. The functions are
   in the library omprim::mpi; omprim.h does not include this header.

     double total;
     omprim_mpi_exact_sum_float64(MPI_COMM_WORLD, omprim_host(0), x, n, &total);

   The functions are those of omprim.h with the communicator first, and have the rules of omprim.h
   for data. They are collective:
     * All ranks of the communicator call them, in the same order, with the same operation, type and
       number of bins. Each rank passes its own elements: any number from 0.
     * Results are those of one array, in which the elements of rank 0 come first, then those of
       rank 1, and so on. All ranks get them. For a result on one rank only, see batches.
     * An error of one rank is returned on all ranks, with the same status and message; if several
       have one, that of the lowest rank. So no rank waits for another.
     * These errors are returned on one rank alone: MPI is not initialised, the communicator is
       MPI_COMM_NULL or an inter-communicator, or an MPI function returned an error
       (omprim_status_communication_failure).
   omprim/mpi.hpp has the whole contract. */

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include <omprim/c/arrays.h>
#include <omprim/c/base.h>
#include <omprim/c/exact.h>
#include <omprim/c/histogram.h>
#include <omprim/c/reduce.h>
#include <omprim/c/segmentation.h>
#include <omprim/c/sort.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Batches: several reductions in one message ------------------------------------------- */

/* Reductions are added to a batch, which sends one message:

     omprim_mpi_batch* together;
     omprim_mpi_batch_create(comm, &together);
     omprim_mpi_batch_exact_norm2_float64(together, where, r, n, &residual);
     omprim_mpi_batch_dot_float64(together, where, p, q, n, &energy);
     omprim_mpi_batch_begin(together);
     ... work that needs neither ...
     omprim_mpi_batch_end(together);
     use(residual, energy);
     omprim_mpi_batch_destroy(together);

   omprim_mpi_batch_NAME takes a batch in place of the communicator of omprim_mpi_NAME, for all
   reductions and exact sums, and for count_if.
     * It reduces the elements of this rank at once and sends nothing. The results are stored by
       omprim_mpi_batch_end; until then the pointers to them must be valid.
     * All ranks add the same reductions in the same order.
     * An error of an addition is returned by omprim_mpi_batch_end, on all ranks; then no results
       are stored. */
typedef struct omprim_mpi_batch omprim_mpi_batch;

/* Stores a new batch; null after an error. */
omprim_status omprim_mpi_batch_create(MPI_Comm comm, omprim_mpi_batch** batch);
/* A batch whose results are stored on rank `receiver` only. Other ranks do not learn of errors on
   ranks other than their own. */
omprim_status omprim_mpi_batch_create_to_rank(int receiver, MPI_Comm comm,
                                              omprim_mpi_batch** batch);
/* Sends the message; collective. Nothing can be added after this. */
omprim_status omprim_mpi_batch_begin(omprim_mpi_batch* batch);
/* Waits for the messages of all ranks and stores the results; collective. */
omprim_status omprim_mpi_batch_end(omprim_mpi_batch* batch);
/* Both in one, by a blocking call. */
omprim_status omprim_mpi_batch_combine(omprim_mpi_batch* batch);
/* Frees the batch, after its end or if it was never sent; does nothing for null. */
void omprim_mpi_batch_destroy(omprim_mpi_batch* batch);

/* Declares a function of a communicator and the same of a batch. */
#define OMPRIM_REDUCTION(function, name, ...)                                         \
  omprim_status omprim_mpi_##function##_##name(MPI_Comm comm, omprim_execution where, \
                                               __VA_ARGS__);                          \
  omprim_status omprim_mpi_batch_##function##_##name(omprim_mpi_batch* batch,         \
                                                     omprim_execution where, __VA_ARGS__);

/* ---- Reductions ---------------------------------------------------------------------------- */

/* For each type NAME of int32, uint32, int64, uint64, float32, float64:
     omprim_mpi_sum_NAME          omprim_mpi_product_NAME
     omprim_mpi_min_NAME          omprim_mpi_max_NAME
     omprim_mpi_argmin_NAME       omprim_mpi_argmax_NAME      value, and index of its first
                                                              occurrence among all elements
     omprim_mpi_minmax_NAME       omprim_mpi_sum_min_max_NAME
     omprim_mpi_all_NAME          omprim_mpi_any_NAME         1 if all (any) are nonzero, else 0
     omprim_mpi_count_if_NAME     the number of elements x with `x comparison bound` */
#define OMPRIM_DECLARE(name, type)                                                                 \
  OMPRIM_REDUCTION(sum, name, const type* data, size_t n, type* result)                            \
  OMPRIM_REDUCTION(product, name, const type* data, size_t n, type* result)                        \
  OMPRIM_REDUCTION(min, name, const type* data, size_t n, type* result)                            \
  OMPRIM_REDUCTION(max, name, const type* data, size_t n, type* result)                            \
  OMPRIM_REDUCTION(argmin, name, const type* data, size_t n, type* value, int64_t* index)          \
  OMPRIM_REDUCTION(argmax, name, const type* data, size_t n, type* value, int64_t* index)          \
  OMPRIM_REDUCTION(minmax, name, const type* data, size_t n, type* min, type* max)                 \
  OMPRIM_REDUCTION(sum_min_max, name, const type* data, size_t n, type* sum, type* min, type* max) \
  OMPRIM_REDUCTION(all, name, const type* data, size_t n, int* result)                             \
  OMPRIM_REDUCTION(any, name, const type* data, size_t n, int* result)                             \
  OMPRIM_REDUCTION(count_if, name, const type* data, size_t n, int comparison, type bound,         \
                   uint64_t* count)
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Only for the four integer types. */
#define OMPRIM_DECLARE(name, type)                                          \
  OMPRIM_REDUCTION(bit_and, name, const type* data, size_t n, type* result) \
  OMPRIM_REDUCTION(bit_or, name, const type* data, size_t n, type* result)  \
  OMPRIM_REDUCTION(bit_xor, name, const type* data, size_t n, type* result)
OMPRIM_INTEGERS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Only for float and double: the sums of a[i] * b[i], of |x[i]| and of x[i] * x[i], and the exact
   sums of exact.h. */
#define OMPRIM_DECLARE(name, type)                                                            \
  OMPRIM_REDUCTION(dot, name, const type* a, const type* b, size_t n, type* result)           \
  OMPRIM_REDUCTION(sum_of_absolutes, name, const type* data, size_t n, type* result)          \
  OMPRIM_REDUCTION(sum_of_squares, name, const type* data, size_t n, type* result)            \
  OMPRIM_REDUCTION(exact_sum, name, const type* data, size_t n, type* result)                 \
  OMPRIM_REDUCTION(exact_sum_of_absolutes, name, const type* data, size_t n, type* result)    \
  OMPRIM_REDUCTION(exact_sum_of_squares, name, const type* data, size_t n, type* result)      \
  OMPRIM_REDUCTION(exact_norm2, name, const type* data, size_t n, type* result)               \
  OMPRIM_REDUCTION(exact_mean, name, const type* data, size_t n, type* result)                \
  OMPRIM_REDUCTION(exact_dot, name, const type* a, const type* b, size_t n, type* result)     \
  OMPRIM_REDUCTION(exact_weighted_sum, name, const type* weights, const type* data, size_t n, \
                   type* result)
OMPRIM_FLOATS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* Sums of 4-byte elements in an 8-byte accumulator. */
OMPRIM_REDUCTION(wide_sum, int32, const int32_t* data, size_t n, int64_t* result)
OMPRIM_REDUCTION(wide_sum, uint32, const uint32_t* data, size_t n, uint64_t* result)
OMPRIM_REDUCTION(wide_sum, float32, const float* data, size_t n, double* result)
#undef OMPRIM_REDUCTION

/* ---- Selections, scans, histograms --------------------------------------------------------- */

/* How many elements a selection keeps, and so the place of this rank's elements among those of all
   ranks. */
typedef struct omprim_mpi_selection {
  uint64_t local;  /* of this rank */
  uint64_t before; /* of all lower ranks */
  uint64_t total;  /* of all ranks */
} omprim_mpi_selection;

/* For each type NAME of int32, uint32, int64, uint64, float32, float64. Each rank writes its own
   elements to its own output; `comparison` is an omprim_comparison, `by` an omprim_operator:
     omprim_mpi_select_if_NAME        the elements x with `x comparison bound`
     omprim_mpi_select_flagged_NAME   the elements whose flag, a byte each, is not 0
     omprim_mpi_partition_NAME        elements x with `x comparison bound` to `selected`, all others
                                      of the rank to `rejected`
     omprim_mpi_unique_NAME           each element that differs from the one before, which may be
                                      the last of a lower rank, and the first of all
     omprim_mpi_inclusive_scan_NAME   out[i] = the first element of all op ... op data[i]
     omprim_mpi_exclusive_scan_NAME   out[i] = initial op the first element of all op ... op the
                                      element before data[i]
     omprim_mpi_histogram_even_NAME   counts[b] = the elements of all ranks in bin b, on all ranks;
     omprim_mpi_histogram_edges_NAME  the bins are those of histogram.h, and equal on all ranks
     omprim_mpi_balance_NAME          moves the elements of all ranks, in their order, to equal
                                      shares; the lowest ranks have one element more where that does
                                      not come out even. `out` has room for `room` elements and does
                                      not overlap `data`; `received` is how many are written. */
#define OMPRIM_DECLARE(name, type)                                                                 \
  omprim_status omprim_mpi_select_if_##name(                                                       \
      MPI_Comm comm, omprim_execution where, const type* data, size_t n, type* selected,           \
      int comparison, type bound, omprim_mpi_selection* kept);                                     \
  omprim_status omprim_mpi_select_flagged_##name(                                                  \
      MPI_Comm comm, omprim_execution where, const type* data, const unsigned char* flags,         \
      size_t n, type* selected, omprim_mpi_selection* kept);                                       \
  omprim_status omprim_mpi_partition_##name(                                                       \
      MPI_Comm comm, omprim_execution where, const type* data, size_t n, type* selected,           \
      type* rejected, int comparison, type bound, omprim_mpi_selection* kept);                     \
  omprim_status omprim_mpi_unique_##name(MPI_Comm comm, omprim_execution where, const type* data,  \
                                         size_t n, type* selected, omprim_mpi_selection* kept);    \
  omprim_status omprim_mpi_inclusive_scan_##name(MPI_Comm comm, omprim_execution where,            \
                                                 const type* data, size_t n, type* out, int by);   \
  omprim_status omprim_mpi_exclusive_scan_##name(MPI_Comm comm, omprim_execution where,            \
                                                 const type* data, size_t n, type* out, int by,    \
                                                 type initial);                                    \
  omprim_status omprim_mpi_histogram_even_##name(MPI_Comm comm, omprim_execution where,            \
                                                 const type* data, size_t n, type lower,           \
                                                 type upper, size_t bins, int64_t* counts);        \
  omprim_status omprim_mpi_histogram_edges_##name(MPI_Comm comm, omprim_execution where,           \
                                                  const type* data, size_t n, const type* edges,   \
                                                  size_t bins, int64_t* counts);                   \
  omprim_status omprim_mpi_balance_##name(MPI_Comm comm, omprim_execution where, const type* data, \
                                          size_t n, type* out, size_t room, size_t* received);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* ---- Segments and sorts -------------------------------------------------------------------- */

/* Segments may span ranks; the rank on which a segment begins writes its result. By length,
   segments are those of the elements of all ranks, and the same on each. By offsets, they are those
   that begin on this rank, and offsets count from its first element. The elements before the first
   offset continue the last segment of lower ranks, if this goes to the end of its rank. A rank on
   which no segment begins has one offset, or none (null) if all of its elements continue that
   segment. `begun` is how many segments begin on this rank, on lower ranks and on all.
   For each type NAME as above:
     omprim_mpi_segmented_reduce_NAME   out[s] is the combination of the values of segment s
     omprim_mpi_segmented_argmin_NAME   the position of the least value of each segment, counted
                                        from the beginning of the segment, and the value
     omprim_mpi_segmented_argmax_NAME   the same for the greatest value; `out` may be null in both

   Sorts are those of sort.h over the elements of all ranks. Each rank gets as many as it had, and
   rank 0 the first ones in order. An output may be its own input:
     omprim_mpi_sort_NAME               the keys; `order` is an omprim_order
     omprim_mpi_sort_by_key_NAME        keys, and values of `value_bytes` bytes, the same on all
                                        ranks */
#define OMPRIM_DECLARE(name, type)                                                              \
  omprim_status omprim_mpi_segmented_reduce_##name(                                             \
      MPI_Comm comm, omprim_execution where, const type* values, size_t n,                      \
      omprim_segments segments, type* out, int by, omprim_mpi_selection* begun);                \
  omprim_status omprim_mpi_segmented_argmin_##name(                                             \
      MPI_Comm comm, omprim_execution where, const type* values, size_t n,                      \
      omprim_segments segments, int64_t* positions, type* out, omprim_mpi_selection* begun);    \
  omprim_status omprim_mpi_segmented_argmax_##name(                                             \
      MPI_Comm comm, omprim_execution where, const type* values, size_t n,                      \
      omprim_segments segments, int64_t* positions, type* out, omprim_mpi_selection* begun);    \
  omprim_status omprim_mpi_sort_##name(MPI_Comm comm, omprim_execution where, const type* keys, \
                                       size_t n, type* out, int order);                         \
  omprim_status omprim_mpi_sort_by_key_##name(                                                  \
      MPI_Comm comm, omprim_execution where, const type* keys, const void* values, size_t n,    \
      size_t value_bytes, type* keys_out, void* values_out, int order);
OMPRIM_ELEMENTS(OMPRIM_DECLARE)
#undef OMPRIM_DECLARE

/* out[s] is the exact sum of segment s, with the same bits for any shares of the ranks. */
#define OMPRIM_DECLARE(name, type)                                         \
  omprim_status omprim_mpi_exact_segmented_sum_##name(                     \
      MPI_Comm comm, omprim_execution where, const type* values, size_t n, \
      omprim_segments segments, type* out, omprim_mpi_selection* begun);
OMPRIM_DECLARE(float32, float)
OMPRIM_DECLARE(float64, double)
#undef OMPRIM_DECLARE

/* Sums of 4-byte elements as 8-byte results, such as offsets from counts. `out` must not overlap
   `data`. */
#define OMPRIM_DECLARE(name, type, wide)               \
  omprim_status omprim_mpi_wide_exclusive_scan_##name( \
      MPI_Comm comm, omprim_execution where, const type* data, size_t n, wide* out, wide initial);
OMPRIM_DECLARE(int32, int32_t, int64_t)
OMPRIM_DECLARE(uint32, uint32_t, uint64_t)
OMPRIM_DECLARE(float32, float, double)
#undef OMPRIM_DECLARE

#ifdef __cplusplus
}
#endif

#endif
