/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"

#define ALL(type) ((type)(total * (total + 1) / 2))

void check_wide(void) {
  const omprim_execution where = omprim_host(2);
  int32_t x[MOST];
  uint32_t u[MOST];
  float f[MOST];
  int64_t sum = 0, sums[MOST];
  uint64_t unsigned_sum = 0, unsigned_sums[MOST];
  double real_sum = 0, real_sums[MOST];
  for (size_t i = 0; i < n; ++i) {
    x[i] = 1 << 30;
    u[i] = UINT32_MAX;
    f[i] = 16777217.0f * 8;
  }
  CHECK_WORKS(omprim_mpi_wide_sum_int32(MPI_COMM_WORLD, where, x, n, &sum));
  CHECK(sum == ((int64_t)total << 30));
  CHECK_WORKS(omprim_mpi_wide_sum_uint32(MPI_COMM_WORLD, where, u, n, &unsigned_sum));
  CHECK(unsigned_sum == (uint64_t)total * UINT32_MAX);
  CHECK_WORKS(omprim_mpi_wide_sum_float32(MPI_COMM_WORLD, where, f, n, &real_sum));
  CHECK(real_sum == (double)total * (double)f[0]);
  CHECK_WORKS(omprim_mpi_wide_exclusive_scan_int32(MPI_COMM_WORLD, where, x, n, sums, -1));
  CHECK(sums[n - 1] == ((int64_t)(before + n - 1) << 30) - 1);
  CHECK_WORKS(omprim_mpi_wide_exclusive_scan_uint32(MPI_COMM_WORLD, where, u, n, unsigned_sums, 1));
  CHECK(unsigned_sums[n - 1] == (uint64_t)(before + n - 1) * UINT32_MAX + 1);
  CHECK_WORKS(omprim_mpi_wide_exclusive_scan_float32(MPI_COMM_WORLD, where, f, n, real_sums, 0.5));
  CHECK(real_sums[n - 1] == (double)(before + n - 1) * (double)f[0] + 0.5);
}

/* Additions of all kinds; the results are stored at the end only. */
static void check_all_additions(omprim_mpi_batch* together) {
  const omprim_execution where = omprim_serial();
  int32_t x[MOST], least = -1, most = -1, low = -1, high = -1, bits = -1;
  int64_t place = -1, wide = -1;
  double y[MOST], sum = -1, exact = -1, mean = -1, dot = -1;
  int all = -1, any = -1;
  uint64_t count = 0;
  for (size_t i = 0; i < n; ++i) y[i] = x[i] = (int32_t)(before + i + 1);
  CHECK_WORKS(omprim_mpi_batch_min_int32(together, where, x, n, &least));
  CHECK_WORKS(omprim_mpi_batch_argmax_int32(together, where, x, n, &most, &place));
  CHECK_WORKS(omprim_mpi_batch_minmax_int32(together, where, x, n, &low, &high));
  CHECK_WORKS(omprim_mpi_batch_bit_or_int32(together, where, x, 0, &bits));
  CHECK_WORKS(omprim_mpi_batch_wide_sum_int32(together, where, x, n, &wide));
  CHECK_WORKS(omprim_mpi_batch_all_int32(together, where, x, n, &all));
  CHECK_WORKS(omprim_mpi_batch_any_int32(together, where, x, 0, &any));
  CHECK_WORKS(omprim_mpi_batch_count_if_float64(together, where, y, n, omprim_comparison_less_equal,
                                                2.0, &count));
  CHECK_WORKS(omprim_mpi_batch_sum_float64(together, where, y, n, &sum));
  CHECK_WORKS(omprim_mpi_batch_exact_sum_float64(together, where, y, n, &exact));
  CHECK_WORKS(omprim_mpi_batch_exact_mean_float64(together, where, y, n, &mean));
  CHECK_WORKS(omprim_mpi_batch_exact_dot_float64(together, where, y, y, n, &dot));
  CHECK(sum == -1 && exact == -1 && least == -1);
  CHECK_WORKS(omprim_mpi_batch_begin(together));
  CHECK(omprim_mpi_batch_min_int32(together, where, x, n, &least) ==
        omprim_status_invalid_argument);
  CHECK_WORKS(omprim_mpi_batch_end(together));
  CHECK(least == 1 && most == (int32_t)total && place == (int64_t)total - 1);
  CHECK(low == 1 && high == (int32_t)total && bits == 0 && wide == ALL(int64_t));
  CHECK(all == 1 && any == 0 && count == 2);
  CHECK(sum == ALL(double) && exact == sum && mean == sum / (double)total);
  CHECK(dot == (double)(total * (total + 1) * (2 * total + 1) / 6));
  CHECK(omprim_mpi_batch_end(together) == omprim_status_invalid_argument);
}

static void check_batch_to_rank(void) {
  omprim_mpi_batch* together = NULL;
  float one = 1, sum = -1;
  CHECK_WORKS(omprim_mpi_batch_create_to_rank(ranks - 1, MPI_COMM_WORLD, &together));
  CHECK_WORKS(omprim_mpi_batch_exact_sum_float32(together, omprim_serial(), &one, 1, &sum));
  CHECK_WORKS(omprim_mpi_batch_combine(together));
  CHECK(sum == (rank == ranks - 1 ? (float)ranks : -1.0f));
  omprim_mpi_batch_destroy(together);
  CHECK(omprim_mpi_batch_create_to_rank(ranks, MPI_COMM_WORLD, &together) ==
        omprim_status_invalid_argument);
  CHECK(together == NULL);
}

static void check_batch_errors(void) {
  const bool is_last = rank == ranks - 1;
  omprim_mpi_batch* together = NULL;
  double x = 1, sum = -1, norm = -1;
  CHECK_WORKS(omprim_mpi_batch_create(MPI_COMM_WORLD, &together));
  CHECK_WORKS(omprim_mpi_batch_exact_norm2_float64(together, omprim_serial(), &x, 1, &norm));
  CHECK_WORKS(
      omprim_mpi_batch_sum_float64(together, omprim_serial(), &x, 1, is_last ? NULL : &sum));
  CHECK_FAILS(omprim_mpi_batch_combine(together), omprim_status_invalid_argument,
              "pointer to the result is null");
  CHECK(sum == -1 && norm == -1);
  omprim_mpi_batch_destroy(together);
  omprim_mpi_batch_destroy(NULL);
  CHECK(omprim_mpi_batch_create(MPI_COMM_NULL, &together) == omprim_status_invalid_argument);
  CHECK(omprim_mpi_batch_create(MPI_COMM_WORLD, NULL) == omprim_status_invalid_argument);
  CHECK(omprim_mpi_batch_begin(NULL) == omprim_status_invalid_argument);
  CHECK(omprim_mpi_batch_sum_float64(NULL, omprim_serial(), &x, 1, &sum) ==
        omprim_status_invalid_argument);
}

void check_batches(void) {
  omprim_mpi_batch* together = NULL;
  CHECK_WORKS(omprim_mpi_batch_create(MPI_COMM_WORLD, &together));
  check_all_additions(together);
  omprim_mpi_batch_destroy(together);
  check_batch_to_rank();
  check_batch_errors();
}
