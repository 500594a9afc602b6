// SPDX-License-Identifier: BSD-3-Clause
// The tests' own oracle, on results computed by hand: a wrong oracle would accept a wrong library.
#include "support/oracle.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/values.hpp"

namespace {

using omprim::operation;
using omprim_test::expected;

TEST(Oracle, IntegerSumsWrapAndWideSumsDoNot) {
  const std::vector<std::int32_t> values = {2147483647, 1};
  EXPECT_EQ(expected(operation::sum, values).result.value.i, -2147483648LL);
  EXPECT_EQ(expected(operation::wide_sum, values).result.value.i, 2147483648LL);
  const std::vector<std::uint32_t> high = {4294967295u, 2u};
  EXPECT_EQ(expected(operation::sum, high).result.value.u, 1u);
  EXPECT_EQ(expected(operation::wide_sum, high).result.value.u, 4294967297u);
  EXPECT_EQ(expected(operation::product, values).result.value.i, 2147483647);
}

TEST(Oracle, FirstIndexOfTiesAndMinusOneForNothing) {
  const std::vector<int> values = {5, 1, 9, 1, 9};
  EXPECT_EQ(expected(operation::argmin, values).result.index, 1);
  EXPECT_EQ(expected(operation::argmin, values).result.value.i, 1);
  EXPECT_EQ(expected(operation::argmax, values).result.index, 2);
  EXPECT_EQ(expected(operation::argmax, values).result.value.i, 9);
  EXPECT_EQ(expected(operation::argmin, std::vector<int>{}).result.index, -1);
  EXPECT_EQ(expected(operation::argmin, std::vector<int>{}).result.value.i, 2147483647);
}

TEST(Oracle, NanAndZeros) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(expected(operation::min, std::vector<double>{nan, 1}).result.value.f));
  EXPECT_TRUE(std::isnan(expected(operation::max, std::vector<double>{1, nan}).result.value.f));
  EXPECT_EQ(expected(operation::argmin, std::vector<double>{-1, nan, nan}).result.index, 1);
  const std::vector<double> zeros = {0.0, -0.0};
  EXPECT_TRUE(std::signbit(expected(operation::min, zeros).result.value.f));
  EXPECT_FALSE(std::signbit(expected(operation::max, zeros).result.value.f));
  EXPECT_EQ(expected(operation::argmin, zeros).result.index, 1);
  EXPECT_EQ(expected(operation::argmax, zeros).result.index, 0);
}

TEST(Oracle, SeveralResultsStandInOrder) {
  const auto all = expected(operation::sum_min_max, std::vector<int>{3, -7, 5}).result;
  EXPECT_EQ(all.value.i, 1);
  EXPECT_EQ(all.second.i, -7);
  EXPECT_EQ(all.third.i, 5);
  const auto both = expected(operation::minmax, std::vector<float>{3, -7, 5}).result;
  EXPECT_EQ(both.value.f, -7);
  EXPECT_EQ(both.second.f, 5);
}

TEST(Oracle, SignedZeroAndNanAreToldApart) {
  const auto type = omprim::element::float64;
  omprim_test::expectation want = expected(operation::min, std::vector<double>{-0.0});
  omprim::reduce_result got;
  got.value.f = 0.0;
  EXPECT_FALSE(omprim_test::agrees(type, operation::min, got, want));
  got.value.f = -0.0;
  EXPECT_TRUE(omprim_test::agrees(type, operation::min, got, want));
  got.value.f = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(omprim_test::agrees(type, operation::min, got, want));
  EXPECT_FALSE(omprim_test::agrees(type, operation::sum, got, want));
  want.result.value.f = -std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(omprim_test::agrees(type, operation::min, got, want));
}

TEST(Oracle, PoisonChangesEveryResult) {
  // The suites over the table need this property for each type and operation.
  omprim_test::for_every_type([](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr omprim::element type = omprim_test::element_of<T>();
    omprim_test::random_engine random(3);
    for (const operation op : omprim_test::every_reduction()) {
      if (!omprim_test::is_compiled_pair(type, op)) continue;
      std::vector<T> values = omprim_test::telling_values<T>(op, 60, random);
      values.resize(30);  // telling_values puts the element that decides logical operations at 2/3
      const auto want = expected(op, values);
      values.push_back(omprim_test::poison<T>(op, 0));
      const auto got = expected(op, values).result;
      EXPECT_FALSE(omprim_test::agrees(type, op, got, want)) << to_string(op);
    }
  });
}

}  // namespace
