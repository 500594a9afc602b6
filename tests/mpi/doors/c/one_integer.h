/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions on integers of TYPE, whose names end in NAME; included once for each type. */
#include "one_type.h"

void JOIN(check, NAME)(void) {
  TYPE x[MOST], result = 0;
  for (size_t i = 0; i < n; ++i) x[i] = (TYPE)(8 + (1 << (rank % 3)));
  const omprim_execution where = omprim_host(2);
  CHECK_WORKS(F(bit_and)(MPI_COMM_WORLD, where, x, n, &result));
  CHECK(result == (ranks == 1 ? 9 : 8));
  CHECK_WORKS(F(bit_or)(MPI_COMM_WORLD, where, x, n, &result));
  CHECK(result == (TYPE)(ranks == 1 ? 9 : ranks == 2 ? 11 : 15));
  CHECK_WORKS(F(bit_xor)(MPI_COMM_WORLD, where, x, 1, &result));
  CHECK(ranks != 3 || result == (8 ^ 7));
  JOIN(check_all, NAME)();
}
#undef JOIN_NAMES
#undef JOIN
#undef F
