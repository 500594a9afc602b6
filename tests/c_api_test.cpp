// SPDX-License-Identifier: BSD-3-Clause
// The C API: the same results as the C++ functions, errors as codes and text. (That the header
// compiles as C is shown by tests/consumer/.)
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/error.hpp>
#include <omprim/omprim.h>
#include <omprim/table.hpp>

#include "support/backends.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::placed_array;

class CApi : public omprim_test::backend_test {
 protected:
  static omprim_execution c_where() {
    omprim_execution made{-1, -1, -1};
    switch (where().where()) {
      case omprim::backend::serial:
        made = omprim_serial();
        break;
      case omprim::backend::host:
        made = omprim_host(where().threads());
        break;
      case omprim::backend::tbb:
        made = omprim_tbb(where().threads());
        break;
      case omprim::backend::device:
        EXPECT_EQ(omprim_device(where().device_number(), &made), omprim_status_success);
    }
    return made;
  }
};
OMPRIM_ON_EVERY_BACKEND(CApi);

TEST_P(CApi, IntegerFunctions) {
  const placed_array<std::int32_t> data(where(), {6, -2, 9, -2, 9});
  std::int32_t value = 0;
  std::int32_t low = 0;
  std::int32_t high = 0;
  std::int64_t index = 0;
  int flag = -1;
  EXPECT_EQ(omprim_sum_int32(c_where(), data.data(), 5, &value), omprim_status_success);
  EXPECT_EQ(value, 20);
  EXPECT_EQ(omprim_product_int32(c_where(), data.data(), 5, &value), omprim_status_success);
  EXPECT_EQ(value, 6 * 4 * 81);
  EXPECT_EQ(omprim_argmin_int32(c_where(), data.data(), 5, &value, &index), omprim_status_success);
  EXPECT_EQ(value, -2);
  EXPECT_EQ(index, 1);
  EXPECT_EQ(omprim_argmax_int32(c_where(), data.data(), 5, &value, &index), omprim_status_success);
  EXPECT_EQ(value, 9);
  EXPECT_EQ(index, 2);
  EXPECT_EQ(omprim_sum_min_max_int32(c_where(), data.data(), 5, &value, &low, &high),
            omprim_status_success);
  EXPECT_EQ(value, 20);
  EXPECT_EQ(low, -2);
  EXPECT_EQ(high, 9);
  EXPECT_EQ(omprim_all_int32(c_where(), data.data(), 5, &flag), omprim_status_success);
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(omprim_bit_xor_int32(c_where(), data.data(), 5, &value), omprim_status_success);
  EXPECT_EQ(value, 6);
  EXPECT_EQ(omprim_wide_sum_int32(c_where(), data.data(), 5, &index), omprim_status_success);
  EXPECT_EQ(index, 20);
}

