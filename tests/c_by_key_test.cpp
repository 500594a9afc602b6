// SPDX-License-Identifier: BSD-3-Clause
// First values, reductions of columns, and scans by key of the C API: the results of the C++
// functions, errors as codes and text. c_segments_test.cpp has reductions of one array.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/by_key.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;

class CByKey : public omprim_test::c_api_test {};
OMPRIM_ON_EVERY_BACKEND(CByKey);

TEST_P(CByKey, FirstValues) {
  const placed_array<std::int32_t> keys(where(), {2, 2, 5, 5, 2});
  const placed_array<std::int64_t> long_keys(where(), {2, 2, 5, 5, 2});
  const placed_array<double> values(where(), {1, 2, 3, 4, 5});
  const placed_array<std::int32_t> unique(where(), std::vector<std::int32_t>(5));
  const placed_array<std::int64_t> long_unique(where(), std::vector<std::int64_t>(5));
  const placed_array<double> first(where(), std::vector<double>(5));
  size_t runs = 0;
  ASSERT_EQ(omprim_unique_by_int32_key_float64(c_where(), keys.data(), values.data(), 5,
                                               unique.pointer(), first.pointer(), &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 3U);
  EXPECT_EQ(unique.values(), (std::vector<std::int32_t>{2, 5, 2, 0, 0}));
  EXPECT_EQ(first.values(), (std::vector<double>{1, 3, 5, 0, 0}));
  runs = 0;
  ASSERT_EQ(omprim_unique_by_key(c_where(), omprim_element_int64, long_keys.data(),
                                 omprim_element_float64, values.data(), 4, long_unique.pointer(),
                                 first.pointer(), nullptr, &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 2U);
  EXPECT_EQ(long_unique.values(), (std::vector<std::int64_t>{2, 5, 0, 0, 0}));
}

TEST_P(CByKey, Columns) {
  const placed_array<std::int64_t> keys(where(), {2, 2, 5, 5, 2});
  const placed_array<double> x(where(), {1, 2, 3, 4, 5});
  const placed_array<std::int32_t> y(where(), {9, 8, 7, 6, 5});
  const placed_array<std::int64_t> unique(where(), std::vector<std::int64_t>(5));
  const placed_array<double> sums(where(), std::vector<double>(5));
  const placed_array<double> more(where(), std::vector<double>(5));
  const placed_array<std::int32_t> least(where(), std::vector<std::int32_t>(5));
  const double* const columns[] = {x.data(), x.data()};
  double* const outs[] = {sums.pointer(), more.pointer()};
  size_t runs = 0;
  ASSERT_EQ(omprim_reduce_columns_by_int64_key_float64(c_where(), keys.data(), columns, 2, 5,
                                                       unique.pointer(), outs, omprim_operator_plus,
                                                       &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 3U);
  EXPECT_EQ(unique.values(), (std::vector<std::int64_t>{2, 5, 2, 0, 0}));
  EXPECT_EQ(sums.values(), (std::vector<double>{3, 7, 5, 0, 0}));
  EXPECT_EQ(more.values(), sums.values());
  const omprim_column two[] = {
      {omprim_element_float64, omprim_operation_segmented_max, x.data(), sums.pointer()},
      {omprim_element_int32, omprim_operation_segmented_min, y.data(), least.pointer()}};
  runs = 0;
  ASSERT_EQ(omprim_reduce_columns_by_key(c_where(), omprim_element_int64, keys.data(), 5,
                                         unique.pointer(), two, 2, nullptr, &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 3U);
  EXPECT_EQ(sums.values(), (std::vector<double>{2, 4, 5, 0, 0}));
  EXPECT_EQ(least.values(), (std::vector<std::int32_t>{8, 6, 5, 0, 0}));
  runs = 0;
  ASSERT_EQ(omprim_reduce_columns_by_int64_key_float64(c_where(), keys.data(), nullptr, 0, 2,
                                                       unique.pointer(), nullptr,
                                                       omprim_operator_plus, &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 1U);
}

TEST_P(CByKey, ColumnsThatAreWrong) {
  const placed_array<std::int32_t> x(where(), {3, 1, 4});
  const placed_array<std::int32_t> out(where(), {7, 7, 7});
  const std::int32_t* const columns[] = {x.data()};
  std::int32_t* const outs[] = {out.pointer()};
  size_t runs = 7;
  const auto reduce = [&](const std::int32_t* const* in, std::int32_t* const* to, int by) {
    return omprim_reduce_columns_by_int32_key_int32(c_where(), x.data(), in, 1, 3, out.pointer(),
                                                    to, by, &runs);
  };
  expect_refused(reduce(columns, outs, 0), omprim_status_invalid_argument,
                 {"the results of column 0 over the unique keys"});
  expect_refused(reduce(columns, outs, 9), omprim_status_unknown_name,
                 {"no operator has the number 9"});
  expect_refused(reduce(nullptr, outs, 0), omprim_status_invalid_argument,
                 {"columns", "null", "1"});
  expect_refused(reduce(columns, nullptr, 0), omprim_status_invalid_argument, {"columns", "null"});
  const auto reduce_any = [&](int type, int operation, size_t* count) {
    const omprim_column one = {type, operation, x.data(), out.pointer()};
    return omprim_reduce_columns_by_key(c_where(), omprim_element_int32, x.data(), 3, out.pointer(),
                                        &one, 1, nullptr, count);
  };
  const int sum = omprim_operation_segmented_sum;
  expect_refused(reduce_any(17, sum, &runs), omprim_status_unknown_name, {"element type", "17"});
  expect_refused(reduce_any(omprim_element_int32, omprim_operation_sum, &runs),
                 omprim_status_unknown_variant, {"sum", "reduce_any"});
  EXPECT_EQ(reduce_any(omprim_element_int32, sum, nullptr), omprim_status_invalid_argument);
  expect_refused(omprim_reduce_columns_by_key(c_where(), omprim_element_int32, x.data(), 3,
                                              out.pointer(), nullptr, 2, nullptr, &runs),
                 omprim_status_invalid_argument, {"columns", "null", "2"});
  EXPECT_EQ(runs, 7U);
  EXPECT_EQ(out.values(), (std::vector<std::int32_t>{7, 7, 7}));
}

TEST_P(CByKey, Scans) {
  const placed_array<std::int64_t> keys(where(), {2, 2, 5, 5, 2});
  const placed_array<float> values(where(), {1, 2, 3, 4, 5});
  const placed_array<float> out(where(), std::vector<float>(5));
  ASSERT_EQ(omprim_inclusive_scan_by_int64_key_float32(c_where(), keys.data(), values.data(), 5,
                                                       out.pointer(), omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{1, 3, 3, 7, 5}));
  ASSERT_EQ(omprim_exclusive_scan_by_int64_key_float32(c_where(), keys.data(), values.data(), 5,
                                                       out.pointer(), omprim_operator_maximum, 2),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{2, 2, 2, 3, 2}));
  omprim_scan_request request = {};
  request.out = out.pointer();
  ASSERT_EQ(
      omprim_scan_by_key(c_where(), omprim_element_int64, keys.data(), omprim_element_float32,
                         omprim_operation_segmented_scan_min, values.data(), 5, &request, nullptr),
      omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{1, 1, 3, 3, 5}));
}

TEST_P(CByKey, NonsenseIsRefused) {
  const placed_array<std::int32_t> x(where(), {3, 1, 4});
  const placed_array<std::int32_t> out(where(), {7, 7, 7});
  size_t runs = 7;
  expect_refused(omprim_unique_by_int32_key_int32(c_where(), x.data(), x.data(), 3, out.pointer(),
                                                  out.pointer(), &runs),
                 omprim_status_invalid_argument, {"unique_by_key", "over the unique keys"});
  EXPECT_EQ(omprim_unique_by_int32_key_int32(c_where(), x.data(), x.data(), 3, out.pointer(),
                                             out.pointer(), nullptr),
            omprim_status_invalid_argument);
  expect_refused(
      omprim_inclusive_scan_by_int32_key_int32(c_where(), x.data(), x.data(), 3, out.pointer(), 9),
      omprim_status_unknown_name, {"no operator has the number 9"});
  EXPECT_EQ(omprim_scan_by_key(c_where(), omprim_element_int32, x.data(), omprim_element_int32,
                               omprim_operation_segmented_scan_sum, x.data(), 3, nullptr, nullptr),
            omprim_status_invalid_argument);
  EXPECT_EQ(runs, 7U);
  EXPECT_EQ(out.values(), (std::vector<std::int32_t>{7, 7, 7}));
}

}  // namespace
