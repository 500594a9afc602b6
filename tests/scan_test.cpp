// SPDX-License-Identifier: BSD-3-Clause
// The typed scans, by the variants that the library chooses.
#include <omprim/scan.hpp>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim_test::expect_error;
using omprim_test::placed_array;

class Scan : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Scan);

TEST_P(Scan, InclusiveSumsUpToAndWithEachElement) {
  const placed_array<int> in(where(), {3, -1, 4, 1, 5});
  const placed_array<int> out(where(), std::vector<int>(5));
  omprim::inclusive_scan(where(), in.data(), 5, out.pointer());
  EXPECT_EQ(out.values(), (std::vector<int>{3, 2, 6, 7, 12}));
  omprim::inclusive_scan(where(), in.data(), 5, out.pointer(), omprim::plus{}, 100);
  EXPECT_EQ(out.values(), (std::vector<int>{103, 102, 106, 107, 112}));
}

TEST_P(Scan, ExclusiveBeginsWithTheInitialValue) {
  const placed_array<double> in(where(), {3, -1, 4});
  const placed_array<double> out(where(), std::vector<double>(3));
  omprim::exclusive_scan(where(), in.data(), 3, out.pointer());
  EXPECT_EQ(out.values(), (std::vector<double>{0, 3, 2}));
  omprim::exclusive_scan(where(), in.data(), 3, out.pointer(), omprim::plus{}, 0.5);
  EXPECT_EQ(out.values(), (std::vector<double>{0.5, 3.5, 2.5}));
}

TEST_P(Scan, EmptyInputWritesNothing) {
  const float* nothing = nullptr;
  omprim::inclusive_scan(where(), nothing, 0, static_cast<float*>(nullptr));
  omprim::exclusive_scan(where(), nothing, 0, static_cast<float*>(nullptr), omprim::maximum{});
}

TEST_P(Scan, SumsWrap) {
  const placed_array<std::int32_t> in(where(), {std::numeric_limits<std::int32_t>::max(), 1, 1});
  const placed_array<std::int32_t> out(where(), std::vector<std::int32_t>(3));
  omprim::inclusive_scan(where(), in.data(), 3, out.pointer());
  EXPECT_EQ(out.values()[1], std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(out.values()[2], std::numeric_limits<std::int32_t>::min() + 1);
}

TEST_P(Scan, ExclusiveExtremesBeginWithTheIdentity) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    const placed_array<T> in(where(), {T(4), T(2), T(9)});
    const placed_array<T> out(where(), std::vector<T>(3));
    omprim::exclusive_scan(where(), in.data(), 3, out.pointer(), omprim::minimum{});
    EXPECT_EQ(out.values(), (std::vector<T>{omprim::minimum::identity<T>(), T(4), T(2)}));
    omprim::exclusive_scan(where(), in.data(), 3, out.pointer(), omprim::maximum{});
    EXPECT_EQ(out.values(), (std::vector<T>{omprim::maximum::identity<T>(), T(4), T(4)}));
  });
}

TEST_P(Scan, NanPropagatesFromItsPositionOn) {
  const std::size_t n = 100000;
  const std::size_t place = 61234;
  std::vector<double> values(n, 1.0);
  values[place] = std::numeric_limits<double>::quiet_NaN();
  values[n - 1] = -5;
  const placed_array<double> in(where(), values);
  const placed_array<double> out(where(), values);
  omprim::inclusive_scan(where(), in.data(), n, out.pointer(), omprim::minimum{});
  const auto got = out.values();
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(std::isnan(got[i]), i >= place) << i;
  }
}

TEST_P(Scan, NegativeZeroIsBelowZero) {
  const placed_array<float> in(where(), {0.0f, -0.0f, 0.0f});
  const placed_array<float> out(where(), std::vector<float>(3));
  omprim::inclusive_scan(where(), in.data(), 3, out.pointer(), omprim::minimum{});
  EXPECT_FALSE(std::signbit(out.values()[0]));
  EXPECT_TRUE(std::signbit(out.values()[1]));
  EXPECT_TRUE(std::signbit(out.values()[2]));
}

TEST_P(Scan, FloatsStayWithinTheRoundingBound) {
  omprim_test::random_engine random(omprim_test::test_seed());
  std::vector<float> values(300000);
  for (float& x : values) x = std::uniform_real_distribution<float>(0, 1)(random);
  const placed_array<float> in(where(), values);
  const placed_array<float> out(where(), values);
  omprim::inclusive_scan(where(), in.data(), values.size(), out.pointer());
  const auto got = out.values();
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += static_cast<double>(values[i]);
    const double bound = sum * static_cast<double>(i + 1) * std::numeric_limits<float>::epsilon();
    ASSERT_NEAR(static_cast<double>(got[i]), sum, bound) << i;
  }
}

TEST_P(Scan, OffsetsFromCountsAreWiderThanTheCounts) {
  constexpr std::size_t n = 100000;
  const std::vector<int> values(n, 1 << 30);
  const placed_array<int> in(where(), values);
  const placed_array<std::int64_t> out(where(), std::vector<std::int64_t>(n));
  std::vector<std::int64_t> want(n);
  for (std::size_t i = 0; i < n; ++i) want[i] = 7 + (static_cast<std::int64_t>(i) << 30);
  omprim::exclusive_scan(where(), in.data(), n, out.pointer(), omprim::plus{}, 7);
  EXPECT_EQ(out.values(), want);
  for (std::size_t i = 0; i < n; ++i) want[i] = static_cast<std::int64_t>(i + 1) << 30;
  omprim::inclusive_scan(where(), in.data(), n, out.pointer());
  EXPECT_EQ(out.values(), want);
}

