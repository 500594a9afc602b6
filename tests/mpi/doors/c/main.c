/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of omprim/c/mpi.h, each once, on several ranks. */
#include <stdio.h>
#include <string.h>

#include "check.h"

int rank, ranks;
size_t n, before, total;
static int failures;

void check(bool holds, const char* what, const char* file, int line) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "rank %d: %s:%d: %s does not hold\n", rank, file, line, what);
}

void check_failure(omprim_status status, omprim_status expected, const char* words,
                   const char* what, const char* file, int line) {
  char text[1024] = "";
  char name[32];
  snprintf(text, sizeof text, "%s", omprim_last_error());
  snprintf(name, sizeof name, "rank %d of %d: ", ranks - 1, ranks);
  MPI_Bcast(text, (int)sizeof text, MPI_CHAR, 0, MPI_COMM_WORLD);
  const bool right = status == expected && strcmp(text, omprim_last_error()) == 0 &&
                     strstr(text, name) == text && strstr(text, words) != NULL;
  check(right, what, file, line);
  if (!right) fprintf(stderr, "  status %d: %s\n", (int)status, omprim_last_error());
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < ranks; ++i) {
    if (i < rank) before += (size_t)i + 3;
    total += (size_t)i + 3;
  }
  n = (size_t)rank + 3;
  check_int32();
  check_uint32();
  check_int64();
  check_uint64();
  check_float32();
  check_float64();
  check_wide();
  check_batches();
  check_errors();
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d failures\n", failures);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