TEST_P(CApi, FloatingFunctions) {
  const placed_array<double> data(where(), {3.0, -4.0, 0.0});
  double value = 0;
  double low = 0;
  double high = 0;
  int flag = -1;
  EXPECT_EQ(omprim_dot_double(c_where(), data.data(), data.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 25.0);
  EXPECT_EQ(omprim_sum_of_absolutes_double(c_where(), data.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 7.0);
  EXPECT_EQ(omprim_sum_of_squares_double(c_where(), data.data(), 3, &value), omprim_status_success);
  EXPECT_EQ(value, 25.0);
  EXPECT_EQ(omprim_minmax_double(c_where(), data.data(), 3, &low, &high), omprim_status_success);
  EXPECT_EQ(low, -4.0);
  EXPECT_EQ(high, 3.0);
  EXPECT_EQ(omprim_all_double(c_where(), data.data(), 3, &flag), omprim_status_success);
  EXPECT_EQ(flag, 0);
  EXPECT_EQ(omprim_any_double(c_where(), data.data(), 3, &flag), omprim_status_success);
  EXPECT_EQ(flag, 1);
}

TEST_P(CApi, AnyRowByNumbers) {
  const placed_array<float> data(where(), {1.0F, 2.0F, 4.0F});
  omprim_options options = {};
  options.strategy = "work-group";
  omprim_result result = {};
  EXPECT_EQ(omprim_reduce(c_where(), omprim_element_float, omprim_operation_argmax, data.data(),
                          nullptr, 3, &options, &result),
            omprim_status_success)
      << omprim_last_error();
  EXPECT_EQ(result.value.f, 4.0);
  EXPECT_EQ(result.index, 2);
  EXPECT_EQ(omprim_reduce(c_where(), omprim_element_float, omprim_operation_sum, nullptr, nullptr,
                          0, nullptr, &result),
            omprim_status_success);
  EXPECT_EQ(result.value.f, 0.0);
}

TEST_P(CApi, FailureGivesCodeAndTextAndWritesNothing) {
  std::int32_t value = 77;
  EXPECT_EQ(omprim_sum_int32(c_where(), nullptr, 5, &value), omprim_status_invalid_argument);
  EXPECT_EQ(value, 77);
  EXPECT_NE(std::string(omprim_last_error()).find("null"), std::string::npos);

  omprim_options options = {};
  options.strategy = "quantum";
  omprim_result result = {};
  result.value.i = 77;
  EXPECT_EQ(omprim_reduce(c_where(), omprim_element_int32, omprim_operation_sum, nullptr, nullptr,
                          0, &options, &result),
            omprim_status_unknown_name);
  EXPECT_EQ(result.value.i, 77);
  EXPECT_NE(std::string(omprim_last_error()).find("quantum"), std::string::npos);
}

TEST_P(CApi, NullResultIsRefused) {
  const placed_array<std::int32_t> data(where(), {1, 2});
  EXPECT_EQ(omprim_sum_int32(c_where(), data.data(), 2, nullptr), omprim_status_invalid_argument);
  std::int32_t value = 0;
  EXPECT_EQ(omprim_argmin_int32(c_where(), data.data(), 2, &value, nullptr),
            omprim_status_invalid_argument);
}

TEST(CApiNames, ExecutionsAreRead) {
  omprim_execution where = {};
  EXPECT_EQ(omprim_parse_execution("host:3", &where), omprim_status_success);
  EXPECT_EQ(where.backend, omprim_backend_host);
  EXPECT_EQ(where.threads, 3);
  EXPECT_EQ(where.device, -1);
  where.threads = 77;
  EXPECT_EQ(omprim_parse_execution("cuda", &where), omprim_status_unknown_name);
  EXPECT_EQ(where.threads, 77);
  EXPECT_EQ(omprim_parse_execution(nullptr, &where), omprim_status_invalid_argument);
  EXPECT_EQ(omprim_parse_execution("host", nullptr), omprim_status_invalid_argument);
}

TEST(CApiNames, MissingDeviceIsRefused) {
  omprim_execution where = {77, 77, 77};
  EXPECT_NE(omprim_device(999, &where), omprim_status_success);
  EXPECT_EQ(where.backend, 77);
  EXPECT_EQ(omprim_device_count(), static_cast<int>(omprim::devices().size()));
}

TEST(CApiNames, MadeUpExecutionIsRefused) {
  std::int32_t value = 77;
  const std::int32_t one = 1;
  const omprim_execution nowhere = {42, 0, 0};
  EXPECT_EQ(omprim_sum_int32(nowhere, &one, 1, &value), omprim_status_unknown_name);
  EXPECT_EQ(value, 77);
}

TEST(CApiNames, EveryStatusHasAMessage) {
  for (int code = 0; code <= static_cast<int>(omprim::status::bad_tuning_file); ++code) {
    EXPECT_STRNE(omprim_status_message(static_cast<omprim_status>(code)), "") << code;
  }
}

TEST(CApiNames, LastErrorBelongsToTheThread) {
  std::int32_t value = 0;
  EXPECT_NE(omprim_sum_int32(omprim_serial(), nullptr, 1, &value), omprim_status_success);
  std::string elsewhere = "not asked";
  std::thread([&] { elsewhere = omprim_last_error(); }).join();
  EXPECT_EQ(elsewhere, "");
  EXPECT_STRNE(omprim_last_error(), "");
}

TEST_P(CApi, SelectionsAndScans) {
  const placed_array<float> in(where(), {3, 1, 4, 1, 5, 9});
  const placed_array<float> out(where(), std::vector<float>(6, -1.0f));
  const placed_array<float> left(where(), std::vector<float>(6, -1.0f));
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(6, -1));
  const placed_array<unsigned char> flags(where(), {0, 1, 0, 0, 0, 7});
  size_t kept = 0;
  ASSERT_EQ(omprim_select_if_float(c_where(), in.data(), 6, out.pointer(),
                                   omprim_comparison_greater_equal, 4.0f, &kept),
            omprim_status_success);
  ASSERT_EQ(kept, 3u);
  EXPECT_EQ(out.values(), (std::vector<float>{4, 5, 9, -1, -1, -1}));
  ASSERT_EQ(
      omprim_inclusive_scan_float(c_where(), out.data(), kept, out.pointer(), omprim_operator_plus),
      omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{4, 9, 18, -1, -1, -1}));
  ASSERT_EQ(omprim_exclusive_scan_float(c_where(), in.data(), 6, out.pointer(),
                                        omprim_operator_maximum, 2.0f),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{2, 3, 3, 4, 4, 5}));
  ASSERT_EQ(omprim_select_index_float(c_where(), in.data(), 6, positions.pointer(),
                                      omprim_comparison_equal, 1.0f, &kept),
            omprim_status_success);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{1, 3, -1, -1, -1, -1}));
  ASSERT_EQ(omprim_partition_float(c_where(), in.data(), 6, out.pointer(), left.pointer(),
                                   omprim_comparison_less, 4.0f, &kept),
            omprim_status_success);
  EXPECT_EQ(kept, 3u);
  EXPECT_EQ(left.values(), (std::vector<float>{4, 5, 9, -1, -1, -1}));
  ASSERT_EQ(
      omprim_select_flagged_float(c_where(), in.data(), flags.data(), 6, out.pointer(), &kept),
      omprim_status_success);
  EXPECT_EQ(kept, 2u);
  ASSERT_EQ(
      omprim_count_if_float(c_where(), in.data(), 6, omprim_comparison_not_equal, 1.0f, &kept),
      omprim_status_success);
  EXPECT_EQ(kept, 4u);
  ASSERT_EQ(omprim_unique_float(c_where(), in.data(), 6, out.pointer(), &kept),
            omprim_status_success);
  EXPECT_EQ(kept, 6u);
}

