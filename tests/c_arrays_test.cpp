// SPDX-License-Identifier: BSD-3-Clause
// Selections and scans of the C API: the results of the C++ functions, errors as codes and text.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/arrays.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;

class CArrays : public omprim_test::c_api_test {};
OMPRIM_ON_EVERY_BACKEND(CArrays);

TEST_P(CArrays, SelectionsAndScans) {
  const placed_array<float> in(where(), {3, 1, 4, 1, 5, 9});
  const placed_array<float> out(where(), std::vector<float>(6, -1.0f));
  const placed_array<float> left(where(), std::vector<float>(6, -1.0f));
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(6, -1));
  const placed_array<unsigned char> flags(where(), {0, 1, 0, 0, 0, 7});
  size_t kept = 0;
  ASSERT_EQ(omprim_select_if_float32(c_where(), in.data(), 6, out.pointer(),
                                     omprim_comparison_greater_equal, 4.0f, &kept),
            omprim_status_success);
  ASSERT_EQ(kept, 3u);
  EXPECT_EQ(out.values(), (std::vector<float>{4, 5, 9, -1, -1, -1}));
  ASSERT_EQ(omprim_inclusive_scan_float32(c_where(), out.data(), kept, out.pointer(),
                                          omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{4, 9, 18, -1, -1, -1}));
  ASSERT_EQ(omprim_exclusive_scan_float32(c_where(), in.data(), 6, out.pointer(),
                                          omprim_operator_maximum, 2.0f),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{2, 3, 3, 4, 4, 5}));
  ASSERT_EQ(omprim_select_index_float32(c_where(), in.data(), 6, positions.pointer(),
                                        omprim_comparison_equal, 1.0f, &kept),
            omprim_status_success);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{1, 3, -1, -1, -1, -1}));
  ASSERT_EQ(omprim_partition_float32(c_where(), in.data(), 6, out.pointer(), left.pointer(),
                                     omprim_comparison_less, 4.0f, &kept),
            omprim_status_success);
  EXPECT_EQ(kept, 3u);
  EXPECT_EQ(left.values(), (std::vector<float>{4, 5, 9, -1, -1, -1}));
  ASSERT_EQ(
      omprim_select_flagged_float32(c_where(), in.data(), flags.data(), 6, out.pointer(), &kept),
      omprim_status_success);
  EXPECT_EQ(kept, 2u);
  ASSERT_EQ(
      omprim_count_if_float32(c_where(), in.data(), 6, omprim_comparison_not_equal, 1.0f, &kept),
      omprim_status_success);
  EXPECT_EQ(kept, 4u);
  ASSERT_EQ(omprim_unique_float32(c_where(), in.data(), 6, out.pointer(), &kept),
            omprim_status_success);
  EXPECT_EQ(kept, 6u);
}

TEST_P(CArrays, RefuseSizesThatNoArrayHas) {
  const placed_array<int> in(where(), {3, 1, 4});
  const placed_array<int> out(where(), {7, 7, 7});
  const auto n = static_cast<size_t>(-1);
  size_t kept = 7;
  const auto refused = [](omprim_status got) {
    expect_refused(got, omprim_status_invalid_argument, {"no array"});
  };
  refused(omprim_select_if_int32(c_where(), in.data(), n, out.pointer(), omprim_comparison_greater,
                                 2, &kept));
  refused(
      omprim_inclusive_scan_int32(c_where(), in.data(), n, out.pointer(), omprim_operator_plus));
  EXPECT_EQ(kept, 7U);
  EXPECT_EQ(out.values(), (std::vector<int>{7, 7, 7}));
}

TEST_P(CArrays, ScansOfSegments) {
  const placed_array<int> in(where(), {3, 1, 4, 1, 5, 9});
  const placed_array<int> out(where(), std::vector<int>(6, -1));
  const placed_array<unsigned char> heads(where(), {0, 0, 1, 0, 1, 0});
  const placed_array<std::int32_t> rows32(where(), {0, 2, 2, 4, 5});
  const placed_array<std::int64_t> rows64(where(), {1, 3, 2});
  ASSERT_EQ(omprim_segmented_inclusive_scan_int32(c_where(), in.data(), 6,
                                                  omprim_segments_by_heads(heads.data()),
                                                  out.pointer(), omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<int>{3, 4, 4, 5, 5, 14}));
  ASSERT_EQ(omprim_segmented_exclusive_scan_int32(c_where(), in.data(), 6,
                                                  omprim_segments_by_offsets32(rows32.data(), 4),
                                                  out.pointer(), omprim_operator_maximum, 2),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<int>{2, 3, 2, 4, 2, 14}));
  expect_refused(omprim_segmented_exclusive_scan_int32(
                     c_where(), in.data(), 6, omprim_segments_by_offsets64(rows64.data(), 2),
                     out.pointer(), omprim_operator_minimum, 2),
                 omprim_status_invalid_argument, {"are 3 and 2"});
  ASSERT_EQ(omprim_segmented_inclusive_scan_int32(c_where(), in.data(), 6,
                                                  omprim_segments_by_length(2, 2), out.pointer(),
                                                  omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<int>{3, 4, 4, 5, 2, 14}));
}

