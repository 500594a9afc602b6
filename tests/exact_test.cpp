// SPDX-License-Identifier: BSD-3-Clause
// The typed functions of exact sums, on inputs made to break them.
#include <omprim/exact.hpp>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/environment.hpp"
#include "support/errors.hpp"
#include "support/exact_oracle.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim_test::exact_data;
using omprim_test::exact_values;
using omprim_test::expect_error;
using omprim_test::has_bits;
using omprim_test::placed_array;

class Exact : public omprim_test::backend_test {
 protected:
  template <class T>
  static T sum_of(const std::vector<T>& values) {
    const placed_array<T> data(where(), values);
    return omprim::exact_sum(where(), data.data(), values.size());
  }
};
OMPRIM_ON_EVERY_BACKEND(Exact);

// The bits of sums of fixed inputs are in the repository: every machine and every release gives
// them.
template <class T>
std::uint64_t digest_of_sums(const omprim::execution& where) {
  constexpr std::size_t n = 100003;
  omprim_test::digest results;
  for (int kind = 0; kind < omprim_test::exact_data_kinds; ++kind) {
    const placed_array<T> x(where, exact_values<T>(exact_data(kind), 1, n));
    const placed_array<T> y(where, exact_values<T>(exact_data(kind), 2, n));
    results.add(omprim::exact_sum(where, x.data(), n));
    results.add(omprim::exact_sum_of_absolutes(where, x.data(), n));
    results.add(omprim::exact_sum_of_squares(where, x.data(), n));
    results.add(omprim::exact_norm2(where, x.data(), n));
    results.add(omprim::exact_mean(where, x.data(), n));
    results.add(omprim::exact_dot(where, x.data(), y.data(), n));
  }
  return results.value();
}

TEST_P(Exact, FixedInputsHaveFixedDigests) {
  EXPECT_EQ(digest_of_sums<float>(where()), 5630508927713194540U);
  EXPECT_EQ(digest_of_sums<double>(where()), 18118329896780671138U);
}

TEST_P(Exact, LargeTermsCancel) {
  EXPECT_EQ(sum_of<double>({1e16, 1, -1e16, 1e-300}), 1) << "the example of README.md";
  EXPECT_EQ(sum_of<double>({1.5e308, 1.5e308, -1.5e308}), 1.5e308);
  EXPECT_EQ(sum_of<float>({3e38F, 3e38F, -3e38F}), 3e38F);
  EXPECT_EQ(sum_of<double>({1e300, 0x1p-1074, -1e300}), 0x1p-1074);
  std::vector<double> alternating(100001, 1e300);
  for (std::size_t i = 1; i < alternating.size(); i += 2) alternating[i] = -1e300;
  alternating.back() = 0x1p-1074;
  EXPECT_EQ(sum_of(alternating), 0x1p-1074);
}

TEST_P(Exact, OverflowsOnlyIfTheRoundedSumDoes) {
  constexpr double most = std::numeric_limits<double>::max();
  constexpr double half_ulp = 0x1p970;
  EXPECT_EQ(sum_of<double>({most, most, -most, half_ulp / 2, half_ulp / 4}), most);
  EXPECT_EQ(sum_of<double>({most, half_ulp}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(sum_of<double>({most, half_ulp, -0x1p-1074}), most);
  EXPECT_EQ(sum_of<double>({-most, -most}), -std::numeric_limits<double>::infinity());
}

// 1 + 2^-53 is a tie, which the last of a million elements decides.
TEST_P(Exact, TheLastElementDecidesATie) {
  std::vector<double> values(1000000, 0);
  values[0] = 1;
  values[500000] = 0x1p-53;
  EXPECT_EQ(sum_of(values), 1);
  values.back() = 0x1p-1074;
  EXPECT_EQ(sum_of(values), 1 + 0x1p-52);
  values.back() = -0x1p-1074;
  EXPECT_EQ(sum_of(values), 1);
  values[0] = 1 + 0x1p-52;
  values.back() = 0;
  EXPECT_EQ(sum_of(values), 1 + 0x1p-51) << "ties go to even";
}

TEST(ExactThreads, AnyNumberOfThemGivesTheSameBits) {
  const auto values = exact_values<double>(exact_data::all_numbers, 11, 300007);
  const double want = omprim::exact_sum(omprim::serial(), values);
  for (int threads = 1; threads <= 64; threads += threads < 8 ? 1 : 7) {
    EXPECT_TRUE(has_bits(omprim::exact_sum(omprim::host(threads), values), want)) << threads;
  }
}

// Some processors read long inputs in several streams. The terms cancel but for the last one.
TEST_P(Exact, LongInputsCountEachTermOnce) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr std::size_t n = (std::size_t{26} << 20) / sizeof(T) + 778;
    std::vector<T> values(n + 1);
    for (std::size_t i = 0; i < n; ++i) {
      const T value = T(1) + static_cast<T>(i / 2 % 65536) / T(65536);
      values[i] = i % 2 == 0 ? value : -value;
    }
    values[n] = T(0.375);
    EXPECT_EQ(sum_of(values), T(0.375));
    const std::vector<T> ones(n + 1, T(1));
    const placed_array<T> x(where(), values);
    const placed_array<T> y(where(), ones);
    EXPECT_EQ(omprim::exact_dot(where(), x.data(), y.data(), n + 1), T(0.375));
    EXPECT_EQ(omprim::exact_sum_of_absolutes(where(), y.data(), n + 1), T(n + 1));
  });
}

