// SPDX-License-Identifier: BSD-3-Clause
// The typed histograms, by the variants that the library chooses.
#include <omprim/histogram.hpp>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/containers/histogram.hpp>

#include "support/backends.hpp"
#include "support/environment.hpp"
#include "support/errors.hpp"
#include "support/histogram_oracle.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"

namespace {

using omprim::bin_edges;
using omprim::even_bins;
using omprim::status;
using omprim_test::expect_error;
using omprim_test::placed_array;
using sizes = std::initializer_list<std::size_t>;
using counts_type = std::vector<std::int64_t>;

class Histogram : public omprim_test::backend_test {
 protected:
  template <class T, class Bins>
  static counts_type count(const std::vector<T>& values, const Bins& bins) {
    const placed_array<T> in(where(), values);
    const placed_array<std::int64_t> out(where(), counts_type(bins.count, -1));
    omprim::histogram(where(), in.data(), values.size(), bins, out.pointer());
    return out.values();
  }
};
OMPRIM_ON_EVERY_BACKEND(Histogram);

TEST_P(Histogram, CountsInEvenBins) {
  EXPECT_EQ(count<float>({0.1f, 0.9f, 1.5f, 2.9f, 0.2f}, even_bins(0.0f, 3.0f, 3)),
            (counts_type{3, 1, 1}));
  EXPECT_EQ(count<int>({0, 1, 2, 3, 4, 5, 6}, even_bins(0, 7, 3)), (counts_type{3, 2, 2}));
  EXPECT_EQ(count<int>({4, 7, 4, 5}, even_bins(4, 8, 4)), (counts_type{2, 1, 0, 1}));
  EXPECT_EQ(count<int>({4, 7, 4, 5}, even_bins(4, 8, 8)), (counts_type{2, 0, 1, 0, 0, 0, 1, 0}));
}

TEST_P(Histogram, CountsBetweenEdges) {
  const placed_array<double> edges(where(), {-1.0, 0.0, 0.5, 0.5, 4.0});
  EXPECT_EQ(
      count<double>({-1, -0.5, -0.0, 0, 0.49, 0.5, 3.9, 4, 5, -2}, bin_edges(edges.data(), 4)),
      (counts_type{2, 3, 0, 2}));
}

TEST_P(Histogram, CountsNothingOutsideOfTheBins) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    using limits = std::numeric_limits<T>;
    std::vector<T> values{T(1), T(9), T(10), limits::max(), limits::lowest(), T(2), T(0)};
    if constexpr (std::is_floating_point_v<T>) {
      values.insert(values.end(), {limits::quiet_NaN(), -limits::quiet_NaN(), limits::infinity(),
                                   -limits::infinity(), std::nextafter(T(10), T(0))});
    }
    const std::int64_t last = std::is_floating_point_v<T> ? 2 : 1;
    EXPECT_EQ(count<T>(values, even_bins(T(1), T(10), 2)), (counts_type{2, last}));
    const placed_array<T> edges(where(), {T(1), T(5), T(10)});
    EXPECT_EQ(count<T>(values, bin_edges<T>(edges.data(), 2)), (counts_type{2, last}));
  });
}

TEST_P(Histogram, EmptyInputGivesZeros) {
  const placed_array<std::int64_t> out(where(), {5, 5, 5});
  const float* const nothing = nullptr;
  omprim::histogram(where(), nothing, 0, even_bins(0.0f, 1.0f, 3), out.pointer());
  EXPECT_EQ(out.values(), (counts_type{0, 0, 0}));
}

// The bins of integers are exact where a product would overflow, or a float would round.
TEST_P(Histogram, WideRangesOfIntegersAreExact) {
  omprim_test::for_integer_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    using limits = std::numeric_limits<T>;
    const omprim_test::even_range<T> range{limits::min(), limits::max(), 1000003};
    // Both sides of some borders: the least x of bin b is the border rounded up.
    const auto width = static_cast<omprim_test::wide_integer>(range.upper) - range.lower;
    std::vector<T> values;
    for (std::int64_t b = 1; b < 1000003; b += 7919) {
      const auto border = (b * width + 1000002) / 1000003 + range.lower;
      values.insert(values.end(), {static_cast<T>(border - 1), static_cast<T>(border)});
    }
    EXPECT_EQ(count<T>(values, even_bins(range.lower, range.upper, range.count)),
              omprim_test::counts_by_definition(range, range.count, values.data(), values.size()));
  });
}

