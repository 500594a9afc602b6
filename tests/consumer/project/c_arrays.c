/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls of the C program that write arrays: selections, scans, segments, columns by key,
   histograms, sorts, searches, gathers and merges. */
#include <stdbool.h>

#include <omprim/omprim.h>

#include "c_consumer.h"

/* The example of arrays.h. */
static void check_bool_flags(void) {
  const int32_t x[] = {5, 6, 7};
  const bool keep[] = {true, false, true};
  int32_t out[] = {0, 0, 0};
  size_t kept = 0;
  expect(omprim_select_flagged_int32(omprim_serial(), x, (const unsigned char*)keep, 3, out,
                                     &kept) == omprim_status_success &&
             kept == 2 && out[0] == 5 && out[1] == 7,
         "an array of bool is passed as flags");
}

static void check_selections(omprim_execution where, const int32_t* data) {
  void* more = NULL;
  size_t kept = 0;
  expect(omprim_allocate(where, count * sizeof(int32_t), &more) == omprim_status_success,
         "there is more memory");
  expect(omprim_select_if_int32(where, data, count, more, omprim_comparison_less, 0, &kept) ==
                 omprim_status_success &&
             kept == 3,
         "three elements are below 0");
  int32_t scanned[3] = {0, 0, 0};
  expect(omprim_inclusive_scan_int32(where, more, kept, more, omprim_operator_plus) ==
             omprim_status_success,
         "they are scanned in place");
  expect(omprim_copy_out(where, scanned, more, sizeof scanned) == omprim_status_success &&
             scanned[0] == -3 && scanned[1] == -5 && scanned[2] == -6,
         "their sums are -3, -5, -6");
  omprim_deallocate(where, more);
}

/* Segments by offsets and by length, reduced and scanned, beside loops. */
static void check_segments(omprim_execution where, const int32_t* values, const int32_t* data) {
  enum { lengths = 44, rows = 40, columns = 25 };
  int64_t offsets[lengths + 1]; /* segments of 0, 1, 2, ... elements */
  for (int s = 0; s <= lengths; ++s) offsets[s] = 5 + s * (s - 1) / 2;
  void* bounds = NULL;
  void* out = NULL;
  void* places = NULL;
  expect(omprim_allocate(where, sizeof offsets, &bounds) == omprim_status_success &&
             omprim_allocate(where, count * sizeof(int32_t), &out) == omprim_status_success &&
             omprim_allocate(where, lengths * sizeof(int64_t), &places) == omprim_status_success,
         "there is memory for segments");
  expect(omprim_copy_in(where, bounds, offsets, sizeof offsets) == omprim_status_success, "copy");
  const omprim_segments by_offsets = omprim_segments_by_offsets64(bounds, lengths);
  const omprim_segments by_length = omprim_segments_by_length(columns, rows);

  int32_t sums[lengths], least[rows], scanned[count];
  int64_t positions[rows];
  expect(omprim_segmented_reduce_int32(where, data, by_offsets, out, omprim_operator_plus) ==
                 omprim_status_success &&
             omprim_copy_out(where, sums, out, sizeof sums) == omprim_status_success,
         "segments are summed");
  expect(
      omprim_segmented_argmin_int32(where, data, by_length, places, out) == omprim_status_success &&
          omprim_copy_out(where, least, out, sizeof least) == omprim_status_success &&
          omprim_copy_out(where, positions, places, sizeof positions) == omprim_status_success,
      "their least elements are found");
  expect(omprim_segmented_inclusive_scan_int32(where, data, count, by_length, out,
                                               omprim_operator_plus) == omprim_status_success &&
             omprim_copy_out(where, scanned, out, sizeof scanned) == omprim_status_success,
         "they are scanned");
  int right = 1;
  for (int s = 0; s < lengths; ++s) {
    int32_t sum = 0;
    for (int64_t i = offsets[s]; i < offsets[s + 1]; ++i) sum += values[i];
    right = right && sums[s] == sum;
  }
  expect(right, "sums of segments are those of loops");
  for (int row = 0; row < rows; ++row) {
    const int32_t* first = values + row * columns;
    int32_t sum = 0;
    int best = 0;
    for (int i = 0; i < columns; ++i) {
      if (first[i] < first[best]) best = i;
      sum += first[i];
      right = right && scanned[row * columns + i] == sum;
    }
    right = right && positions[row] == best && least[row] == first[best];
  }
  expect(right, "rows give what loops give");

  const omprim_segments by_heads = omprim_segments_by_heads((const unsigned char*)bounds);
  expect(omprim_segmented_reduce_int32(where, data, by_heads, out, omprim_operator_plus) ==
             omprim_status_invalid_argument,
         "heads are refused");
  omprim_deallocate(where, places);
  omprim_deallocate(where, out);
  omprim_deallocate(where, bounds);
}