TEST_P(Exact, InfinitiesAndNanPropagate) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values(10007, 1);
  values.back() = infinity;
  EXPECT_EQ(sum_of(values), infinity);
  values[5000] = -infinity;
  EXPECT_TRUE(std::isnan(sum_of(values)));
  values[5000] = -1;
  values[5001] = nan;
  EXPECT_TRUE(std::isnan(sum_of(values)));
  values.back() = -infinity;
  values[5001] = 1;
  EXPECT_EQ(sum_of(values), -infinity);
}

TEST_P(Exact, ZerosHaveTheirSign) {
  EXPECT_TRUE(has_bits(sum_of<double>({}), 0.0));
  EXPECT_TRUE(has_bits(sum_of<double>({-0.0}), -0.0));
  EXPECT_TRUE(has_bits(sum_of(std::vector<double>(5000, -0.0)), -0.0));
  EXPECT_TRUE(has_bits(sum_of<double>({-0.0, 0.0}), 0.0));
  EXPECT_TRUE(has_bits(sum_of<double>({1, -1}), 0.0));
  std::vector<double> one_positive(5000, -0.0);
  one_positive[3210] = 0.0;
  EXPECT_TRUE(has_bits(sum_of(one_positive), 0.0));
  std::vector<float> cancelling(5000, -1);
  for (std::size_t i = 0; i < 2500; ++i) cancelling[i] = 1;
  EXPECT_TRUE(has_bits(sum_of(cancelling), 0.0F));
}

TEST_P(Exact, ProductsCountWhereTheyUnderflowOrOverflow) {
  const std::vector<double> a = {1e-200, 1e300, -1e300, 3e-170, 1};
  const std::vector<double> b = {1e-200, 1e300, 1e300, 3e-170, 0x1p-1074};
  const placed_array<double> x(where(), a);
  const placed_array<double> y(where(), b);
  const double want = omprim_test::exact_result(operation::exact_dot, a.data(), b.data(), a.size());
  EXPECT_TRUE(has_bits(omprim::exact_dot(where(), x.data(), y.data(), a.size()), want));
  // A million squares of 2^-537, each half of the least number.
  const std::vector<double> small(1000000, 0x1p-537);
  const placed_array<double> z(where(), small);
  EXPECT_EQ(omprim::exact_sum_of_squares(where(), z.data(), small.size()), 500000 * 0x1p-1073);
}

template <class T>
void check_means_and_norms(const omprim::execution& where) {
  for (int kind = 0; kind < omprim_test::exact_data_kinds; ++kind) {
    for (const std::size_t n : std::initializer_list<std::size_t>{1, 2, 3, 10, 97, 1001}) {
      const auto values = exact_values<T>(exact_data(kind), n, n);
      const placed_array<T> data(where, values);
      EXPECT_TRUE(has_bits(omprim::exact_mean(where, data.data(), n),
                           omprim_test::exact_mean_of(values.data(), n)))
          << to_string(exact_data(kind)) << " n " << n;
      EXPECT_TRUE(has_bits(omprim::exact_norm2(where, data.data(), n),
                           omprim_test::exact_norm2_of(values.data(), n)))
          << to_string(exact_data(kind)) << " n " << n;
    }
  }
}

TEST_P(Exact, MeansAndNormsAreRoundedOnce) {
  check_means_and_norms<float>(where());
  check_means_and_norms<double>(where());
  EXPECT_TRUE(std::isnan(omprim::exact_mean<double>(where(), nullptr, 0)));
  EXPECT_TRUE(has_bits(omprim::exact_norm2<double>(where(), nullptr, 0), 0.0));
}

TEST_P(Exact, ContainersHaveTheSameSums) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "containers are in host memory";
  const std::vector<double> a = {1e16, 1, -1e16};
  const std::vector<double> b = {1, 2, 1};
  EXPECT_EQ(omprim::exact_sum(where(), a), 1);
  EXPECT_EQ(omprim::exact_sum_of_absolutes(where(), b), 4);
  EXPECT_EQ(omprim::exact_sum_of_squares(where(), b), 6);
  EXPECT_EQ(omprim::exact_norm2(where(), std::vector<double>{3, 4}), 5);
  EXPECT_EQ(omprim::exact_mean(where(), a), 1.0 / 3);
  EXPECT_EQ(omprim::exact_dot(where(), a, b), 2);
  EXPECT_EQ(omprim::exact_weighted_sum(where(), b, a), 2);
  expect_error(omprim::status::invalid_argument, {"the first array of exact_dot has 3 elements"},
               [&] { omprim::exact_dot(where(), a, std::vector<double>{1}); });
}

