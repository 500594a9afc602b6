/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors of one rank, the last, which are errors of all. */
#include "check.h"

static const char* const null_result = "the pointer to the result is null";

void check_errors(void) {
  const omprim_execution never_made = {-1, -1, 0};
  const omprim_execution serial = omprim_serial();
  const bool is_last = rank == ranks - 1;
  const omprim_execution where = is_last ? never_made : serial;
  double x[2] = {1, 2}, out[2] = {-1, -1}, result = -1;
  double* const data = is_last ? NULL : x;
  double* const answer = is_last ? NULL : &result;
  int64_t index = -1, counts[2] = {-1, -1};
  omprim_mpi_selection kept = {9, 9, 9};
  omprim_mpi_selection* const answers = is_last ? NULL : &kept;
  size_t received = 9;
  const MPI_Comm comm = MPI_COMM_WORLD;
  const omprim_status invalid = omprim_status_invalid_argument;
  const omprim_status unknown = omprim_status_unknown_name;

  CHECK_FAILS(omprim_mpi_sum_float64(comm, serial, data, 2, &result), invalid, "null");
  CHECK_FAILS(omprim_mpi_sum_float64(comm, serial, x, 2, answer), invalid, null_result);
  CHECK_FAILS(omprim_mpi_sum_float64(comm, where, x, 2, &result), unknown, "backend is -1");
  CHECK_FAILS(omprim_mpi_argmin_float64(comm, serial, x, 2, answer, &index), invalid, null_result);
  CHECK_FAILS(omprim_mpi_exact_norm2_float64(comm, where, x, 2, &result), unknown, "backend is -1");
  CHECK_FAILS(omprim_mpi_exact_dot_float64(comm, serial, x, data, 2, &result), invalid, "null");
  CHECK_FAILS(omprim_mpi_inclusive_scan_float64(comm, where, x, 2, out, omprim_operator_plus),
              unknown, "backend is -1");
  CHECK_FAILS(omprim_mpi_inclusive_scan_float64(comm, serial, x, 2, out, is_last ? 7 : 0), unknown,
              "no operator has the number 7");
  CHECK_FAILS(omprim_mpi_exclusive_scan_float64(comm, serial, x, 2, is_last ? NULL : out,
                                                omprim_operator_plus, 0.0),
              invalid, "null");
  CHECK_FAILS(
      omprim_mpi_select_if_float64(comm, serial, x, 2, out, omprim_comparison_less, 3.0, answers),
      invalid, null_result);
  CHECK_FAILS(omprim_mpi_select_if_float64(comm, serial, x, 2, out, is_last ? 17 : 0, 3.0, &kept),
              unknown, "17");
  CHECK_FAILS(omprim_mpi_unique_float64(comm, serial, x, 2, out, answers), invalid, null_result);
  CHECK_FAILS(omprim_mpi_unique_float64(comm, serial, data, 2, out, &kept), invalid, "null");
  CHECK_FAILS(omprim_mpi_histogram_even_float64(comm, where, x, 2, 0.0, 4.0, 2, counts), unknown,
              "backend is -1");
  CHECK_FAILS(
      omprim_mpi_histogram_even_float64(comm, serial, x, 2, 0.0, 4.0, 2, is_last ? NULL : counts),
      invalid, "null");
  CHECK_FAILS(omprim_mpi_balance_float64(comm, serial, x, 2, out, is_last ? 1 : 2, &received),
              invalid, "room for 1");
  CHECK_FAILS(omprim_mpi_balance_float64(comm, serial, x, 2, out, 2, is_last ? NULL : &received),
              invalid, null_result);
  CHECK(result == -1 && index == -1 && received == 9);
  CHECK(kept.local == 9 && kept.total == 9);

  /* The ranks are not asked. */
  CHECK(omprim_mpi_sum_float64(MPI_COMM_NULL, serial, x, 2, &result) == invalid);
  CHECK_WORKS(omprim_mpi_sum_float64(MPI_COMM_SELF, serial, x, 2, &result));
  CHECK(result == 3);
}
