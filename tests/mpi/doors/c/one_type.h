/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions on elements of TYPE, whose names end in NAME; included once for each type. */

#define JOIN_NAMES(a, b) a##_##b
#define JOIN(a, b) JOIN_NAMES(a, b)
#define F(function) JOIN(JOIN(omprim_mpi, function), NAME)

static void JOIN(fill, NAME)(TYPE* x) {
  for (size_t i = 0; i < n; ++i) x[i] = (TYPE)(before + i + 1);
}

static void JOIN(check_reductions, NAME)(omprim_execution where) {
  const TYPE all_elements = (TYPE)(total * (total + 1) / 2);
  TYPE x[MOST], two[MOST], result = 0, low = 0, high = 0;
  int64_t index = -1;
  int truth = -1;
  uint64_t count = 0;
  JOIN(fill, NAME)(x);
  for (size_t i = 0; i < n; ++i) two[i] = i == 0 ? 2 : 1;
  CHECK_WORKS(F(sum)(MPI_COMM_WORLD, where, x, n, &result));
  CHECK(result == all_elements);
  CHECK_WORKS(F(product)(MPI_COMM_WORLD, where, two, n, &result));
  CHECK(result == (TYPE)(1 << ranks));
  CHECK_WORKS(F(min)(MPI_COMM_WORLD, where, x, n, &result));
  CHECK(result == 1);
  CHECK_WORKS(F(max)(MPI_COMM_WORLD, where, x, n, &result));
  CHECK(result == (TYPE)total);
  CHECK_WORKS(F(argmin)(MPI_COMM_WORLD, where, two, n, &result, &index));
  CHECK(result == 1 && index == 1);
  CHECK_WORKS(F(argmax)(MPI_COMM_WORLD, where, x, n, &result, &index));
  CHECK(result == (TYPE)total && index == (int64_t)total - 1);
  CHECK_WORKS(F(minmax)(MPI_COMM_WORLD, where, x, n, &low, &high));
  CHECK(low == 1 && high == (TYPE)total);
  low = high = 0;
  CHECK_WORKS(F(sum_min_max)(MPI_COMM_WORLD, where, x, n, &result, &low, &high));
  CHECK(result == all_elements && low == 1 && high == (TYPE)total);
  CHECK_WORKS(F(all)(MPI_COMM_WORLD, where, x, n, &truth));
  CHECK(truth == 1);
  x[0] = 0;
  CHECK_WORKS(F(all)(MPI_COMM_WORLD, where, x, n, &truth));
  CHECK(truth == 0);
  CHECK_WORKS(F(any)(MPI_COMM_WORLD, where, x, n, &truth));
  CHECK(truth == 1);
  CHECK_WORKS(
      F(count_if)(MPI_COMM_WORLD, where, two, n, omprim_comparison_greater, (TYPE)1, &count));
  CHECK(count == (uint64_t)ranks);
}

static void JOIN(check_selections, NAME)(omprim_execution where) {
  omprim_mpi_selection kept = {9, 9, 9};
  TYPE x[MOST], out[MOST], rest[MOST];
  unsigned char flags[MOST];
  for (size_t i = 0; i < n; ++i) {
    x[i] = (TYPE)(i == 1 ? 7 : 3);
    flags[i] = i == 0;
  }
  CHECK_WORKS(
      F(select_if)(MPI_COMM_WORLD, where, x, n, out, omprim_comparison_equal, (TYPE)7, &kept));
  CHECK(kept.local == 1 && kept.before == (uint64_t)rank && kept.total == (uint64_t)ranks);
  CHECK(out[0] == 7);
  CHECK_WORKS(F(select_flagged)(MPI_COMM_WORLD, where, x, flags, n, out, &kept));
  CHECK(kept.local == 1 && kept.before == (uint64_t)rank && kept.total == (uint64_t)ranks);
  CHECK(out[0] == 3);
  CHECK_WORKS(
      F(partition)(MPI_COMM_WORLD, where, x, n, out, rest, omprim_comparison_less, (TYPE)5, &kept));
  CHECK(kept.local == n - 1 && kept.before == before - (size_t)rank);
  CHECK(kept.total == total - (size_t)ranks && out[1] == 3 && rest[0] == 7);
  /* 3 7 3 3 ...: the 3 at the front of a rank continues that of the rank below. */
  CHECK_WORKS(F(unique)(MPI_COMM_WORLD, where, x, n, out, &kept));
  CHECK(kept.local == (rank == 0 ? 3 : 2) && kept.total == 2 * (uint64_t)ranks + 1);
  CHECK(out[0] == (rank == 0 ? 3 : 7));
}