/* The values are -3 to 996, each once: as keys, each is a run. */
static void check_columns(omprim_execution where, const int32_t* values, const int32_t* data) {
  int32_t results[3] = {0, 0, 0};
  void* unique = NULL;
  void* sums = NULL;
  void* more = NULL;
  size_t runs = 0;
  expect(omprim_allocate(where, count * sizeof(int32_t), &unique) == omprim_status_success &&
             omprim_allocate(where, count * sizeof(int32_t), &sums) == omprim_status_success &&
             omprim_allocate(where, count * sizeof(int32_t), &more) == omprim_status_success,
         "there is memory for columns");
  const int32_t* columns[] = {data, data};
  int32_t* outs[] = {sums, more};
  expect(omprim_reduce_columns_by_int32_key_int32(where, data, columns, 2, count, unique, outs,
                                                  omprim_operator_plus,
                                                  &runs) == omprim_status_success &&
             runs == count &&
             omprim_copy_out(where, results, more, sizeof results) == omprim_status_success &&
             results[0] == values[0] && results[2] == values[2],
         "two columns are added by key");
  const omprim_column column = {.type = omprim_element_int32,
                                .operation = omprim_operation_segmented_max,
                                .values = data,
                                .out = sums};
  expect(omprim_reduce_columns_by_key(where, omprim_element_int32, data, 3, unique, &column, 1,
                                      NULL, &runs) == omprim_status_success &&
             runs == 3 &&
             omprim_copy_out(where, results, sums, sizeof results) == omprim_status_success &&
             results[0] == values[0] && results[2] == values[2],
         "a column is reduced by numbers");
  omprim_deallocate(where, more);
  omprim_deallocate(where, sums);
  omprim_deallocate(where, unique);
}

/* Counts of data[0] to data[999], which are -3 to 996. */
static void check_histograms(omprim_execution where, const int32_t* data) {
  const int32_t edges[] = {-10, 0, 0, 500};
  int64_t counts[] = {7, 7, 7, 7};
  void* borders = NULL;
  void* out = NULL;
  expect(omprim_allocate(where, sizeof edges, &borders) == omprim_status_success &&
             omprim_allocate(where, sizeof counts, &out) == omprim_status_success &&
             omprim_copy_in(where, borders, edges, sizeof edges) == omprim_status_success,
         "there is memory for histograms");
  expect(
      omprim_histogram_even_int32(where, data, count, 0, 1200, 4, out) == omprim_status_success &&
          omprim_copy_out(where, counts, out, sizeof counts) == omprim_status_success &&
          counts[0] == 300 && counts[1] == 300 && counts[2] == 300 && counts[3] == 97,
      "four bins of 300 numbers are counted");
  expect(
      omprim_histogram_edges_int32(where, data, count, borders, 3, out) == omprim_status_success &&
          omprim_copy_out(where, counts, out, sizeof counts) == omprim_status_success &&
          counts[0] == 3 && counts[1] == 0 && counts[2] == 500 && counts[3] == 97,
      "three bins between edges are counted");
  omprim_histogram_request request = {.bins = 2, .counts = out};
  request.lower.i = -3;
  request.upper.i = 997;
  expect(omprim_histogram(where, omprim_element_int32, omprim_operation_histogram_even, data, count,
                          &request, NULL) == omprim_status_success &&
             omprim_copy_out(where, counts, out, sizeof counts) == omprim_status_success &&
             counts[0] == 500 && counts[1] == 500,
         "two bins are counted by numbers");
  omprim_deallocate(where, out);
  omprim_deallocate(where, borders);
}

/* The values are -3 to 996, each once. */
static void check_sorts(omprim_execution where, const int32_t* values, const int32_t* data) {
  int32_t sorted[count], carried[count], few[count];
  int64_t places[count];
  void* keys = NULL;
  void* more = NULL;
  void* positions = NULL;
  expect(omprim_allocate(where, sizeof sorted, &keys) == omprim_status_success &&
             omprim_allocate(where, sizeof carried, &more) == omprim_status_success &&
             omprim_allocate(where, sizeof places, &positions) == omprim_status_success,
         "there is memory for sorts");
  expect(omprim_sort_int32(where, data, count, keys, omprim_order_ascending) ==
                 omprim_status_success &&
             omprim_copy_out(where, sorted, keys, sizeof sorted) == omprim_status_success,
         "integers are sorted");
  expect(omprim_argsort_int32(where, data, count, positions, omprim_order_descending) ==
                 omprim_status_success &&
             omprim_copy_out(where, places, positions, sizeof places) == omprim_status_success,
         "their positions are sorted");
  expect(omprim_argsort32_int32(where, data, count, more, omprim_order_ascending) ==
                 omprim_status_success &&
             omprim_copy_out(where, few, more, sizeof few) == omprim_status_success,
         "their positions are sorted in 4 bytes");
  expect(omprim_sort_by_key_int32(where, keys, more, count, sizeof *few, keys, more,
                                  omprim_order_descending) == omprim_status_success &&
             omprim_copy_out(where, carried, more, sizeof carried) == omprim_status_success,
         "they are sorted with values, in place");
  int right = 1;
  for (int i = 0; i < count; ++i) {
    right = right && sorted[i] == i - 3 && values[few[i]] == i - 3;
    right = right && values[places[i]] == 996 - i && values[carried[i]] == 996 - i;
  }
  expect(right, "all are in order");
  const omprim_sort_request request = {.keys_out = keys};
  expect(omprim_sort(where, omprim_element_int32, omprim_operation_sort, keys, count, &request,
                     NULL) == omprim_status_success &&
             omprim_copy_out(where, sorted, keys, sizeof sorted) == omprim_status_success &&
             sorted[0] == -3 && sorted[999] == 996,
         "they are sorted by numbers");
  omprim_deallocate(where, positions);
  omprim_deallocate(where, more);
  omprim_deallocate(where, keys);
}

