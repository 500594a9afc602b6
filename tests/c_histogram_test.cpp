// SPDX-License-Identifier: BSD-3-Clause
// Histograms of the C API: the counts of plain loops, errors as codes and text.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/c/histogram.h>
#include <omprim/c/reduce.h>

#include "support/c_api_fixture.hpp"
#include "support/histogram_oracle.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"

namespace {

using omprim_test::expect_refused;
using omprim_test::placed_array;
using counts_type = std::vector<std::int64_t>;

/// The C functions of a type.
template <class T>
struct histogram_functions;
#define OMPRIM_FUNCTIONS(name, type)                              \
  template <>                                                     \
  struct histogram_functions<type> {                              \
    static constexpr auto* even = omprim_histogram_even_##name;   \
    static constexpr auto* edges = omprim_histogram_edges_##name; \
  };
OMPRIM_TESTED_TYPES(OMPRIM_FUNCTIONS)
#undef OMPRIM_FUNCTIONS

/// Counts between two numbers that no call may change.
class guarded_counts {
 public:
  guarded_counts(const omprim::execution& where, std::size_t bins)
      : memory_(where, counts_type(bins + 2, -77)) {}

  [[nodiscard]] std::int64_t* pointer() const { return memory_.pointer() + 1; }
  [[nodiscard]] counts_type values() const {
    const counts_type all = memory_.values();
    EXPECT_EQ(all.front(), -77) << "written before the counts";
    EXPECT_EQ(all.back(), -77) << "written after the counts";
    return {all.begin() + 1, all.end() - 1};
  }
  [[nodiscard]] bool is_untouched() const {
    return values() == counts_type(memory_.size() - 2, -77);
  }

