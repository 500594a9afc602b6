// SPDX-License-Identifier: BSD-3-Clause
// Histograms of weights: the sums of plain loops.
#include <omprim/weighted_histogram.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>

#include "support/backends.hpp"
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
using omprim_test::random_engine;
using sizes = std::initializer_list<std::size_t>;

/// Whole numbers, whose sums a float holds exactly; integers of any size, which wrap.
template <class W>
std::vector<W> exact_weights(std::size_t n, random_engine& random) {
  std::vector<W> weights(n);
  for (W& w : weights) {
    if constexpr (std::is_integral_v<W>) {
      w = omprim_test::random_bits<W>(random);
    } else {
      w = static_cast<W>(random() % 64) - W(32);
    }
  }
  return weights;
}

template <class W, class Range, class T>
std::vector<W> sums_by_definition(const Range& range, std::size_t bins, const std::vector<T>& data,
                                  const std::vector<W>& weights) {
  std::vector<W> sums(bins);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::int64_t bin = omprim_test::bin_by_definition(range, data[i]);
    if (bin < 0) continue;
    W& sum = sums[static_cast<std::size_t>(bin)];
    if constexpr (std::is_integral_v<W>) {
      using word = std::make_unsigned_t<W>;
      sum = static_cast<W>(static_cast<word>(sum) + static_cast<word>(weights[i]));
    } else {
      sum += weights[i];
    }
  }
  return sums;
}

class WeightedHistogram : public omprim_test::backend_test {
 protected:
  template <class T, class W, class Bins>
  static std::vector<W> add(const placed_array<T>& in, const placed_array<W>& weights,
                            const Bins& bins) {
    const placed_array<W> out(where(), std::vector<W>(bins.count + 2, W(77)));
    omprim::histogram(where(), in.data(), weights.data(), in.size(), bins, out.pointer() + 1);
    const auto all = out.values();
    EXPECT_EQ(all.front(), W(77));
    EXPECT_EQ(all.back(), W(77));
    return std::vector<W>(all.begin() + 1, all.end() - 1);
  }
  template <class T, class W>
  static void check(std::size_t n, std::size_t bins, random_engine& random) {
    SCOPED_TRACE("n " + std::to_string(n) + ", bins " + std::to_string(bins));
    const auto range = omprim_test::random_range<T>(bins, random);
    const auto data = omprim_test::histogram_data(range, n, random);
    const auto edges = omprim_test::random_edges(range, random);
    const auto weights = exact_weights<W>(n, random);
    const placed_array<T> in(where(), data);
    const placed_array<T> borders(where(), edges);
    const placed_array<W> placed(where(), weights, random() % 3);
    ASSERT_EQ(add(in, placed, even_bins(range.lower, range.upper, bins)),
              sums_by_definition(range, bins, data, weights));
    ASSERT_EQ(add(in, placed, bin_edges(borders.data(), bins)),
              sums_by_definition(edges, bins, data, weights));
  }
};
OMPRIM_ON_EVERY_BACKEND(WeightedHistogram);

TEST_P(WeightedHistogram, SumsAreThoseOfLoops) {
  random_engine random(omprim_test::test_seed());
  for (const std::size_t n : sizes{0, 1, 2, 1025, 20000}) {
    for (const std::size_t bins : sizes{1, 2, 256, 257}) {
      check<float, double>(n, bins, random);
      check<double, float>(n, bins, random);
      check<std::int32_t, std::int64_t>(n, bins, random);
      check<std::uint64_t, std::int32_t>(n, bins, random);
    }
  }
  check<double, std::int64_t>(20000, 65536, random);
  check<float, float>(300007, 1000, random);
  check<float, std::uint32_t>(50000, std::size_t{1} << 20, random);
  check<float, double>(700000, 600000, random);
}

// Weights that rounding tells apart.
TEST_P(WeightedHistogram, SameBitsAtEachCall) {
  random_engine random(omprim_test::test_seed());
  const omprim_test::even_range<float> range{0.0f, 1.0f, 50};
  const auto data = omprim_test::histogram_data(range, 300000, random);
  std::vector<double> weights(data.size());
  for (double& w : weights)
    w = std::ldexp(1.0 + std::abs(omprim_test::random_number<double>(random)),
                   static_cast<int>(random() % 40));
  const placed_array<float> in(where(), data);
  const placed_array<double> placed(where(), weights);
  const auto first = add(in, placed, even_bins(0.0f, 1.0f, 50));
  const auto want = sums_by_definition(range, 50, data, weights);
  for (std::size_t b = 0; b < 50; ++b) EXPECT_NEAR(first[b] / want[b], 1.0, 1e-12);
  for (int call = 0; call < 5; ++call) {
    const auto next = add(in, placed, even_bins(0.0f, 1.0f, 50));
    EXPECT_EQ(std::memcmp(first.data(), next.data(), 50 * sizeof(double)), 0);
  }
}

TEST_P(WeightedHistogram, NaNPropagatesFromWeightsInBinsOnly) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const placed_array<int> in(where(), {0, 1, 2, 5, -1});
  const placed_array<double> weights(where(), {1.5, nan, 2.0, nan, nan});
  const auto sums = add(in, weights, even_bins(0, 4, 4));
  EXPECT_EQ(sums[0], 1.5);
  EXPECT_TRUE(std::isnan(sums[1]));
  EXPECT_EQ(sums[2], 2.0);
  EXPECT_EQ(sums[3], 0.0);
}

TEST_P(WeightedHistogram, RunTimeTypesGiveTheSame) {
  const placed_array<float> in(where(), {0.5f, 1.5f, 0.25f, 9.0f});
  const placed_array<std::int32_t> weights(where(), {3, 4, 5, 6});
  const placed_array<std::int32_t> sums(where(), {7, 7});
  omprim::histogram_request bins;
  bins.lower.f = 0;
  bins.upper.f = 2;
  bins.bins = 2;
  omprim::weighted_histogram_any(where(), omprim::element::float32,
                                 omprim::operation::histogram_even, in.data(),
                                 omprim::element::int32, weights.data(), 4, bins, sums.pointer());
  EXPECT_EQ(sums.values(), (std::vector<std::int32_t>{8, 4}));
}

TEST_P(WeightedHistogram, WrongArgumentsAreErrors) {
  const placed_array<int> in(where(), {1, 2});
  const placed_array<float> weights(where(), {1, 2});
  const placed_array<float> sums(where(), {7, 7});
  float* const nothing = nullptr;
  const even_bins bins(0, 2, 2);
  const auto refuses = [](const char* words, auto&& call) {
    expect_error(status::invalid_argument, {words}, call);
  };
  refuses("the pointer to the weights",
          [&] { omprim::histogram(where(), in.data(), nothing, 2, bins, sums.pointer()); });
  refuses("the pointer to the sums",
          [&] { omprim::histogram(where(), in.data(), weights.data(), 2, bins, nothing); });
  refuses("lower bound", [&] {
    omprim::histogram(where(), in.data(), weights.data(), 2, even_bins(2, 0, 2), sums.pointer());
  });
  EXPECT_EQ(sums.values(), (std::vector<float>{7, 7}));
}

}  // namespace