TEST_P(Exact, RefusesWhatItCannotRead) {
  expect_error(omprim::status::invalid_argument, {"null pointer", "n is 3"},
               [] { omprim::exact_sum<double>(where(), nullptr, 3); });
  const auto any = [](omprim::element type, operation op) {
    omprim::exact_any(where(), type, op, nullptr, nullptr, 0);
  };
  expect_error(omprim::status::unknown_variant, {"exact_sum of int32"},
               [&] { any(omprim::element::int32, operation::exact_sum); });
  expect_error(omprim::status::unknown_variant, {"exact_any does not run sum", "reduce_any"},
               [&] { any(omprim::element::float64, operation::sum); });
}

TEST_P(Exact, AccumulatorsAddUpInAnyOrder) {
  const auto values = exact_values<double>(exact_data::all_numbers, 5, 3001);
  const placed_array<double> data(where(), values);
  const double want =
      omprim_test::exact_result(operation::exact_sum, values.data(), values.data(), values.size());
  omprim::exact_accumulator<double> first;
  omprim::exact_accumulator<double> second;
  static_assert(std::is_trivially_copyable_v<omprim::exact_accumulator<double>>);
  first.add(where(), data.data() + 1000, 2001);
  for (std::size_t i = 0; i < 1000; ++i) second.add(values[i]);
  auto words = first.digits();
  const auto more = second.digits();
  for (std::size_t i = 0; i < words.size(); ++i) words[i] += more[i];
  using accumulator = omprim::exact_accumulator<double>;
  EXPECT_TRUE(has_bits(accumulator::from_digits(words).round(), want));
  second += first;
  EXPECT_TRUE(has_bits(second.round(), want));
  EXPECT_TRUE(has_bits(accumulator::from_digits(second.digits()).round(), want));
}

TEST(ExactAccumulator, RoundsToFloatOnce) {
  omprim::exact_accumulator<double> sum;
  sum.add(1);
  sum.add(0x1p-24);
  EXPECT_EQ(sum.round<float>(), 1.0F);
  sum.add(0x1p-60);  // lost if the sum was rounded to double first
  EXPECT_EQ(sum.round<float>(), 1.0F + 0x1p-23F);
}

TEST(ExactAccumulator, KeepsSpecialValuesAndSigns) {
  using accumulator = omprim::exact_accumulator<float>;
  accumulator sum;
  EXPECT_TRUE(has_bits(sum.round(), 0.0F));
  sum.add(-0.0F);
  EXPECT_TRUE(has_bits(accumulator::from_digits(sum.digits()).round(), -0.0F));
  sum.add(-1);
  EXPECT_TRUE(has_bits(accumulator::from_digits(sum.digits()).round(), -1.0F));
  sum.add(-std::numeric_limits<float>::infinity());
  EXPECT_EQ(accumulator::from_digits(sum.digits()).round(),
            -std::numeric_limits<float>::infinity());
  sum.add(std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(accumulator::from_digits(sum.digits()).round()));
}

#if OMPRIM_HAS_ENVIRONMENTS
// Flush-to-zero and other directions of rounding change nothing.
TEST_P(Exact, TheCallersEnvironmentDoesNotMatter) {
  for (const unsigned state : omprim_test::environments) {
    for (int kind = 0; kind < omprim_test::exact_data_kinds; ++kind) {
      const auto values = exact_values<double>(exact_data(kind), 9, 2000);
      const auto short_values = exact_values<float>(exact_data(kind), 9, 2000);
      const placed_array<double> x(where(), values);
      const placed_array<float> y(where(), short_values);
      const std::size_t n = values.size();
      const double dot =
          omprim_test::exact_result(operation::exact_dot, values.data(), values.data(), n);
      const float sum = omprim_test::exact_result(operation::exact_sum, short_values.data(),
                                                  short_values.data(), n);
      double got_dot;
      float got_sum;
      {
        const omprim_test::environment other(state);
        got_dot = omprim::exact_dot(where(), x.data(), x.data(), n);
        got_sum = omprim::exact_sum(where(), y.data(), n);
      }
      EXPECT_TRUE(has_bits(got_dot, dot)) << std::hex << state << " " << kind;
      EXPECT_TRUE(has_bits(got_sum, sum)) << std::hex << state << " " << kind;
    }
  }
}
#endif

}  // namespace