/* The values are -3 to 996, each once. */
static void check_order_statistics(omprim_execution where, const int32_t* values,
                                   const int32_t* data) {
  int32_t best[2] = {0, 0}, found[3] = {0, 0, 0}, quartiles[2] = {0, 0};
  int64_t places[2] = {0, 0};
  const double probabilities[] = {0.25, 0.75};
  void* out = NULL;
  void* positions = NULL;
  expect(omprim_allocate(where, sizeof best, &out) == omprim_status_success &&
             omprim_allocate(where, sizeof places, &positions) == omprim_status_success,
         "there is memory for order statistics");
  expect(omprim_top_k_int32(where, data, count, 2, out, positions, omprim_order_descending) ==
                 omprim_status_success &&
             omprim_copy_out(where, best, out, sizeof best) == omprim_status_success &&
             omprim_copy_out(where, places, positions, sizeof places) == omprim_status_success &&
             best[0] == 996 && best[1] == 995 && values[places[0]] == 996 &&
             values[places[1]] == 995,
         "the largest numbers are found");
  const omprim_top_k_request request = {.k = 2, .out = out, .order = omprim_order_ascending};
  expect(omprim_top_k(where, omprim_element_int32, omprim_operation_top_k, data, count, &request,
                      NULL) == omprim_status_success &&
             omprim_copy_out(where, best, out, sizeof best) == omprim_status_success &&
             best[0] == -3 && best[1] == -2,
         "the smallest numbers are found");
  expect(omprim_kth_smallest_int32(where, data, count, 10, found) == omprim_status_success &&
             omprim_median_int32(where, data, count, found + 1) == omprim_status_success &&
             omprim_quantiles_int32(where, data, count, probabilities, 2, quartiles) ==
                 omprim_status_success &&
             found[0] == 7 && found[1] == 496 && quartiles[0] == 246 && quartiles[1] == 746,
         "numbers at some places are found");
  omprim_deallocate(where, positions);
  omprim_deallocate(where, out);
}

static void check_searches(omprim_execution where, const int32_t* data) {
  int32_t merged[2 * count], few[count];
  void* keys = NULL;
  void* both = NULL;
  void* positions = NULL;
  expect(omprim_allocate(where, sizeof few, &keys) == omprim_status_success &&
             omprim_allocate(where, sizeof merged, &both) == omprim_status_success &&
             omprim_allocate(where, count * sizeof(int64_t), &positions) == omprim_status_success,
         "there is memory for searches");
  expect(omprim_argsort_int32(where, data, count, positions, omprim_order_ascending) ==
                 omprim_status_success &&
             omprim_gather_int32(where, data, count, positions, count, keys) ==
                 omprim_status_success &&
             omprim_lower_bound_int32(where, keys, count, data, count, positions,
                                      omprim_order_ascending) == omprim_status_success &&
             omprim_scatter_int32(where, data, positions, count, both, 2 * count) ==
                 omprim_status_success &&
             omprim_copy_out(where, few, both, sizeof few) == omprim_status_success,
         "each integer is found");
  expect(omprim_merge_int32(where, keys, count, keys, count, both, omprim_order_ascending) ==
                 omprim_status_success &&
             omprim_copy_out(where, merged, both, sizeof merged) == omprim_status_success,
         "integers are merged");
  int right = 1;
  for (int i = 0; i < count; ++i) {
    right = right && few[i] == i - 3 && merged[2 * i] == i - 3 && merged[2 * i + 1] == i - 3;
  }
  expect(right, "all are where they belong");
  omprim_deallocate(where, positions);
  omprim_deallocate(where, both);
  omprim_deallocate(where, keys);
}

void check_arrays(omprim_execution where, const int32_t* values, const int32_t* data) {
  check_bool_flags();
  check_selections(where, data);
  check_segments(where, values, data);
  check_columns(where, values, data);
  check_histograms(where, data);
  check_sorts(where, values, data);
  check_order_statistics(where, values, data);
  check_searches(where, data);
}