static void JOIN(check_arrays, NAME)(omprim_execution where) {
  TYPE x[MOST], out[MOST];
  int64_t counts[2] = {-1, -1};
  const size_t share = total / (size_t)ranks + ((size_t)rank < total % (size_t)ranks);
  size_t received = 0;
  JOIN(fill, NAME)(x);
  CHECK_WORKS(F(inclusive_scan)(MPI_COMM_WORLD, where, x, n, out, omprim_operator_plus));
  for (size_t i = 0; i < n; ++i) {
    const size_t end = before + i + 1;
    CHECK(out[i] == (TYPE)(end * (end + 1) / 2));
  }
  CHECK_WORKS(
      F(exclusive_scan)(MPI_COMM_WORLD, where, x, n, out, omprim_operator_maximum, (TYPE)2));
  for (size_t i = 0; i < n; ++i) CHECK(out[i] == (TYPE)(before + i < 2 ? 2 : before + i));
  CHECK_WORKS(F(histogram_even)(MPI_COMM_WORLD, where, x, n, (TYPE)1, (TYPE)3, 2, counts));
  CHECK(counts[0] == 1 && counts[1] == 1);
  const TYPE edges[] = {0, 2, (TYPE)(total + 1)};
  CHECK_WORKS(F(histogram_edges)(MPI_COMM_WORLD, where, x, n, edges, 2, counts));
  CHECK(counts[0] == 1 && counts[1] == (int64_t)total - 1);
  CHECK_WORKS(F(balance)(MPI_COMM_WORLD, where, x, n, out, MOST, &received));
  CHECK(received == share && out[0] > 0 && out[share - 1] == out[0] + (TYPE)(share - 1));
}

static void JOIN(check_segments, NAME)(omprim_execution where) {
  TYPE x[MOST], out[2] = {0, 0};
  int64_t positions[2] = {-1, -1};
  const int64_t offsets[] = {1, 2,
                             (int64_t)n}; /* element 0 continues the segment of a lower rank */
  const omprim_segments of_all = omprim_segments_by_length(total, 1);
  const omprim_segments own = omprim_segments_by_offsets64(offsets, 2);
  const size_t continued = rank + 1 < ranks ? before + n + 1 : 0;
  const size_t last = (n - 2) * (2 * before + n + 3) / 2 + continued;
  omprim_mpi_selection begun = {9, 9, 9};
  JOIN(fill, NAME)(x);
  CHECK_WORKS(
      F(segmented_reduce)(MPI_COMM_WORLD, where, x, n, of_all, out, omprim_operator_plus, &begun));
  CHECK(begun.local == (rank == 0) && begun.total == 1);
  CHECK(rank != 0 || out[0] == (TYPE)(total * (total + 1) / 2));
  CHECK_WORKS(F(segmented_argmax)(MPI_COMM_WORLD, where, x, n, of_all, positions, NULL, &begun));
  CHECK(rank != 0 || positions[0] == (int64_t)total - 1);
  CHECK_WORKS(
      F(segmented_reduce)(MPI_COMM_WORLD, where, x, n, own, out, omprim_operator_plus, &begun));
  CHECK(begun.local == 2 && begun.before == 2 * (uint64_t)rank);
  CHECK(out[0] == (TYPE)(before + 2) && out[1] == (TYPE)last);
  CHECK_WORKS(F(segmented_argmin)(MPI_COMM_WORLD, where, x, n, own, positions, out, &begun));
  CHECK(positions[0] == 0 && positions[1] == 0 && out[1] == (TYPE)(before + 3));
  CHECK(F(segmented_reduce)(MPI_COMM_WORLD, where, x, n, own, out, 99, &begun) ==
        omprim_status_unknown_name);
}

static void JOIN(check_sorts, NAME)(omprim_execution where) {
  TYPE x[MOST], out[MOST];
  struct {
    int32_t place[3]; /* 12 bytes */
  } from[MOST], to[MOST];
  for (size_t i = 0; i < n; ++i) {
    x[i] = (TYPE)(total - before - i);
    from[i].place[0] = from[i].place[2] = (int32_t)(before + i);
    from[i].place[1] = 0;
  }
  CHECK_WORKS(F(sort)(MPI_COMM_WORLD, where, x, n, out, omprim_order_ascending));
  for (size_t i = 0; i < n; ++i) CHECK(out[i] == (TYPE)(before + i + 1));
  CHECK_WORKS(F(sort_by_key)(MPI_COMM_WORLD, where, x, from, n, sizeof *from, out, to,
                             omprim_order_ascending));
  for (size_t i = 0; i < n; ++i) {
    CHECK(out[i] == (TYPE)(before + i + 1));
    CHECK(to[i].place[2] == (int32_t)(total - before - i - 1));
  }
  CHECK_WORKS(F(sort)(MPI_COMM_WORLD, where, out, n, out, omprim_order_descending));
  for (size_t i = 0; i < n; ++i) CHECK(out[i] == x[i]);
  CHECK(F(sort)(MPI_COMM_WORLD, where, x, n, out, 7) == omprim_status_unknown_name);
}

static void JOIN(check_all, NAME)(void) {
  const omprim_execution places[] = {omprim_serial(), omprim_host(2)};
  for (int i = 0; i < 2; ++i) {
    JOIN(check_reductions, NAME)(places[i]);
    JOIN(check_selections, NAME)(places[i]);
    JOIN(check_arrays, NAME)(places[i]);
    JOIN(check_segments, NAME)(places[i]);
    JOIN(check_sorts, NAME)(places[i]);
  }
}
