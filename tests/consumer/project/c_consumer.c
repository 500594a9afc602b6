/* SPDX-License-Identifier: BSD-3-Clause */
/* A C11 program: reductions, exact sums and errors. */
#include "c_consumer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <omprim/omprim.h>

#ifndef EXPECT_DEVICE
#define EXPECT_DEVICE 0
#endif

static int failures = 0;

void expect(int holds, const char* what) {
  if (holds) return;
  printf("%s does not hold; last error: %s\n", what, omprim_last_error());
  ++failures;
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

  check_exact_sums(where);
  check_exact_segments(where);
  check_arrays(where, values, data);
  omprim_deallocate(where, memory);
}

int main(void) {
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
