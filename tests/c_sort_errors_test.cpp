// SPDX-License-Identifier: BSD-3-Clause
// Wrong calls of sorts of the C API: errors as codes and text, and nothing is written.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/reduce.h>
#include <omprim/c/sort.h>

#include "support/c_api_fixture.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;

/// Arrays for calls that have to fail: no call may change them.
class CSortErrors : public omprim_test::c_api_test {
 protected:
  const placed_array<double> keys{where(), {3, 1, 2}};
  const placed_array<double> keys_out{where(), {-7, -7, -7}};
  const placed_array<std::int64_t> values{where(), {-5, -6, -7}};

  void TearDown() override {
    EXPECT_EQ(keys.values(), (std::vector<double>{3, 1, 2}));
    EXPECT_EQ(keys_out.values(), (std::vector<double>{-7, -7, -7}));
    EXPECT_EQ(values.values(), (std::vector<std::int64_t>{-5, -6, -7}));
  }

  [[nodiscard]] omprim_status by_key(const double* from, const void* with, size_t value_bytes,
                                     double* to, void* values_to) const {
    return omprim_sort_by_key_float64(c_where(), from, with, 3, value_bytes, to, values_to,
                                      omprim_order_ascending);
  }
  [[nodiscard]] omprim_sort_request request() const {
    omprim_sort_request all = {};
    all.keys_out = keys_out.pointer();
    all.values = values.data();
    all.values_out = values.pointer();
    all.value_bytes = sizeof(std::int64_t);
    return all;
  }
  [[nodiscard]] omprim_status call(int type, int operation, const omprim_sort_request* request,
                                   const char* strategy = nullptr) const {
    omprim_options options = {};
    options.strategy = strategy;
    return omprim_sort(c_where(), type, operation, keys.data(), 3, request, &options);
  }
};
OMPRIM_ON_EVERY_BACKEND(CSortErrors);

TEST_P(CSortErrors, NullPointersAreRefused) {
  const auto null = [](omprim_status got, const char* what) {
    expect_refused(got, omprim_status_invalid_argument, {"null", what});
  };
  const int up = omprim_order_ascending;
  double* const out = keys_out.pointer();
  null(omprim_sort_float64(c_where(), nullptr, 3, out, up), "the keys");
  null(omprim_sort_float64(c_where(), keys.data(), 3, nullptr, up), "the sorted keys");
  null(by_key(nullptr, values.data(), 8, out, values.pointer()), "the keys");
  null(by_key(keys.data(), nullptr, 8, out, values.pointer()), "the values");
  null(by_key(keys.data(), values.data(), 8, nullptr, values.pointer()), "the sorted keys");
  null(by_key(keys.data(), values.data(), 8, out, nullptr), "the sorted values");
  null(omprim_argsort_float64(c_where(), nullptr, 3, values.pointer(), up), "the keys");
  null(omprim_argsort_float64(c_where(), keys.data(), 3, nullptr, up), "the positions");
  null(omprim_argsort32_float64(c_where(), keys.data(), 3, nullptr, up), "the positions");
  null(call(omprim_element_float64, omprim_operation_sort, nullptr), "request");
}

TEST_P(CSortErrors, OtherValuesOrdersAndBitsAreRefused) {
  expect_refused(by_key(keys.data(), values.data(), 0, keys_out.pointer(), values.pointer()),
                 omprim_status_invalid_argument, {"values of 0 bytes"});
  for (const int order : {-1, 2}) {
    const std::vector<std::string> words{"order has the number " + std::to_string(order)};
    expect_refused(omprim_sort_float64(c_where(), keys.data(), 3, keys_out.pointer(), order),
                   omprim_status_unknown_name, words);
    expect_refused(omprim_argsort_float64(c_where(), keys.data(), 3, values.pointer(), order),
                   omprim_status_unknown_name, words);
    omprim_sort_request wrong = request();
    wrong.order = order;
    expect_refused(call(omprim_element_float64, omprim_operation_sort, &wrong),
                   omprim_status_unknown_name, words);
  }
  omprim_sort_request wrong = request();
  for (const omprim_key_bits bits : {omprim_key_bits{5, 5}, {-1, 8}, {0, 65}, {8, 3}}) {
    wrong.bits = bits;
    expect_refused(call(omprim_element_float64, omprim_operation_sort, &wrong),
                   omprim_status_invalid_argument,
                   {"bits " + std::to_string(bits.first), "0 to below 64"});
  }
}

TEST_P(CSortErrors, UnknownNumbersAndNamesAreRefused) {
  const omprim_sort_request right = request();
  const auto refused = [&](int type, int operation, omprim_status code, const char* words,
                           const char* strategy = nullptr) {
    expect_refused(call(type, operation, &right, strategy), code, {words});
  };
  const int type = omprim_element_float64;
  const auto name = omprim_status_unknown_name;
  refused(omprim_element_count, omprim_operation_sort, name, "element type");
  refused(-1, omprim_operation_argsort, name, "element type");
  refused(type, omprim_operation_count, name, "operation");
  refused(type, omprim_operation_sum, omprim_status_unknown_variant, "reduce_any");
  refused(type, omprim_operation_sort_by_key, name, "quantum", "quantum");
  omprim_result result = {};
  expect_refused(omprim_reduce(c_where(), type, omprim_operation_sort, keys.data(), nullptr, 3,
                               nullptr, &result),
                 omprim_status_unknown_variant, {"sort_any"});
  expect_refused(
      omprim_sort_float64({-1, -1, 0}, keys.data(), 3, keys_out.pointer(), omprim_order_ascending),
      name, {"backend is -1"});
}

TEST_P(CSortErrors, SizesThatNoArrayHasAreRefused) {
  const auto refused = [](omprim_status got, const char* words) {
    expect_refused(got, omprim_status_invalid_argument, {words});
  };
  const int up = omprim_order_ascending;
  refused(
      omprim_sort_float64(c_where(), keys.data(), static_cast<size_t>(-1), keys_out.pointer(), up),
      "no array");
  // As many bytes of keys as there can be, and twice as many of values.
  const placed_array<float> single(where(), {3, 1, 2});
  const size_t n = SIZE_MAX / 8 - 7;
  refused(omprim_sort_by_key_float32(c_where(), single.data(), values.data(), n, 8,
                                     single.pointer(), values.pointer(), up),
          "no array");
  refused(omprim_argsort32_float64(c_where(), keys.data(), (size_t{1} << 31) + 1,
                                   reinterpret_cast<int32_t*>(values.pointer()), up),
          "2147483648");
}

}  // namespace
