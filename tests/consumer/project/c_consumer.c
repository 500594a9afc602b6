/* SPDX-License-Identifier: BSD-3-Clause */
/* A C11 program. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <omprim/omprim.h>

#ifndef EXPECT_DEVICE
#define EXPECT_DEVICE 0
#endif

enum { count = 1000 };

static int failures = 0;

static void expect(int holds, const char* what) {
  if (holds) return;
  printf("%s does not hold; last error: %s\n", what, omprim_last_error());
  ++failures;
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

/* Sums of large terms that cancel, which a plain sum rounds away. */
static void check_exact_sums(omprim_execution where) {
  const double cancel[] = {1e16, 1.0, -1e16};
  const double overflow[] = {1.5e308, 1.5e308, -1.5e308};
  const double triangle[] = {3.0, -4.0, 0.0};
  void* x = NULL;
  void* y = NULL;
  expect(omprim_allocate(where, sizeof cancel, &x) == omprim_status_success &&
             omprim_allocate(where, sizeof triangle, &y) == omprim_status_success,
         "there is memory for exact sums");
  expect(omprim_copy_in(where, x, overflow, sizeof overflow) == omprim_status_success &&
             omprim_copy_in(where, y, triangle, sizeof triangle) == omprim_status_success,
         "copy");
  double value = 7;
  expect(omprim_exact_sum_float64(where, x, 3, &value) == omprim_status_success && value == 1.5e308,
         "1.5e308 + 1.5e308 - 1.5e308 is 1.5e308");
  expect(omprim_exact_dot_float64(where, x, y, 3, &value) == omprim_status_success &&
             value == -1.5e308,
         "3 * 1.5e308 - 4 * 1.5e308 is -1.5e308");
  expect(omprim_exact_weighted_sum_float64(where, y, x, 3, &value) == omprim_status_success &&
             value == -1.5e308,
         "it is a weighted sum, too");
  expect(omprim_exact_sum_of_absolutes_float64(where, y, 3, &value) == omprim_status_success &&
             value == 7.0,
         "the absolutes of (3, -4, 0) add up to 7");
  expect(omprim_exact_sum_of_squares_float64(where, y, 3, &value) == omprim_status_success &&
             value == 25.0,
         "its squares add up to 25");
  expect(omprim_exact_norm2_float64(where, y, 3, &value) == omprim_status_success && value == 5.0,
         "its norm is 5");
  expect(omprim_copy_in(where, x, cancel, sizeof cancel) == omprim_status_success, "copy");
  expect(omprim_exact_sum_float64(where, x, 3, &value) == omprim_status_success && value == 1.0,
         "1e16 + 1 - 1e16 is 1");
  expect(
      omprim_exact_mean_float64(where, x, 3, &value) == omprim_status_success && value == 1.0 / 3.0,
      "the mean of (1e16, 1, -1e16) is 1/3");
  omprim_result result;
  expect(omprim_exact(where, omprim_element_float64, omprim_operation_exact_dot, x, x, 3, NULL,
                      &result) == omprim_status_success &&
             result.value.f == 2e32,
         "its dot product with itself is 2e32, by numbers");
  expect(omprim_exact(where, omprim_element_int32, omprim_operation_exact_sum, x, NULL, 3, NULL,
                      &result) == omprim_status_unknown_variant &&
             result.value.f == 2e32,
         "an exact sum of integers is refused");

  const float single_cancel[] = {1e30f, 1e-30f, -1e30f};
  float single = 7;
  expect(omprim_copy_in(where, x, single_cancel, sizeof single_cancel) == omprim_status_success,
         "copy");
  expect(
      omprim_exact_sum_float32(where, x, 3, &single) == omprim_status_success && single == 1e-30f,
      "1e30 + 1e-30 - 1e30 is 1e-30");
  omprim_deallocate(where, y);
  omprim_deallocate(where, x);
}