TEST_P(Scan, FloatsAreAddedInDoubleWhereTheResultsAreDoubles) {
  const placed_array<float> in(where(), {16777216.0f, 1.0f, -0.0f, 1.0f});
  const placed_array<double> out(where(), std::vector<double>(4));
  omprim::inclusive_scan(where(), in.data(), 4, out.pointer());
  EXPECT_EQ(out.values(), (std::vector<double>{16777216, 16777217, 16777217, 16777218}));
}

TEST_P(Scan, WiderResultsCannotOverwriteTheirInput) {
  const placed_array<std::int64_t> data(where(), {1, 2, 3});
  omprim::scan_request request;
  request.out = data.pointer();
  omprim_test::expect_error(
      omprim::status::invalid_argument, {"wide_scan_sum", "another output"}, [&] {
        omprim::scan_any(where(), omprim::element::int32, omprim::operation::wide_scan_sum,
                         data.pointer(), 3, request);
      });
  EXPECT_EQ(data.values(), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST_P(Scan, RepeatedCallsAgreeInPlace) {
  omprim_test::random_engine random(omprim_test::test_seed());
  for (int repeat = 0; repeat < 20; ++repeat) {
    const std::size_t n = 1 + random() % 300000;
    std::vector<std::int64_t> values(n);
    for (auto& x : values) x = omprim_test::random_bits<std::int64_t>(random) >> 30;
    const placed_array<std::int64_t> data(where(), values, 1);
    omprim::inclusive_scan(where(), data.data(), n, data.pointer());
    std::partial_sum(values.begin(), values.end(), values.begin());
    ASSERT_EQ(data.values(), values) << "call " << repeat << ", n " << n;
  }
}

TEST_P(Scan, OutputsLargerThanCaches) {
  constexpr std::size_t n = (std::size_t{33} << 20) / sizeof(int) + 37;  // streaming stores on CPUs
  std::vector<int> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<int>(i * 7919 % 101) - 50;
  std::vector<int> want(n);
  const placed_array<int> in(where(), values, 1);
  for (const std::size_t offset : {std::size_t{0}, std::size_t{3}}) {
    const placed_array<int> out(where(), std::vector<int>(n + 1, -77), offset);
    omprim::exclusive_scan(where(), in.data(), n, out.pointer());
    std::exclusive_scan(values.begin(), values.end(), want.begin(), 0);
    auto got = out.values();
    EXPECT_EQ(got.back(), -77);
    got.pop_back();
    EXPECT_TRUE(got == want) << "exclusive, offset " << offset;
  }
  omprim::inclusive_scan(where(), in.data(), n, in.pointer());
  std::partial_sum(values.begin(), values.end(), want.begin());
  EXPECT_TRUE(in.values() == want) << "in place";
}

TEST_P(Scan, MissingPointersAreNamed) {
  const placed_array<int> in(where(), {1, 2, 3});
  expect_error(omprim::status::invalid_argument, {"output", "null", "3"},
               [&] { omprim::inclusive_scan(where(), in.data(), 3, static_cast<int*>(nullptr)); });
  expect_error(omprim::status::invalid_argument, {"data pointer", "null", "3"}, [&] {
    omprim::exclusive_scan(where(), static_cast<const int*>(nullptr), 3, in.pointer());
  });
}

TEST_P(Scan, StrategiesOfOtherAlgorithmsAreUnknown) {
  const placed_array<int> data(where(), {1, 2, 3});
  omprim::scan_options options;
  options.strategy = "three-phase";
  expect_error(omprim::status::unknown_name, {"three-phase", "scan_sum", "reduce-then-scan"}, [&] {
    omprim::inclusive_scan(where(), data.data(), 3, data.pointer(), omprim::plus{}, options);
  });
}

TEST_P(Scan, InitialValueConvertsToTheTypeOfTheData) {
  const placed_array<float> in(where(), {0.5F, 0.25F});
  const placed_array<float> out(where(), std::vector<float>(2));
  omprim::exclusive_scan(where(), in.data(), 2, out.pointer(), omprim::plus{}, 1);
  EXPECT_EQ(out.values(), (std::vector<float>{1, 1.5F}));
  omprim::inclusive_scan(where(), in.data(), 2, out.pointer(), omprim::plus{}, 1);
  EXPECT_EQ(out.values(), (std::vector<float>{1.5F, 1.75F}));
}

// Without an initial value the first element is the first result: -0.0 + 0.0 would be +0.0.
TEST_P(Scan, SumsOfNegativeZerosStayNegative) {
  omprim_test::for_floating_types([](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t n : std::initializer_list<std::size_t>{1, 2, 17, 1000, 100003}) {
      const omprim_test::placed_array<T> data(where(), std::vector<T>(n, -T(0)));
      omprim_test::placed_array<T> out(where(), std::vector<T>(n, T(1)));
      omprim::inclusive_scan(where(), data.data(), n, out.pointer());
      const std::vector<T> got = out.values();
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_TRUE(got[i] == T(0) && std::signbit(got[i])) << "out[" << i << "] of " << n;
      }
      omprim::inclusive_scan(where(), data.data(), n, out.pointer(), omprim::plus{}, T(0));
      EXPECT_FALSE(std::signbit(out.values()[n - 1]));
    }
  });
}

}  // namespace
