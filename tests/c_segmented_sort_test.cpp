// SPDX-License-Identifier: BSD-3-Clause
// Segmented sorts of the C API, and those by a type that is an argument.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/c/segmented_sort.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"
#include "support/sort_oracle.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;
using ints = std::vector<std::int32_t>;
using doubles = std::vector<double>;

class CSegmentedSort : public omprim_test::c_api_test {};
OMPRIM_ON_EVERY_BACKEND(CSegmentedSort);

TEST_P(CSegmentedSort, Typed) {
  const placed_array<float> keys(where(), {3, 1, 2, 9, 8});
  const placed_array<double> values(where(), {30, 10, 20, 90, 80});
  const placed_array<std::int32_t> offsets(where(), {0, 3, 3, 5});
  const auto segments = omprim_segments_by_offsets32(offsets.data(), 3);
  const placed_array<float> out(where(), std::vector<float>(5));
  const placed_array<double> values_out(where(), doubles(5));
  ASSERT_EQ(omprim_segmented_sort_float32(c_where(), keys.data(), 5, segments, out.pointer(),
                                          omprim_order_ascending),
            omprim_status_success)
      << omprim_last_error();
  EXPECT_EQ(out.values(), (std::vector<float>{1, 2, 3, 8, 9}));
  ASSERT_EQ(omprim_segmented_sort_by_key_float32(c_where(), keys.data(), values.data(), 5, 8,
                                                 segments, out.pointer(), values_out.pointer(),
                                                 omprim_order_descending),
            omprim_status_success)
      << omprim_last_error();
  EXPECT_EQ(out.values(), (std::vector<float>{3, 2, 1, 9, 8}));
  EXPECT_EQ(values_out.values(), (doubles{30, 20, 10, 90, 80}));
}

TEST_P(CSegmentedSort, AnyType) {
  const placed_array<std::int64_t> keys(where(), {0x13, 0x21, 5, 4, 9});
  const placed_array<std::int32_t> values(where(), {1, 2, 3, 4, 5});
  omprim_sort_request request = {};
  request.keys_out = keys.pointer();
  request.values = values.data();
  request.values_out = values.pointer();
  request.value_bytes = 4;
  request.bits = {0, 4};  // 3, 1, 5, 4, 9
  ASSERT_EQ(
      omprim_segmented_sort(c_where(), omprim_element_int64, omprim_operation_sort_by_key,
                            keys.data(), 5, omprim_segments_by_length(2, 2), &request, nullptr),
      omprim_status_success)
      << omprim_last_error();
  EXPECT_EQ(keys.values(), (std::vector<std::int64_t>{0x21, 0x13, 4, 5, 9}));
  EXPECT_EQ(values.values(), (ints{2, 1, 4, 3, 5}));
}

TEST_P(CSegmentedSort, ValuesOf3Bytes) {
  using value = omprim_test::value_of_words<std::uint8_t, 3>;
  const placed_array<std::int32_t> keys(where(), {2, 1, 4, 3});
  const placed_array<value> values(where(), {value(2), value(1), value(4), value(3)});
  ASSERT_EQ(
      omprim_segmented_sort_by_key_int32(c_where(), keys.data(), values.data(), 4, sizeof(value),
                                         omprim_segments_by_length(2, 2), keys.pointer(),
                                         values.pointer(), omprim_order_ascending),
      omprim_status_success)
      << omprim_last_error();
  EXPECT_EQ(keys.values(), (ints{1, 2, 3, 4}));
  EXPECT_EQ(values.values(), (std::vector<value>{value(1), value(2), value(3), value(4)}));
}

TEST_P(CSegmentedSort, NonsenseIsRefused) {
  const placed_array<std::int32_t> x(where(), {3, 1, 4});
  const auto rows = omprim_segments_by_length(3, 1);
  expect_refused(omprim_segmented_sort_int32(c_where(), x.data(), 3, rows, x.pointer(), 7),
                 omprim_status_unknown_name, {"no order has the number 7"});
  expect_refused(omprim_segmented_sort_by_key_int32(c_where(), x.data(), x.data(), 3, 0, rows,
                                                    x.pointer(), x.pointer(), 0),
                 omprim_status_invalid_argument, {"values of 0 bytes"});
  expect_refused(omprim_segmented_sort_int32(c_where(), x.data(), 3,
                                             omprim_segments_by_length(2, 2), x.pointer(), 0),
                 omprim_status_invalid_argument, {"2 segments of 2", "n is 3"});
  EXPECT_EQ(omprim_segmented_sort(c_where(), omprim_element_int32, omprim_operation_sort, x.data(),
                                  3, rows, nullptr, nullptr),
            omprim_status_invalid_argument);
  omprim_sort_request request = {};
  request.keys_out = x.pointer();
  request.values_out = x.pointer();
  request.value_bytes = 4;
  expect_refused(omprim_segmented_sort(c_where(), omprim_element_int32, omprim_operation_argsort,
                                       x.data(), 3, rows, &request, nullptr),
                 omprim_status_invalid_argument, {"argsort"});
  EXPECT_EQ(x.values(), (ints{3, 1, 4}));
}

}  // namespace