/* Exact sums of segments, the second of which is empty. */
static void check_exact_segments(omprim_execution where) {
  const double values[] = {1e300, 1.0, -1e300, 3.0};
  const int32_t offsets[] = {0, 3, 3, 4};
  double sums[] = {7, 7, 7};
  void* data = NULL;
  void* bounds = NULL;
  void* out = NULL;
  expect(omprim_allocate(where, sizeof values, &data) == omprim_status_success &&
             omprim_allocate(where, sizeof offsets, &bounds) == omprim_status_success &&
             omprim_allocate(where, sizeof sums, &out) == omprim_status_success,
         "there is memory for exact sums of segments");
  expect(omprim_copy_in(where, data, values, sizeof values) == omprim_status_success &&
             omprim_copy_in(where, bounds, offsets, sizeof offsets) == omprim_status_success,
         "copy");
  expect(omprim_exact_segmented_sum_float64(where, data, omprim_segments_by_offsets32(bounds, 3),
                                            out) == omprim_status_success &&
             omprim_copy_out(where, sums, out, sizeof sums) == omprim_status_success,
         "segments are summed exactly");
  expect(sums[0] == 1.0, "1e300 + 1 - 1e300 is 1");
  expect(sums[1] == 0.0 && !signbit(sums[1]), "the sum of an empty segment is +0");
  expect(sums[2] == 3.0, "the sum of one element is that element");

  const float single_values[] = {1e30f, 1e-30f, -1e30f, 3.0f};
  float single_sums[] = {7, 7};
  expect(omprim_copy_in(where, data, single_values, sizeof single_values) == omprim_status_success,
         "copy");
  expect(omprim_exact_segmented_sum_float32(where, data, omprim_segments_by_length(3, 1), out) ==
                 omprim_status_success &&
             omprim_copy_out(where, single_sums, out, sizeof(float)) == omprim_status_success &&
             single_sums[0] == 1e-30f,
         "1e30 + 1e-30 - 1e30 is 1e-30 in a segment, too");
  omprim_deallocate(where, out);
  omprim_deallocate(where, bounds);
  omprim_deallocate(where, data);
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

static void check(omprim_execution where) {
  int32_t values[count];
  for (int i = 0; i < count; ++i) values[i] = (i * 7) % count - 3;
  void* memory = NULL;
  expect(omprim_allocate(where, sizeof values, &memory) == omprim_status_success, "allocate");
  expect(omprim_copy_in(where, memory, values, sizeof values) == omprim_status_success, "copy");
  const int32_t* data = memory;

  int32_t sum = 0, least = 0, greatest = 0;
  int64_t index = -7, wide = 0;
  int all = 7;
  expect(omprim_sum_int32(where, data, count, &sum) == omprim_status_success && sum == 496500,
         "sum is 496500");
  expect(omprim_argmin_int32(where, data, count, &least, &index) == omprim_status_success &&
             least == -3 && index == 0,
         "the least element is -3 at 0");
  expect(omprim_minmax_int32(where, data, count, &least, &greatest) == omprim_status_success &&
             least == -3 && greatest == 996,
         "extremes are -3 and 996");
  expect(omprim_all_int32(where, data, count, &all) == omprim_status_success && all == 0,
         "not all are nonzero");
  expect(
      omprim_wide_sum_int32(where, data, count, &wide) == omprim_status_success && wide == 496500,
      "the wide sum is 496500");

  const omprim_options options = {"sequential", 0, 0, 0};
  omprim_result result;
  if (where.backend != omprim_backend_device) {
    expect(omprim_reduce(where, omprim_element_int32, omprim_operation_sum, data, NULL, count,
                         &options, &result) == omprim_status_success &&
               result.value.i == 496500,
           "the sequential sum is 496500");
  }

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
  check_segments(where, values, data);
  check_exact_sums(where);
  check_exact_segments(where);
  check_histograms(where, data);
  omprim_deallocate(where, memory);
}

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

int main(void) {
  check_bool_flags();
  check(omprim_serial());
  check(omprim_host(2));
  if (EXPECT_DEVICE) {
    omprim_execution device;
    expect(omprim_device(0, &device) == omprim_status_success, "device 0 is there");
    check(device);
  }

  int32_t result = 7;
  expect(omprim_sum_int32(omprim_serial(), NULL, 1, &result) == omprim_status_invalid_argument,
         "a null pointer is refused");
  expect(result == 7, "a failed call writes no result");
  expect(strlen(omprim_last_error()) > 0, "the error has words");
  expect(strcmp(omprim_status_message(omprim_status_success), "success") == 0, "0 is success");
  omprim_execution nowhere;
  expect(omprim_device(12345, &nowhere) != omprim_status_success, "device 12345 is refused");
  expect(omprim_parse_execution("moon", &nowhere) == omprim_status_unknown_name,
         "backend moon is refused");
  return failures == 0 ? 0 : 1;
}
