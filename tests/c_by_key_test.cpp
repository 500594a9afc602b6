// SPDX-License-Identifier: BSD-3-Clause
// First values and scans by key of the C API: the results of the C++ functions, errors as codes and
// text. c_segments_test.cpp has reductions.
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