TEST_P(CApi, ScansOfSegments) {
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
  EXPECT_EQ(omprim_segmented_exclusive_scan_int32(c_where(), in.data(), 6,
                                                  omprim_segments_by_offsets64(rows64.data(), 2),
                                                  out.pointer(), omprim_operator_minimum, 2),
            omprim_status_invalid_argument);
  EXPECT_NE(std::string(omprim_last_error()).find("are 3 and 2"), std::string::npos);
  ASSERT_EQ(omprim_segmented_inclusive_scan_int32(c_where(), in.data(), 6,
                                                  omprim_segments_by_length(2, 2), out.pointer(),
                                                  omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<int>{3, 4, 4, 5, 2, 14}));
}

TEST_P(CApi, SelectionsAndScansOfTheTable) {
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
  ASSERT_EQ(omprim_select(c_where(), omprim_element_float, omprim_operation_select_if, in.data(), 6,
                          &selection, OMPRIM_UNKNOWN_ROOM, &options, &kept),
            omprim_status_success);
  EXPECT_EQ(kept, 2u);
  EXPECT_EQ(out.values(), (std::vector<float>{3, 1, -1, -1, -1, -1}));
  ASSERT_EQ(omprim_select(c_where(), omprim_element_float, omprim_operation_unique, in.data(), 6,
                          &selection, 4, nullptr, &kept),
            omprim_status_invalid_argument);
  EXPECT_NE(std::string(omprim_last_error()).find("room for 4"), std::string::npos);
  EXPECT_EQ(out.values(), (std::vector<float>{3, 1, -1, -1, -1, -1}));
  ASSERT_EQ(omprim_count_flagged(c_where(), flags.data(), 6, &kept), omprim_status_success);
  EXPECT_EQ(kept, 2u);
  ASSERT_EQ(omprim_count_unique_float(c_where(), in.data(), 6, &kept), omprim_status_success);
  EXPECT_EQ(kept, 5u);
  omprim_scan_request request = {};
  request.exclusive = 1;
  request.has_initial = 1;
  request.initial.f = 10;
  request.out = out.pointer();
  request.segments = omprim_segments_by_heads(flags.data());
  ASSERT_EQ(omprim_scan(c_where(), omprim_element_float, omprim_operation_segmented_scan_sum,
                        in.data(), 6, &request, nullptr),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{10, 10, 11, 15, 19, 10}));
  EXPECT_EQ(omprim_scan(c_where(), omprim_element_float, omprim_operation_scan_sum, in.data(), 6,
                        nullptr, nullptr),
            omprim_status_invalid_argument);
}

