// SPDX-License-Identifier: BSD-3-Clause
// The typed function of exact sums of segments.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/environment.hpp"
#include "support/errors.hpp"
#include "support/exact_oracle.hpp"
#include "support/memory.hpp"

namespace {

using omprim::operation;
using omprim_test::exact_data;
using omprim_test::exact_values;
using omprim_test::expect_error;
using omprim_test::has_bits;
using omprim_test::placed_array;

class ExactSegments : public omprim_test::backend_test {
 protected:
  template <class T>
  static std::vector<T> sums_of(const std::vector<T>& values,
                                const std::vector<std::int64_t>& offsets) {
    const placed_array<T> data(where(), values);
    const placed_array<std::int64_t> bounds(where(), offsets);
    const placed_array<T> out(where(), std::vector<T>(offsets.size() - 1, T(77)));
    omprim::exact_segmented_sum(where(), data.data(), bounds.data(), offsets.size() - 1,
                                out.pointer());
    return out.values();
  }
};
OMPRIM_ON_EVERY_BACKEND(ExactSegments);

TEST_P(ExactSegments, EachIsRoundedOnce) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double most = std::numeric_limits<double>::max();
  const std::vector<double> values = {1e300, 1,        -1e300,  // cancels
                                      -0.0,  -0.0,              // keeps the sign
                                      1,     -1,                //
                                      most,  most,     -most,   // overflows on the way
                                      most,  most,              // overflows
                                      1,     infinity,          //
                                      nan,   1,                 //
                                      1,     0x1p-53,  0x1p-1074};
  const auto sums = sums_of(values, {0, 3, 3, 5, 7, 10, 12, 14, 16, 19});
  const std::vector<double> want = {1, 0.0, -0.0, 0.0, most, infinity, infinity, nan, 1 + 0x1p-52};
  ASSERT_EQ(sums.size(), want.size());
  for (std::size_t s = 0; s < want.size(); ++s) {
    EXPECT_TRUE(has_bits(sums[s], want[s])) << "segment " << s;
  }
}

// The bits are those of exact_sum, however the array is cut.
TEST_P(ExactSegments, AgreeWithSumsOfWholeArrays) {
  for (const std::size_t n : {1U, 100U, 5000U, 120001U}) {
    const auto values = exact_values<float>(exact_data::all_numbers, 4, n);
    const placed_array<float> data(where(), values);
    const float whole = omprim::exact_sum(where(), data.data(), n);
    const auto end = static_cast<std::int64_t>(n);
    EXPECT_TRUE(has_bits(sums_of(values, {0, end})[0], whole)) << n;
    EXPECT_TRUE(has_bits(sums_of(values, {0, 0, end, end})[1], whole)) << n;
  }
}

TEST_P(ExactSegments, OneLengthNeedsNoOffsets) {
  const auto values = exact_values<double>(exact_data::range_100, 8, std::size_t{7} * 123);
  const placed_array<double> data(where(), values);
  const placed_array<double> out(where(), std::vector<double>(123, 0));
  omprim::exact_segmented_sum(where(), data.data(), omprim::by_length(7, 123), out.pointer());
  const auto sums = out.values();
  for (std::size_t s = 0; s < 123; ++s) {
    const double* const first = values.data() + 7 * s;
    EXPECT_TRUE(
        has_bits(sums[s], omprim_test::exact_result(operation::exact_sum, first, first, 7)));
  }
}

// Windows are where the segment before had them.
TEST_P(ExactSegments, MagnitudesMayChangeFromSegmentToSegment) {
  constexpr std::array<int, 9> exponents = {0, 0, 41, -300, 1000, 1000, -1060, 44, 90};
  std::vector<double> values;
  std::vector<std::int64_t> offsets = {0};
  for (std::size_t s = 0; s < 400; ++s) {
    const std::size_t length = s % 7 == 0 ? s : s % 40;
    const double zero = s % 11 == 3 ? 0.0 : -0.0;
    for (std::size_t i = 0; i < length; ++i) {
      const double x = omprim_test::exact_value<double>(exact_data::similar, 5, values.size());
      values.push_back(s % 11 < 5 && s % 11 > 2
                           ? zero
                           : std::ldexp(x, exponents[(s + i / 130) % exponents.size()]));
    }
    offsets.push_back(static_cast<std::int64_t>(values.size()));
  }
  const auto sums = sums_of(values, offsets);
  for (std::size_t s = 0; s < sums.size(); ++s) {
    const double* const first = values.data() + offsets[s];
    const auto length = static_cast<std::size_t>(offsets[s + 1] - offsets[s]);
    EXPECT_TRUE(
        has_bits(sums[s], omprim_test::exact_result(operation::exact_sum, first, first, length)))
        << "segment " << s << " of " << length;
  }
}

TEST(ExactSegmentThreads, AnyNumberOfThemGivesTheSameBits) {
  const auto values = exact_values<double>(exact_data::all_numbers, 11, 200007);
  const std::vector<std::int64_t> offsets = {7, 50000, 50001, 199000, 200007};
  std::vector<double> want(4);
  omprim::exact_segmented_sum(omprim::serial(), values.data(), offsets.data(), 4, want.data());
  for (int threads = 1; threads <= 64; threads += threads < 8 ? 1 : 7) {
    std::vector<double> got(4);
    omprim::exact_segmented_sum(omprim::host(threads), values.data(), offsets.data(), 4,
                                got.data());
    for (std::size_t s = 0; s < 4; ++s) EXPECT_TRUE(has_bits(got[s], want[s])) << threads;
  }
}

TEST_P(ExactSegments, RefuseWhatTheyCannotSum) {
  const placed_array<std::int64_t> bounds(where(), {0, 1});
  const placed_array<double> one(where(), {1.0});
  omprim::segment_request request;
  request.segments = omprim::by_offsets(bounds.data(), 1);
  request.out = one.pointer();
  expect_error(omprim::status::unknown_variant, {"exact_segmented_sum of int32"}, [&] {
    omprim::segmented_reduce_any(where(), omprim::element::int32, operation::exact_segmented_sum,
                                 one.data(), request);
  });
  expect_error(omprim::status::invalid_argument, {"null pointer"}, [&] {
    omprim::exact_segmented_sum<double>(where(), nullptr, bounds.data(), 1, one.pointer());
  });
  expect_error(omprim::status::unknown_variant, {"exact_segmented_sum", "segmented_sum, _min"},
               [&] {
                 omprim::reduce_by_key_any(where(), omprim::element::int32, nullptr,
                                           omprim::element::float64, operation::exact_segmented_sum,
                                           nullptr, 0, nullptr, nullptr);
               });
}

#if OMPRIM_HAS_ENVIRONMENTS
// Flush-to-zero and other directions of rounding change nothing.
TEST_P(ExactSegments, TheCallersEnvironmentDoesNotMatter) {
  std::vector<std::int64_t> offsets = {0};
  while (offsets.back() < 3000) offsets.push_back(offsets.back() + 1 + offsets.back() % 50);
  for (const auto kind : {exact_data::tiny, exact_data::range_40, exact_data::all_numbers}) {
    const auto values = exact_values<float>(kind, 9, static_cast<std::size_t>(offsets.back()));
    const auto want = sums_of(values, offsets);
    for (const unsigned state : omprim_test::environments) {
      std::vector<float> got;
      {
        const omprim_test::environment other(state);
        got = sums_of(values, offsets);
      }
      for (std::size_t s = 0; s < want.size(); ++s) {
        EXPECT_TRUE(has_bits(got[s], want[s])) << std::hex << state << " segment " << s;
      }
    }
  }
}
#endif

}  // namespace