TEST_P(CArrays, OfTheTable) {
  const placed_array<float> in(where(), {3, 1, 4, 4, 5, 9});
  const placed_array<float> out(where(), std::vector<float>(6, -1.0f));
  const placed_array<unsigned char> flags(where(), {0, 1, 0, 0, 0, 7});
  omprim_selection selection = {};
  selection.comparison = omprim_comparison_less;
  selection.bound.f = 4;
  selection.selected = out.pointer();
  omprim_options options = {};
  options.strategy = "single-pass";
  size_t kept = 0;
  ASSERT_EQ(omprim_select(c_where(), omprim_element_float32, omprim_operation_select_if, in.data(),
                          6, &selection, OMPRIM_UNKNOWN_ROOM, &options, &kept),
            omprim_status_success);
  EXPECT_EQ(kept, 2u);
  EXPECT_EQ(out.values(), (std::vector<float>{3, 1, -1, -1, -1, -1}));
  expect_refused(omprim_select(c_where(), omprim_element_float32, omprim_operation_unique,
                               in.data(), 6, &selection, 4, nullptr, &kept),
                 omprim_status_invalid_argument, {"room for 4"});
  EXPECT_EQ(out.values(), (std::vector<float>{3, 1, -1, -1, -1, -1}));
  ASSERT_EQ(omprim_count_flagged(c_where(), flags.data(), 6, &kept), omprim_status_success);
  EXPECT_EQ(kept, 2u);
  ASSERT_EQ(omprim_count_unique_float32(c_where(), in.data(), 6, &kept), omprim_status_success);
  EXPECT_EQ(kept, 5u);
  omprim_scan_request request = {};
  request.exclusive = 1;
  request.has_initial = 1;
  request.initial.f = 10;
  request.out = out.pointer();
  request.segments = omprim_segments_by_heads(flags.data());
  ASSERT_EQ(omprim_scan(c_where(), omprim_element_float32, omprim_operation_segmented_scan_sum,
                        in.data(), 6, &request, nullptr),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{10, 10, 11, 15, 19, 10}));
  EXPECT_EQ(omprim_scan(c_where(), omprim_element_float32, omprim_operation_scan_sum, in.data(), 6,
                        nullptr, nullptr),
            omprim_status_invalid_argument);
}

TEST_P(CArrays, RefuseNonsense) {
  const placed_array<int> data(where(), {3, 1, 4});
  size_t kept = 7;
  expect_refused(omprim_select_if_int32(c_where(), data.data(), 3, data.pointer(), 6, 0, &kept),
                 omprim_status_unknown_name, {"comparison"});
  EXPECT_EQ(omprim_select_if_int32(c_where(), data.data(), 3, data.pointer(),
                                   omprim_comparison_less, 0, nullptr),
            omprim_status_invalid_argument);
  EXPECT_EQ(omprim_inclusive_scan_int32(c_where(), data.data(), 3, data.pointer(), 3),
            omprim_status_unknown_name);
  EXPECT_EQ(omprim_inclusive_scan_int32(c_where(), data.data(), 3, nullptr, omprim_operator_plus),
            omprim_status_invalid_argument);
  EXPECT_EQ(kept, 7u);
  EXPECT_EQ(data.values(), (std::vector<int>{3, 1, 4}));
}

TEST_P(CArrays, WideScans) {
  const placed_array<std::int32_t> in(where(), std::vector<std::int32_t>(3, 1 << 30));
  const placed_array<std::int64_t> out(where(), std::vector<std::int64_t>(3));
  ASSERT_EQ(omprim_wide_exclusive_scan_int32(c_where(), in.data(), 3, out.pointer(), 5),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<std::int64_t>{5, 5 + (1LL << 30), 5 + (2LL << 30)}));
  ASSERT_EQ(omprim_wide_inclusive_scan_int32(c_where(), in.data(), 3, out.pointer()),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<std::int64_t>{1LL << 30, 2LL << 30, 3LL << 30}));
}

}  // namespace