TEST_P(CApi, SelectionsAndScansRefuseNonsense) {
  const placed_array<int> data(where(), {3, 1, 4});
  size_t kept = 7;
  EXPECT_EQ(omprim_select_if_int32(c_where(), data.data(), 3, data.pointer(), 6, 0, &kept),
            omprim_status_unknown_name);
  EXPECT_NE(std::string(omprim_last_error()).find("comparison"), std::string::npos);
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

TEST_P(CApi, SegmentedReductions) {
  const placed_array<double> values(where(), {3, 1, 4, 1, 5, 9});
  const placed_array<std::int32_t> offsets(where(), {0, 2, 2, 6});
  const placed_array<double> out(where(), std::vector<double>(3));
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(3));
  const omprim_segments rows = omprim_segments_by_offsets32(offsets.data(), 3);
  ASSERT_EQ(omprim_segmented_reduce_double(c_where(), values.data(), rows, out.pointer(),
                                           omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<double>{4, 0, 19}));
  ASSERT_EQ(
      omprim_segmented_argmin_double(c_where(), values.data(), rows, positions.pointer(), nullptr),
      omprim_status_success);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{1, -1, 1}));
  const omprim_segments pairs = omprim_segments_by_length(2, 3);
  ASSERT_EQ(omprim_segmented_argmax_double(c_where(), values.data(), pairs, positions.pointer(),
                                           out.pointer()),
            omprim_status_success);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{0, 0, 1}));
  EXPECT_EQ(out.values(), (std::vector<double>{3, 4, 9}));
  const placed_array<std::int64_t> keys(where(), {1, 1, 1, 5, 5, 6});
  const placed_array<std::int64_t> unique_keys(where(), std::vector<std::int64_t>(6));
  const placed_array<double> sums(where(), std::vector<double>(6));
  size_t runs = 0;
  ASSERT_EQ(omprim_reduce_by_int64_key_double(c_where(), keys.data(), values.data(), 6,
                                              unique_keys.pointer(), sums.pointer(),
                                              omprim_operator_maximum, &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 3u);
  EXPECT_EQ(unique_keys.values(), (std::vector<std::int64_t>{1, 5, 6, 0, 0, 0}));
  EXPECT_EQ(sums.values(), (std::vector<double>{4, 5, 9, 0, 0, 0}));
}

TEST_P(CApi, SegmentsWithTheirNumberOfValues) {
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
  ASSERT_EQ(omprim_segmented_reduce_double(c_where(), values.data(), rows, out.pointer(),
                                           omprim_operator_plus),
            omprim_status_success);
  EXPECT_EQ(out.values(), std::vector<double>(segments, 2 * length));
}

TEST_P(CApi, SegmentedReductionsOfTheTable) {
  const placed_array<float> values(where(), {3, 1, 4, 1, 5, 9});
  const placed_array<std::int64_t> offsets(where(), {0, 2, 6});
  const placed_array<float> out(where(), std::vector<float>(6, -1));
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(2));
  omprim_segment_request request = {};
  request.segments = omprim_segments_by_offsets64(offsets.data(), 2);
  request.out = out.pointer();
  omprim_options options = {};
  options.strategy = "item-per-segment";
  ASSERT_EQ(omprim_segmented_reduce(c_where(), omprim_element_float, omprim_operation_segmented_sum,
                                    values.data(), &request, &options),
            omprim_status_success);
  EXPECT_EQ(out.values(), (std::vector<float>{4, 19, -1, -1, -1, -1}));
  request.positions = positions.pointer();
  ASSERT_EQ(
      omprim_segmented_reduce(c_where(), omprim_element_float, omprim_operation_segmented_argmax,
                              values.data(), &request, nullptr),
      omprim_status_success);
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(out.values(), (std::vector<float>{3, 9, -1, -1, -1, -1}));
  const placed_array<int> keys(where(), {1, 1, 1, 5, 5, 6});
  const placed_array<int> unique_keys(where(), std::vector<int>(6));
  size_t runs = 0;
  ASSERT_EQ(omprim_reduce_by_key(c_where(), omprim_element_int32, keys.data(), omprim_element_float,
                                 omprim_operation_segmented_min, values.data(), 6,
                                 unique_keys.pointer(), out.pointer(), nullptr, &runs),
            omprim_status_success);
  EXPECT_EQ(runs, 3u);
  EXPECT_EQ(unique_keys.values(), (std::vector<int>{1, 5, 6, 0, 0, 0}));
  EXPECT_EQ(out.values(), (std::vector<float>{1, 1, 9, -1, -1, -1}));
}

TEST_P(CApi, SegmentedReductionsRefuseNonsense) {
  const placed_array<int> data(where(), {3, 1, 4});
  const omprim_segments ones = omprim_segments_by_length(1, 3);
  EXPECT_EQ(omprim_segmented_reduce_int32(c_where(), data.data(), ones, data.pointer(), 3),
            omprim_status_unknown_name);
  const omprim_segments odd = {nullptr, data.data(), 2, 3, 0, 0};
  EXPECT_EQ(omprim_segmented_reduce_int32(c_where(), data.data(), odd, data.pointer(),
                                          omprim_operator_plus),
            omprim_status_invalid_argument);
  EXPECT_NE(std::string(omprim_last_error()).find("2 bytes"), std::string::npos);
  const placed_array<unsigned char> flags(where(), {1, 0, 1});
  EXPECT_EQ(
      omprim_segmented_reduce_int32(c_where(), data.data(), omprim_segments_by_heads(flags.data()),
                                    data.pointer(), omprim_operator_plus),
      omprim_status_invalid_argument);
  EXPECT_NE(std::string(omprim_last_error()).find("by heads"), std::string::npos);
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
