// SPDX-License-Identifier: BSD-3-Clause
// The C API: the same results as the C++ functions, errors as codes and text. (tests/consumer/
// compiles the header as C.)
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/error.hpp>
#include <omprim/omprim.h>
#include <omprim/table.hpp>
#include <omprim/version.hpp>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;

class CApi : public omprim_test::c_api_test {};
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

TEST_P(CApi, SizeThatNoArrayHasIsRefused) {
  const placed_array<std::int32_t> data(where(), {6, -2, 9});
  const auto n = static_cast<size_t>(-1);
  std::int32_t value = 77;
  expect_refused(omprim_sum_int32(c_where(), data.data(), n, &value),
                 omprim_status_invalid_argument, {"no array"});
  EXPECT_EQ(value, 77);
}

TEST_P(CApi, FloatingFunctions) {
  const placed_array<double> data(where(), {3.0, -4.0, 0.0});
  double value = 0;
  double low = 0;
  double high = 0;
  int flag = -1;
  EXPECT_EQ(omprim_dot_float64(c_where(), data.data(), data.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 25.0);
  EXPECT_EQ(omprim_sum_of_absolutes_float64(c_where(), data.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 7.0);
  EXPECT_EQ(omprim_sum_of_squares_float64(c_where(), data.data(), 3, &value),
            omprim_status_success);
  EXPECT_EQ(value, 25.0);
  EXPECT_EQ(omprim_minmax_float64(c_where(), data.data(), 3, &low, &high), omprim_status_success);
  EXPECT_EQ(low, -4.0);
  EXPECT_EQ(high, 3.0);
  EXPECT_EQ(omprim_all_float64(c_where(), data.data(), 3, &flag), omprim_status_success);
  EXPECT_EQ(flag, 0);
  EXPECT_EQ(omprim_any_float64(c_where(), data.data(), 3, &flag), omprim_status_success);
  EXPECT_EQ(flag, 1);
}

TEST_P(CApi, AnyRowByNumbers) {
  const placed_array<float> data(where(), {1.0F, 2.0F, 4.0F});
  omprim_options options = {};
  options.strategy = "single-pass";
  omprim_result result = {};
  EXPECT_EQ(omprim_reduce(c_where(), omprim_element_float32, omprim_operation_argmax, data.data(),
                          nullptr, 3, &options, &result),
            omprim_status_success)
      << omprim_last_error();
  EXPECT_EQ(result.value.f, 4.0);
  EXPECT_EQ(result.index, 2);
  EXPECT_EQ(omprim_reduce(c_where(), omprim_element_float32, omprim_operation_sum, nullptr, nullptr,
                          0, nullptr, &result),
            omprim_status_success);
  EXPECT_EQ(result.value.f, 0.0);
}

TEST_P(CApi, FailureGivesCodeAndTextAndWritesNothing) {
  std::int32_t value = 77;
  expect_refused(omprim_sum_int32(c_where(), nullptr, 5, &value), omprim_status_invalid_argument,
                 {"null"});
  EXPECT_EQ(value, 77);

  omprim_options options = {};
  options.strategy = "quantum";
  omprim_result result = {};
  result.value.i = 77;
  expect_refused(omprim_reduce(c_where(), omprim_element_int32, omprim_operation_sum, nullptr,
                               nullptr, 0, &options, &result),
                 omprim_status_unknown_name, {"quantum"});
  EXPECT_EQ(result.value.i, 77);
}

TEST_P(CApi, NullResultIsRefused) {
  const placed_array<std::int32_t> data(where(), {1, 2});
  EXPECT_EQ(omprim_sum_int32(c_where(), data.data(), 2, nullptr), omprim_status_invalid_argument);
  std::int32_t value = 0;
  EXPECT_EQ(omprim_argmin_int32(c_where(), data.data(), 2, &value, nullptr),
            omprim_status_invalid_argument);
}

TEST_P(CApi, CopiesRefuseNull) {
  const placed_array<std::int32_t> data(where(), {1, 2});
  std::int32_t* there = data.pointer();
  std::int32_t here[] = {3, 4};
  expect_refused(omprim_copy_in(c_where(), nullptr, here, 4), omprim_status_invalid_argument,
                 {"copy_in"});
  EXPECT_EQ(omprim_copy_in(c_where(), there, nullptr, 4), omprim_status_invalid_argument);
  expect_refused(omprim_copy_out(c_where(), nullptr, there, 4), omprim_status_invalid_argument,
                 {"copy_out"});
  EXPECT_EQ(omprim_copy_out(c_where(), here, nullptr, 4), omprim_status_invalid_argument);
  EXPECT_EQ(here[0], 3);
  EXPECT_EQ(omprim_copy_in(c_where(), nullptr, nullptr, 0), omprim_status_success);
  EXPECT_EQ(omprim_copy_out(c_where(), nullptr, nullptr, 0), omprim_status_success);
}

TEST(CApiNames, ExecutionsAreRead) {
  omprim_execution where = {};
  EXPECT_EQ(omprim_parse_execution("host:3", &where), omprim_status_success);
  EXPECT_EQ(where.backend, omprim_backend_host);
  EXPECT_EQ(where.threads, 3);
  EXPECT_EQ(where.device, -1);
  EXPECT_EQ(omprim_parse_execution("cuda", &where), omprim_status_unknown_name);
  EXPECT_EQ(where.backend, -1);
  EXPECT_EQ(omprim_parse_execution(nullptr, &where), omprim_status_invalid_argument);
  EXPECT_EQ(omprim_parse_execution("host", nullptr), omprim_status_invalid_argument);
}

TEST(CApiNames, MissingDeviceIsRefused) {
  omprim_execution where = {77, 77, 77};
  EXPECT_NE(omprim_device(999, &where), omprim_status_success);
  EXPECT_EQ(where.backend, -1);
  EXPECT_EQ(omprim_device_count(), static_cast<int>(omprim::devices().size()));
}

TEST(CApiNames, ExecutionThatCouldNotBeMadeIsRefused) {
  const std::int32_t ones[] = {1, 1};
  std::int32_t value = 77;
  void* memory = nullptr;
  omprim_execution where = {};
  EXPECT_NE(omprim_device(999, &where), omprim_status_success);
  expect_refused(omprim_sum_int32(where, ones, 2, &value), omprim_status_unknown_name,
                 {"omprim_device that failed"});
  EXPECT_EQ(value, 77);
  EXPECT_EQ(omprim_allocate(where, 8, &memory), omprim_status_unknown_name);
  where = {};
  EXPECT_NE(omprim_parse_execution(nullptr, &where), omprim_status_success);
  EXPECT_EQ(omprim_sum_int32(where, ones, 2, &value), omprim_status_unknown_name);
  EXPECT_EQ(value, 77);
}

TEST(CApiNames, MadeUpExecutionIsRefused) {
  std::int32_t value = 77;
  const std::int32_t one = 1;
  const omprim_execution nowhere = {42, 0, 0};
  EXPECT_EQ(omprim_sum_int32(nowhere, &one, 1, &value), omprim_status_unknown_name);
  EXPECT_EQ(value, 77);
}

// The string of omprim_version() comes from CMake's project(), the numbers from the header.
TEST(CApiNames, VersionsOfHeadersBuildAndCAgree) {
  const std::string of_headers = std::to_string(OMPRIM_VERSION_MAJOR) + "." +
                                 std::to_string(omprim::version_minor) + "." +
                                 std::to_string(omprim::version_patch);
  EXPECT_EQ(omprim::version(), of_headers);
  EXPECT_EQ(omprim_version(), of_headers);
}

TEST(CApiNames, EveryStatusHasAMessage) {
  for (int code = 0; code <= static_cast<int>(omprim::status::communication_failure); ++code) {
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

}  // namespace
