// SPDX-License-Identifier: BSD-3-Clause
// Segmented reductions of the C API: the results of the C++ functions, errors as codes and text.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/segments.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;

class CSegments : public omprim_test::c_api_test {};
OMPRIM_ON_EVERY_BACKEND(CSegments);

TEST_P(CSegments, Reductions) {
  const placed_array<double> values(where(), {3, 1, 4, 1, 5, 9});
  const placed_array<std::int32_t> offsets(where(), {0, 2, 2, 6});
  const placed_array<double> out(where(), std::vector<double>(3));
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(3));
  const omprim_segments rows = omprim_segments_by_offsets32(offsets.data(), 3);
  ASSERT_EQ(omprim_segmented_reduce_float64(c_where(), values.data(), rows, out.pointer(),
                                            omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<double>{4, 0, 19}));
  ASSERT_EQ(
      omprim_segmented_argmin_float64(c_where(), values.data(), rows, positions.pointer(), nullptr),
      omprim_status_success);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{1, -1, 1}));
  const omprim_segments pairs = omprim_segments_by_length(2, 3);
  ASSERT_EQ(omprim_segmented_argmax_float64(c_where(), values.data(), pairs, positions.pointer(),
                                            out.pointer()),
            omprim_status_success);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{0, 0, 1}));
  EXPECT_EQ(out.values(), (std::vector<double>{3, 4, 9}));
  const placed_array<std::int64_t> keys(where(), {1, 1, 1, 5, 5, 6});
  const placed_array<std::int64_t> unique_keys(where(), std::vector<std::int64_t>(6));
  const placed_array<double> sums(where(), std::vector<double>(6));
  size_t runs = 0;
  ASSERT_EQ(omprim_reduce_by_int64_key_float64(c_where(), keys.data(), values.data(), 6,
                                               unique_keys.pointer(), sums.pointer(),
                                               omprim_operator_maximum, &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 3u);
  EXPECT_EQ(unique_keys.values(), (std::vector<std::int64_t>{1, 5, 6, 0, 0, 0}));
  EXPECT_EQ(sums.values(), (std::vector<double>{4, 5, 9, 0, 0, 0}));
}

TEST_P(CSegments, WithTheirNumberOfValues) {
  constexpr std::int64_t segments = 150;
  constexpr std::int64_t length = 3100;
  std::vector<std::int64_t> bounds(segments + 1);
  for (std::int64_t s = 0; s <= segments; ++s) bounds[static_cast<std::size_t>(s)] = s * length;
  const placed_array<double> values(where(), std::vector<double>(segments * length, 2));
  const placed_array<std::int64_t> offsets(where(), bounds);
  const placed_array<double> out(where(), std::vector<double>(segments));
  omprim_segments rows = omprim_segments_by_offsets64(offsets.data(), segments);
  EXPECT_EQ(rows.values, 0u);
  rows.values = segments * length;
  ASSERT_EQ(omprim_segmented_reduce_float64(c_where(), values.data(), rows, out.pointer(),
                                            omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), std::vector<double>(segments, 2 * length));
}