 private:
  placed_array<std::int64_t> memory_;
};

class CHistogram : public omprim_test::c_api_test {};
OMPRIM_ON_EVERY_BACKEND(CHistogram);

TEST_P(CHistogram, EvenBins) {
  const placed_array<float> single(where(), {0.1f, 0.9f, 1.5f, 2.9f, 0.2f, 3.0f, -0.1f});
  const placed_array<std::int32_t> whole(where(), {4, 7, 4, 5, 9, 3, 10});
  const guarded_counts counts(where(), 3);
  EXPECT_EQ(
      omprim_histogram_even_float32(c_where(), single.data(), 7, 0.0f, 3.0f, 3, counts.pointer()),
      omprim_status_success);
  EXPECT_EQ(counts.values(), (counts_type{3, 1, 1}));
  EXPECT_EQ(omprim_histogram_even_int32(c_where(), whole.data(), 7, 4, 10, 3, counts.pointer()),
            omprim_status_success);
  EXPECT_EQ(counts.values(), (counts_type{3, 1, 1}));
}

TEST_P(CHistogram, Edges) {
  const placed_array<double> data(where(), {-1, -0.5, -0.0, 0, 0.49, 0.5, 3.9, 4, 5, -2});
  const placed_array<double> edges(where(), {-1.0, 0.0, 0.5, 0.5, 4.0});
  const guarded_counts counts(where(), 4);
  EXPECT_EQ(
      omprim_histogram_edges_float64(c_where(), data.data(), 10, edges.data(), 4, counts.pointer()),
      omprim_status_success);
  EXPECT_EQ(counts.values(), (counts_type{2, 3, 0, 2}));
}

// By the typed functions, and by the numbers of type and operation.
TEST_P(CHistogram, EveryTypeGivesTheCountsOfLoops) {
  omprim_test::for_every_type([](auto tag) {
    using T = typename decltype(tag)::type;
    omprim_test::random_engine random(sizeof(T));
    for (const std::size_t bins : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
      SCOPED_TRACE(bins);
      const std::size_t n = 10007;
      const auto range = omprim_test::random_range<T>(bins, random);
      const auto values = omprim_test::histogram_data(range, n, random);
      const auto borders = omprim_test::random_edges(range, random);
      const auto even = omprim_test::counts_by_definition(range, bins, values.data(), n);
      const auto between = omprim_test::counts_by_definition(borders, bins, values.data(), n);
      const placed_array<T> data(where(), values, 1);
      const placed_array<T> edges(where(), borders, 1);
      const guarded_counts counts(where(), bins);
      EXPECT_EQ(histogram_functions<T>::even(c_where(), data.data(), n, range.lower, range.upper,
                                             bins, counts.pointer()),
                omprim_status_success);
      EXPECT_EQ(counts.values(), even);
      EXPECT_EQ(histogram_functions<T>::edges(c_where(), data.data(), n, edges.data(), bins,
                                              counts.pointer()),
                omprim_status_success);
      EXPECT_EQ(counts.values(), between);

      const int type = static_cast<int>(omprim_test::element_of<T>());
      omprim_histogram_request request = {};
      request.lower.u = omprim::detail::to_scalar(range.lower).u;
      request.upper.u = omprim::detail::to_scalar(range.upper).u;
      request.bins = bins;
      request.counts = counts.pointer();
      EXPECT_EQ(omprim_histogram(c_where(), type, omprim_operation_histogram_even, data.data(), n,
                                 &request, nullptr),
                omprim_status_success);
      EXPECT_EQ(counts.values(), even);
      request.edges = edges.data();
      omprim_options options = {};
      options.strategy = "global-bins";
      EXPECT_EQ(omprim_histogram(c_where(), type, omprim_operation_histogram_edges, data.data(), n,
                                 &request, &options),
                omprim_status_success)
          << omprim_last_error();
      EXPECT_EQ(counts.values(), between);
    }
  });
}

TEST_P(CHistogram, EmptyInputGivesZeros) {
  const placed_array<double> edges(where(), {0, 1, 2});
  const guarded_counts counts(where(), 2);
  EXPECT_EQ(omprim_histogram_even_float64(c_where(), nullptr, 0, 0, 1, 2, counts.pointer()),
            omprim_status_success);
  EXPECT_EQ(counts.values(), (counts_type{0, 0}));
  const guarded_counts others(where(), 2);
  EXPECT_EQ(
      omprim_histogram_edges_float64(c_where(), nullptr, 0, edges.data(), 2, others.pointer()),
      omprim_status_success);
  EXPECT_EQ(others.values(), (counts_type{0, 0}));
}

TEST_P(CHistogram, NullPointersAreRefused) {
  const placed_array<double> data(where(), {0, 1, 2});
  const guarded_counts counts(where(), 2);
  const auto null = [](omprim_status got, const char* what) {
    expect_refused(got, omprim_status_invalid_argument, {"null", what});
  };
  null(omprim_histogram_even_float64(c_where(), nullptr, 3, 0, 1, 2, counts.pointer()), "data");
  null(omprim_histogram_even_float64(c_where(), data.data(), 3, 0, 1, 2, nullptr), "counts");
  null(omprim_histogram_edges_float64(c_where(), nullptr, 3, data.data(), 2, counts.pointer()),
       "data");
  null(omprim_histogram_edges_float64(c_where(), data.data(), 3, nullptr, 2, counts.pointer()),
       "edges");
  null(omprim_histogram_edges_float64(c_where(), data.data(), 3, data.data(), 2, nullptr),
       "counts");
  null(omprim_histogram(c_where(), omprim_element_float64, omprim_operation_histogram_even,
                        data.data(), 3, nullptr, nullptr),
       "request");
  EXPECT_TRUE(counts.is_untouched());
}

TEST_P(CHistogram, WrongBinsAreRefused) {
  const placed_array<double> data(where(), {0, 1, 2});
  const placed_array<std::uint64_t> whole(where(), {0, 1, 2});
  const guarded_counts counts(where(), 2);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const auto wrong = [&](double lower, double upper, size_t bins,
                         const std::vector<std::string>& words) {
    expect_refused(omprim_histogram_even_float64(c_where(), data.data(), 3, lower, upper, bins,
                                                 counts.pointer()),
                   omprim_status_invalid_argument, words);
  };
  wrong(0, 1, 0, {"0 bins", "2^30"});
  wrong(0, 1, (size_t{1} << 30) + 1, {"1073741825 bins", "2^30"});
  wrong(1, 1, 2, {"2 bins from 1 to 1", "below"});
  wrong(2.5, -1, 2, {"from 2.5 to -1", "below"});
  wrong(nan, 1, 2, {"from nan to 1", "below"});
  wrong(0, nan, 2, {"from 0 to nan", "below"});
  wrong(0, infinity, 2, {"from 0 to inf", "not finite"});
  wrong(-1.5e308, 1.5e308, 2, {"not finite"});
  wrong(0, 5e-324, 2, {"no width"});
  expect_refused(omprim_histogram_even_uint64(c_where(), whole.data(), 3, ~std::uint64_t{0}, 7, 2,
                                              counts.pointer()),
                 omprim_status_invalid_argument, {"from 18446744073709551615 to 7", "below"});
  expect_refused(
      omprim_histogram_edges_float64(c_where(), data.data(), 3, data.data(), 0, counts.pointer()),
      omprim_status_invalid_argument, {"0 bins", "2^30"});
  EXPECT_TRUE(counts.is_untouched());
}

TEST_P(CHistogram, UnknownNumbersAndNamesAreRefused) {
  const placed_array<std::int32_t> data(where(), {0, 1, 2});
  const guarded_counts counts(where(), 2);
  omprim_histogram_request request = {};
  request.upper.i = 2;
  request.bins = 2;
  request.counts = counts.pointer();
  omprim_options options = {};
  const auto refused = [&](int type, int operation, omprim_status code, const char* words) {
    expect_refused(omprim_histogram(c_where(), type, operation, data.data(), 3, &request, &options),
                   code, {words});
  };
  refused(omprim_element_count, omprim_operation_histogram_even, omprim_status_unknown_name,
          "element type");
  refused(-1, omprim_operation_histogram_even, omprim_status_unknown_name, "element type");
  refused(omprim_element_int32, omprim_operation_count, omprim_status_unknown_name, "operation");
  refused(omprim_element_int32, omprim_operation_sum, omprim_status_unknown_variant, "reduce_any");
  options.strategy = "quantum";
  refused(omprim_element_int32, omprim_operation_histogram_even, omprim_status_unknown_name,
          "quantum");
  omprim_result result = {};
  expect_refused(omprim_reduce(c_where(), omprim_element_int32, omprim_operation_histogram_even,
                               data.data(), nullptr, 3, nullptr, &result),
                 omprim_status_unknown_variant, {"histogram_any"});
  expect_refused(
      omprim_histogram_even_int32({-1, -1, 0}, data.data(), 3, 0, 2, 2, counts.pointer()),
      omprim_status_unknown_name, {"backend is -1"});
  EXPECT_TRUE(counts.is_untouched());
}

TEST_P(CHistogram, SizeThatNoArrayHasIsRefused) {
  const placed_array<float> data(where(), {0, 1, 2});
  const guarded_counts counts(where(), 2);
  const auto n = static_cast<size_t>(-1);
  expect_refused(
      omprim_histogram_even_float32(c_where(), data.data(), n, 0, 1, 2, counts.pointer()),
      omprim_status_invalid_argument, {"no array"});
  expect_refused(
      omprim_histogram_edges_float32(c_where(), data.data(), n, data.data(), 2, counts.pointer()),
      omprim_status_invalid_argument, {"no array"});
  EXPECT_TRUE(counts.is_untouched());
}

}  // namespace
