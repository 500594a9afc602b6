// SPDX-License-Identifier: BSD-3-Clause
// Exact sums of the C API: the results of the C++ functions, errors as codes and text.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/exact.h>
#include <omprim/c/segments.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;

class CExact : public omprim_test::c_api_test {};
OMPRIM_ON_EVERY_BACKEND(CExact);

TEST_P(CExact, DoubleFunctions) {
  const placed_array<double> cancel(where(), {1e16, 1.0, -1e16});
  const placed_array<double> large(where(), {1.5e308, 1.5e308, -1.5e308});
  const placed_array<double> triangle(where(), {3.0, -4.0, 0.0});
  double value = 0;
  EXPECT_EQ(omprim_exact_sum_float64(c_where(), cancel.data(), 3, &value), omprim_status_success);
  EXPECT_EQ(value, 1.0);
  EXPECT_EQ(omprim_exact_sum_float64(c_where(), large.data(), 3, &value), omprim_status_success);
  EXPECT_EQ(value, 1.5e308);
  EXPECT_EQ(omprim_exact_sum_of_absolutes_float64(c_where(), triangle.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 7.0);
  EXPECT_EQ(omprim_exact_sum_of_squares_float64(c_where(), triangle.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 25.0);
  EXPECT_EQ(omprim_exact_norm2_float64(c_where(), triangle.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 5.0);
  EXPECT_EQ(omprim_exact_norm2_float64(c_where(), large.data(), 1, &value), omprim_status_success);
  EXPECT_EQ(value, 1.5e308);
  EXPECT_EQ(omprim_exact_mean_float64(c_where(), cancel.data(), 3, &value), omprim_status_success);
  EXPECT_EQ(value, 1.0 / 3.0);
  EXPECT_EQ(omprim_exact_dot_float64(c_where(), large.data(), triangle.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, -1.5e308);
  EXPECT_EQ(omprim_exact_weighted_sum_float64(c_where(), triangle.data(), cancel.data(), 2, &value),
            omprim_status_success);
  EXPECT_EQ(value, 3e16 - 4.0);
}

TEST_P(CExact, FloatFunctions) {
  const float most = std::numeric_limits<float>::max();
  const float least = std::numeric_limits<float>::denorm_min();
  const placed_array<float> cancel(where(), {most, least, -most});
  const placed_array<float> weights(where(), {2.0F, 5.0F, 2.0F});
  const placed_array<float> triangle(where(), {3.0F, -4.0F, 0.0F});
  float value = 0;
  EXPECT_EQ(omprim_exact_sum_float32(c_where(), cancel.data(), 3, &value), omprim_status_success);
  EXPECT_EQ(value, least);
  EXPECT_EQ(omprim_exact_sum_of_absolutes_float32(c_where(), triangle.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 7.0F);
  EXPECT_EQ(omprim_exact_sum_of_squares_float32(c_where(), triangle.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 25.0F);
  EXPECT_EQ(omprim_exact_norm2_float32(c_where(), triangle.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 5.0F);
  EXPECT_EQ(omprim_exact_norm2_float32(c_where(), cancel.data() + 1, 1, &value),
            omprim_status_success);
  EXPECT_EQ(value, least);
  EXPECT_EQ(omprim_exact_mean_float32(c_where(), cancel.data(), 2, &value), omprim_status_success);
  EXPECT_EQ(value, most / 2);
  EXPECT_EQ(omprim_exact_dot_float32(c_where(), cancel.data(), weights.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 5 * least);
  EXPECT_EQ(omprim_exact_weighted_sum_float32(c_where(), weights.data(), cancel.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 5 * least);
}

TEST_P(CExact, EmptyInputGivesZeroAndNoMean) {
  double value = -7;
  EXPECT_EQ(omprim_exact_sum_float64(c_where(), nullptr, 0, &value), omprim_status_success);
  EXPECT_EQ(value, 0.0);
  EXPECT_FALSE(std::signbit(value));
  EXPECT_EQ(omprim_exact_dot_float64(c_where(), nullptr, nullptr, 0, &value),
            omprim_status_success);
  EXPECT_EQ(value, 0.0);
  EXPECT_EQ(omprim_exact_norm2_float64(c_where(), nullptr, 0, &value), omprim_status_success);
  EXPECT_EQ(value, 0.0);
  EXPECT_EQ(omprim_exact_mean_float64(c_where(), nullptr, 0, &value), omprim_status_success);
  EXPECT_TRUE(std::isnan(value));
}

TEST_P(CExact, SumsOfSegments) {
  const float most = std::numeric_limits<float>::max();
  const float least = std::numeric_limits<float>::denorm_min();
  const placed_array<double> twofold(where(), {1e300, 1.0, -1e300, -0.0});
  const placed_array<float> single(where(), {most, least, -most, 1.0F, 2.0F, 3.0F});
  const placed_array<std::int32_t> offsets(where(), {0, 3, 3, 4});
  const placed_array<double> sums(where(), {77, 77, 77});
  const placed_array<float> single_sums(where(), {77, 77, 77});
  EXPECT_EQ(omprim_exact_segmented_sum_float64(c_where(), twofold.data(),
                                               omprim_segments_by_offsets32(offsets.data(), 3),
                                               sums.pointer()),
            omprim_status_success);
  EXPECT_EQ(sums.values(), (std::vector<double>{1, 0, 0}));
  EXPECT_FALSE(std::signbit(sums.values()[1])) << "an empty segment";
  EXPECT_TRUE(std::signbit(sums.values()[2]));
  EXPECT_EQ(omprim_exact_segmented_sum_float32(
                c_where(), single.data(), omprim_segments_by_length(3, 2), single_sums.pointer()),
            omprim_status_success);
  EXPECT_EQ(single_sums.values(), (std::vector<float>{least, 6, 77}));
}

TEST_P(CExact, SumsOfSegmentsByNumbers) {
  const placed_array<double> twofold(where(), {1e300, 1.0, -1e300});
  const placed_array<std::int64_t> offsets(where(), {0, 0, 3});
  const placed_array<double> sums(where(), {77, 77, 77});
  omprim_segment_request request = {};
  request.segments = omprim_segments_by_offsets64(offsets.data(), 2);
  request.out = sums.pointer();
  omprim_options options = {};
  options.strategy = "merge-path";
  EXPECT_EQ(omprim_segmented_reduce(c_where(), omprim_element_float64,
                                    omprim_operation_exact_segmented_sum, twofold.data(), &request,
                                    &options),
            omprim_status_success)
      << omprim_last_error();
  EXPECT_EQ(sums.values(), (std::vector<double>{0, 1, 77}));
  expect_refused(
      omprim_segmented_reduce(c_where(), omprim_element_int64, omprim_operation_exact_segmented_sum,
                              twofold.data(), &request, nullptr),
      omprim_status_unknown_variant, {"exact_segmented_sum of int64"});
  EXPECT_EQ(sums.values(), (std::vector<double>{0, 1, 77}));
}

TEST_P(CExact, WrongSegmentsAreRefused) {
  const placed_array<double> data(where(), {1.0, 2.0});
  const placed_array<unsigned char> heads(where(), {1, 0});
  const placed_array<double> sums(where(), {77, 77});
  const omprim_segments pair = omprim_segments_by_length(1, 2);
  const auto refused = [&](omprim_status got, const char* words) {
    expect_refused(got, omprim_status_invalid_argument, {words});
    EXPECT_EQ(sums.values(), (std::vector<double>{77, 77}));
  };
  refused(omprim_exact_segmented_sum_float64(c_where(), nullptr, pair, sums.pointer()), "null");
  refused(omprim_exact_segmented_sum_float64(c_where(), data.data(), pair, nullptr), "null");
  refused(omprim_exact_segmented_sum_float64(
              c_where(), data.data(), omprim_segments_by_offsets32(nullptr, 2), sums.pointer()),
          "null");
  refused(omprim_exact_segmented_sum_float64(
              c_where(), data.data(), omprim_segments_by_heads(heads.data()), sums.pointer()),
          "by heads");
}

TEST_P(CExact, AnyRowByNumbers) {
  const float least = std::numeric_limits<float>::denorm_min();
  const placed_array<float> single(where(), {1e30F, least, -1e30F});
  const placed_array<double> twofold(where(), {1e16, 1.0, -1e16});
  omprim_options options = {};
  options.strategy = "window";
  omprim_result result = {};
  EXPECT_EQ(omprim_exact(c_where(), omprim_element_float32, omprim_operation_exact_sum,
                         single.data(), nullptr, 3, &options, &result),
            omprim_status_success)
      << omprim_last_error();
  EXPECT_EQ(result.value.f, static_cast<double>(least));
  EXPECT_EQ(omprim_exact(c_where(), omprim_element_float64, omprim_operation_exact_sum,
                         twofold.data(), nullptr, 3, nullptr, &result),
            omprim_status_success);
  EXPECT_EQ(result.value.f, 1.0);
  EXPECT_EQ(omprim_exact(c_where(), omprim_element_float64, omprim_operation_exact_sum_of_absolutes,
                         twofold.data(), nullptr, 2, nullptr, &result),
            omprim_status_success);
  EXPECT_EQ(result.value.f, 1e16);
  EXPECT_EQ(omprim_exact(c_where(), omprim_element_float64, omprim_operation_exact_sum_of_squares,
                         twofold.data() + 1, nullptr, 1, nullptr, &result),
            omprim_status_success);
  EXPECT_EQ(result.value.f, 1.0);
  EXPECT_EQ(omprim_exact(c_where(), omprim_element_float64, omprim_operation_exact_dot,
                         twofold.data(), twofold.data() + 1, 2, nullptr, &result),
            omprim_status_success);
  EXPECT_EQ(result.value.f, 0.0);
}

TEST_P(CExact, NullPointersAreRefused) {
  const placed_array<double> data(where(), {1.0, 2.0});
  double value = 77;
  const auto refused = [&](omprim_status got) {
    expect_refused(got, omprim_status_invalid_argument, {"null"});
    EXPECT_EQ(value, 77.0);
  };
  refused(omprim_exact_sum_float64(c_where(), nullptr, 2, &value));
  refused(omprim_exact_norm2_float64(c_where(), nullptr, 2, &value));
  refused(omprim_exact_mean_float64(c_where(), nullptr, 2, &value));
  refused(omprim_exact_dot_float64(c_where(), nullptr, data.data(), 2, &value));
  refused(omprim_exact_dot_float64(c_where(), data.data(), nullptr, 2, &value));
  refused(omprim_exact_weighted_sum_float64(c_where(), data.data(), nullptr, 2, &value));
  refused(omprim_exact_sum_float64(c_where(), data.data(), 2, nullptr));
  refused(omprim_exact_sum_of_absolutes_float64(c_where(), data.data(), 2, nullptr));
  refused(omprim_exact_sum_of_squares_float64(c_where(), data.data(), 2, nullptr));
  refused(omprim_exact_norm2_float64(c_where(), data.data(), 2, nullptr));
  refused(omprim_exact_mean_float64(c_where(), data.data(), 2, nullptr));
  refused(omprim_exact_dot_float64(c_where(), data.data(), data.data(), 2, nullptr));
  refused(omprim_exact(c_where(), omprim_element_float64, omprim_operation_exact_sum, data.data(),
                       nullptr, 2, nullptr, nullptr));
}

TEST_P(CExact, UnknownNumbersAreRefused) {
  const placed_array<std::int32_t> data(where(), {1, 2});
  omprim_result result = {};
  result.value.f = 77;
  const auto refused = [&](int type, int operation, omprim_status code, const char* words) {
    expect_refused(
        omprim_exact(c_where(), type, operation, data.data(), nullptr, 2, nullptr, &result), code,
        {words});
    EXPECT_EQ(result.value.f, 77.0);
  };
  refused(omprim_element_int32, omprim_operation_exact_sum, omprim_status_unknown_variant,
          "exact_sum of int32");
  refused(omprim_element_count, omprim_operation_exact_sum, omprim_status_unknown_name,
          "element type");
  refused(-1, omprim_operation_exact_sum, omprim_status_unknown_name, "element type");
  refused(omprim_element_float32, omprim_operation_count, omprim_status_unknown_name, "operation");
  refused(omprim_element_float32, omprim_operation_sum, omprim_status_unknown_variant,
          "reduce_any");
  refused(omprim_element_float32, omprim_operation_exact_segmented_sum,
          omprim_status_unknown_variant, "segmented_reduce_any");
}

TEST_P(CExact, UnknownStrategyIsRefused) {
  omprim_options options = {};
  options.strategy = "quantum";
  omprim_result result = {};
  result.value.f = 77;
  expect_refused(omprim_exact(c_where(), omprim_element_float64, omprim_operation_exact_sum,
                              nullptr, nullptr, 0, &options, &result),
                 omprim_status_unknown_name, {"quantum"});
  EXPECT_EQ(result.value.f, 77.0);
}

TEST_P(CExact, SizeThatNoArrayHasIsRefused) {
  const placed_array<float> data(where(), {1.0F, 2.0F});
  const auto n = static_cast<size_t>(-1);
  float value = 77;
  expect_refused(omprim_exact_sum_float32(c_where(), data.data(), n, &value),
                 omprim_status_invalid_argument, {"no array"});
  EXPECT_EQ(value, 77.0F);
}

}  // namespace