TEST_P(CSegments, OfTheTable) {
  const placed_array<std::int32_t> values(where(), {3, 1, 4, 1, 5, 9});
  const placed_array<std::int64_t> offsets(where(), {0, 2, 6});
  const placed_array<std::int32_t> out(where(), std::vector<std::int32_t>(6, -1));
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(2));
  omprim_segment_request request = {};
  request.segments = omprim_segments_by_offsets64(offsets.data(), 2);
  request.out = out.pointer();
  omprim_options options = {};
  options.strategy = "item-per-segment";
  ASSERT_EQ(omprim_segmented_reduce(c_where(), omprim_element_int32, omprim_operation_segmented_sum,
                                    values.data(), &request, &options),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<std::int32_t>{4, 19, -1, -1, -1, -1}));
  request.positions = positions.pointer();
  ASSERT_EQ(
      omprim_segmented_reduce(c_where(), omprim_element_int32, omprim_operation_segmented_argmax,
                              values.data(), &request, nullptr),
      omprim_status_success);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(out.values(), (std::vector<std::int32_t>{3, 9, -1, -1, -1, -1}));
  const placed_array<int> keys(where(), {1, 1, 1, 5, 5, 6});
  const placed_array<int> unique_keys(where(), std::vector<int>(6));
  size_t runs = 0;
  ASSERT_EQ(omprim_reduce_by_key(c_where(), omprim_element_int32, keys.data(), omprim_element_int32,
                                 omprim_operation_segmented_min, values.data(), 6,
                                 unique_keys.pointer(), out.pointer(), nullptr, &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 3u);
  EXPECT_EQ(unique_keys.values(), (std::vector<int>{1, 5, 6, 0, 0, 0}));
  EXPECT_EQ(out.values(), (std::vector<std::int32_t>{1, 1, 9, -1, -1, -1}));
}

TEST_P(CSegments, RefuseSizesThatNoArrayHas) {
  const placed_array<int> data(where(), {3, 1, 4});
  const placed_array<int> out(where(), {7, 7, 7});
  const placed_array<int> unique_keys(where(), {7, 7, 7});
  const auto n = static_cast<size_t>(-1);
  size_t runs = 7;
  const auto refused = [](omprim_status got) {
    expect_refused(got, omprim_status_invalid_argument, {"no array"});
  };
  refused(omprim_reduce_by_key(c_where(), omprim_element_int32, data.data(), omprim_element_int32,
                               omprim_operation_segmented_sum, data.data(), n,
                               unique_keys.pointer(), out.pointer(), nullptr, &runs));
  refused(omprim_segmented_reduce_int32(c_where(), data.data(), omprim_segments_by_length(n, 1),
                                        out.pointer(), omprim_operator_plus));
  EXPECT_EQ(runs, 7U);
  EXPECT_EQ(out.values(), (std::vector<int>{7, 7, 7}));
}

TEST_P(CSegments, RefuseNonsense) {
  const placed_array<int> data(where(), {3, 1, 4});
  const omprim_segments ones = omprim_segments_by_length(1, 3);
  EXPECT_EQ(omprim_segmented_reduce_int32(c_where(), data.data(), ones, data.pointer(), 3),
            omprim_status_unknown_name);
  const omprim_segments odd = {nullptr, data.data(), 2, 3, 0, 0};
  expect_refused(omprim_segmented_reduce_int32(c_where(), data.data(), odd, data.pointer(),
                                               omprim_operator_plus),
                 omprim_status_invalid_argument, {"2 bytes"});
  const placed_array<unsigned char> flags(where(), {1, 0, 1});
  expect_refused(
      omprim_segmented_reduce_int32(c_where(), data.data(), omprim_segments_by_heads(flags.data()),
                                    data.pointer(), omprim_operator_plus),
      omprim_status_invalid_argument, {"by heads"});
  EXPECT_EQ(omprim_segmented_reduce(c_where(), omprim_element_int32, omprim_operation_segmented_sum,
                                    data.data(), nullptr, nullptr),
            omprim_status_invalid_argument);
  EXPECT_EQ(omprim_reduce_by_key(c_where(), omprim_element_int32, data.data(), omprim_element_int32,
                                 omprim_operation_scan_sum, data.data(), 3, data.pointer(),
                                 data.pointer(), nullptr, nullptr),
            omprim_status_invalid_argument);
  size_t runs = 7;
  EXPECT_EQ(omprim_reduce_by_key(c_where(), omprim_element_int32, data.data(), omprim_element_int32,
                                 omprim_operation_scan_sum, data.data(), 3, data.pointer(),
                                 data.pointer(), nullptr, &runs),
            omprim_status_unknown_variant);
  EXPECT_EQ(runs, 7u);
  EXPECT_EQ(data.values(), (std::vector<int>{3, 1, 4}));
}

}  // namespace