// (x - lower) * scale comes to the number of bins by rounding.
TEST_P(Histogram, LargestFloatBelowTheUpperBoundIsInTheLastBin) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const T below = std::nextafter(T(1), T(0));
    for (const std::size_t bins : sizes{3, 10, 49, 1000, std::size_t{1} << 22}) {
      counts_type want(bins);
      want.back() = 1;
      EXPECT_EQ(count<T>({below}, even_bins(T(0), T(1), bins)), want) << bins;
    }
  });
}

#if OMPRIM_HAS_ENVIRONMENTS
// Bounds and elements are denormal, and rounding decides on some bins.
TEST_P(Histogram, SameCountsInAnyFloatingPointEnvironment) {
  omprim_test::random_engine random(1);
  for (const omprim_test::even_range<float> range :
       {omprim_test::even_range<float>{-0x3p-130f, 0x1p-110f, 1000}, {0.1f, 0.7f, 1000}}) {
    const auto values = omprim_test::histogram_data(range, 100000, random);
    const auto want = omprim_test::counts_by_definition(range, 1000, values.data(), values.size());
    const placed_array<float> in(where(), values);
    const placed_array<std::int64_t> out(where(), counts_type(1000));
    const auto bins = even_bins(range.lower, range.upper, 1000);
    for (const unsigned state : omprim_test::environments) {
      {
        const omprim_test::environment here(state);
        omprim::histogram(where(), in.data(), values.size(), bins, out.pointer());
      }
      EXPECT_EQ(out.values(), want) << state;
    }
  }
}
#endif

TEST_P(Histogram, ManyElementsInOneBinAreCounted) {
  const std::size_t n = 3000001;
  const std::vector<int> values(n, 7);
  for (const std::size_t bins : sizes{1, 10, 5000, 20000, 60000, 200000}) {
    counts_type want(bins);
    want[bins < 10 ? 0 : 7] = static_cast<std::int64_t>(n);
    const int upper = bins < 10 ? 10 : static_cast<int>(bins);
    EXPECT_EQ(count(values, even_bins(0, upper, bins)), want) << bins;
  }
}

TEST_P(Histogram, TakesContainers) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "needs memory of the host";
  const std::vector<int> values{1, 2, 3, 2};
  counts_type counts(4, 9);
  omprim::histogram(where(), values, even_bins(1, 4, 3), counts);
  EXPECT_EQ(counts, (counts_type{1, 2, 1, 9}));
  expect_error(status::invalid_argument, {"4", "5"},
               [&] { omprim::histogram(where(), values, even_bins(1, 6, 5), counts); });
}

TEST_P(Histogram, RefusesWrongBins) {
  const placed_array<double> in(where(), {1, 2});
  const placed_array<std::int64_t> out(where(), {5, 5});
  const auto refused = [&](double lower, double upper, std::size_t bins,
                           const std::vector<std::string>& words) {
    expect_error(status::invalid_argument, words, [&] {
      omprim::histogram(where(), in.data(), 2, even_bins(lower, upper, bins), out.pointer());
    });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refused(0, 1, 0, {"0 bins", "2^30"});
  refused(0, 1, (std::size_t{1} << 30) + 1, {"1073741825", "2^30"});
  refused(1, 1, 2, {"2 bins from 1", "below"});
  refused(2, 1, 2, {"from 2", "to 1", "below"});
  refused(nan, 1, 2, {"below"});
  refused(0, nan, 2, {"below"});
  refused(-1.5e308, 1.5e308, 2, {"not finite"});
  refused(0, 5e-324, 2, {"no width"});
  const double* const null = nullptr;
  expect_error(status::invalid_argument, {"data", "2"},
               [&] { omprim::histogram(where(), null, 2, even_bins(0.0, 1.0, 2), out.pointer()); });
  expect_error(status::invalid_argument, {"counts"},
               [&] { omprim::histogram(where(), in.data(), 2, even_bins(0.0, 1.0, 2), nullptr); });
  expect_error(status::invalid_argument, {"edges"}, [&] {
    omprim::histogram(where(), in.data(), 2, bin_edges(null, 2), out.pointer());
  });
  EXPECT_EQ(out.values(), (counts_type{5, 5})) << "a refused call has written";
}

}  // namespace
