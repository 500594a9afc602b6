/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions on reals of TYPE, whose names end in NAME; included once for each type. */
#include "one_type.h"

void JOIN(check, NAME)(void) {
  const omprim_execution where = omprim_host(2);
  /* The terms of three neighbours cancel, but for a 3 and a 4 of all. */
  TYPE x[3] = {(TYPE)1e30, 0, (TYPE)-1e30}, weights[3] = {1, 2, 1}, result = 0;
  if (rank == 0) x[1] = 3;
  if (rank == ranks - 1) x[1] += 4;
  CHECK_WORKS(F(exact_sum)(MPI_COMM_WORLD, where, x, 3, &result));
  CHECK(result == 7);
  CHECK_WORKS(F(exact_mean)(MPI_COMM_WORLD, where, x, 3, &result));
  CHECK(result == (TYPE)7 / (TYPE)(3 * ranks));
  CHECK_WORKS(F(exact_dot)(MPI_COMM_WORLD, where, x, weights, 3, &result));
  CHECK(result == 14);
  CHECK_WORKS(F(exact_weighted_sum)(MPI_COMM_WORLD, where, weights, x, 3, &result));
  CHECK(result == 14);
  x[0] = x[2] = 0;
  const TYPE squares = ranks == 1 ? 49 : 25;
  CHECK_WORKS(F(exact_sum_of_squares)(MPI_COMM_WORLD, where, x, 3, &result));
  CHECK(result == squares);
  CHECK_WORKS(F(exact_norm2)(MPI_COMM_WORLD, where, x, 3, &result));
  CHECK(result * result == squares);
  x[1] = -x[1];
  CHECK_WORKS(F(exact_sum_of_absolutes)(MPI_COMM_WORLD, where, x, 3, &result));
  CHECK(result == 7);
  CHECK_WORKS(F(sum_of_absolutes)(MPI_COMM_WORLD, where, x, 3, &result));
  CHECK(result == 7);
  CHECK_WORKS(F(sum_of_squares)(MPI_COMM_WORLD, where, x, 3, &result));
  CHECK(result == squares);
  CHECK_WORKS(F(dot)(MPI_COMM_WORLD, where, x, weights, 3, &result));
  CHECK(result == -14);
  JOIN(check_all, NAME)();
}
#undef JOIN_NAMES
#undef JOIN
#undef F
