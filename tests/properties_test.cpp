// SPDX-License-Identifier: BSD-3-Clause
// Laws that hold for any input, tested with random sizes, alignments and values.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/reduce.hpp>

#include "support/backends.hpp"
#include "support/memory.hpp"
#include "support/oracle.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim_test::placed_array;
using omprim_test::random_engine;

constexpr int rounds = 25;

std::size_t random_size(random_engine& random) {
  // Small and large sizes alike: uniform in the exponent.
  const double exponent = std::uniform_real_distribution<double>(0, 17)(random);
  return static_cast<std::size_t>(std::exp2(exponent)) - 1;
}

template <class T>
std::vector<T> random_values(std::size_t n, random_engine& random) {
  std::vector<T> values(n);
  for (T& value : values) {
    if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<T>(std::normal_distribution<double>(0, 1000)(random));
    } else {
      value = omprim_test::random_bits<T>(random);
    }
  }
  return values;
}

class Properties : public omprim_test::backend_test {
 protected:
  random_engine random{omprim_test::test_seed()};
  testing::ScopedTrace trace{__FILE__, __LINE__,
                             "OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed())};
};
OMPRIM_ON_EVERY_BACKEND(Properties);

template <class Op, class T>
void expect_split(const omprim::execution& where, const placed_array<T>& data, std::size_t cut) {
  const std::size_t n = data.size();
  const T whole = omprim::reduce(where, data.data(), n, Op{});
  const T left = omprim::reduce(where, data.data(), cut, Op{});
  const T right = omprim::reduce(where, data.data() + cut, n - cut, Op{});
  EXPECT_EQ(whole, Op::combine(left, right)) << "n " << n << ", cut " << cut;
}

TEST_P(Properties, WholeIsTheCombinationOfItsParts) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int round = 0; round < rounds; ++round) {
      const std::size_t n = random_size(random);
      const placed_array<T> data(where(), random_values<T>(n, random), random() % 8);
      const std::size_t cut = std::uniform_int_distribution<std::size_t>(0, n)(random);
      expect_split<omprim::minimum>(where(), data, cut);
      expect_split<omprim::maximum>(where(), data, cut);
      expect_split<omprim::logical_and>(where(), data, cut);
      expect_split<omprim::logical_or>(where(), data, cut);
      if constexpr (std::is_integral_v<T>) {
        expect_split<omprim::plus>(where(), data, cut);
        expect_split<omprim::multiplies>(where(), data, cut);
        expect_split<omprim::bit_and>(where(), data, cut);
        expect_split<omprim::bit_or>(where(), data, cut);
        expect_split<omprim::bit_xor>(where(), data, cut);
      }
    }
  });
}

TEST_P(Properties, OrderOfIntegersDoesNotMatter) {
  omprim_test::for_integer_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int round = 0; round < rounds; ++round) {
      std::vector<T> values = random_values<T>(random_size(random), random);
      const placed_array<T> before(where(), values);
      std::shuffle(values.begin(), values.end(), random);
      const placed_array<T> after(where(), values, random() % 8);
      const std::size_t n = values.size();
      EXPECT_EQ(omprim::sum(where(), before.data(), n), omprim::sum(where(), after.data(), n));
      EXPECT_EQ(omprim::reduce(where(), before.data(), n, omprim::multiplies{}),
                omprim::reduce(where(), after.data(), n, omprim::multiplies{}));
      EXPECT_EQ(omprim::sum_min_max(where(), before.data(), n),
                omprim::sum_min_max(where(), after.data(), n));
    }
  });
}

TEST_P(Properties, EveryOperationMatchesTheOracleOnRandomInput) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr omprim::element type = omprim_test::element_of<T>();
    for (int round = 0; round < rounds; ++round) {
      const std::size_t n = random_size(random);
      const std::vector<T> a = random_values<T>(n, random);
      const std::vector<T> b = random_values<T>(n, random);
      const placed_array<T> first(where(), a, random() % 8);
      const placed_array<T> second(where(), b, random() % 8);
      for (const omprim::operation op : omprim_test::every_reduction()) {
        if (!omprim_test::is_compiled_pair(type, op)) continue;
        // Products of these floats overflow in some orders and not in others.
        if (omprim_test::is_floating(type) && op == omprim::operation::product) continue;
        const auto want = omprim_test::expected(type, op, a.data(), b.data(), n);
        const auto got = omprim::reduce_any(where(), type, op, first.data(), second.data(), n);
        EXPECT_TRUE(omprim_test::agrees(type, op, got, want)) << to_string(op) << ", n " << n;
      }
    }
  });
}

TEST_P(Properties, IndexPointsAtTheValue) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int round = 0; round < rounds; ++round) {
      const std::vector<T> values = random_values<T>(random_size(random) + 1, random);
      const placed_array<T> data(where(), values, random() % 8);
      const auto least = omprim::argmin(where(), data.data(), values.size());
      const auto greatest = omprim::argmax(where(), data.data(), values.size());
      ASSERT_GE(least.index, 0);
      ASSERT_LT(static_cast<std::size_t>(least.index), values.size());
      ASSERT_GE(greatest.index, 0);
      ASSERT_LT(static_cast<std::size_t>(greatest.index), values.size());
      EXPECT_EQ(values[static_cast<std::size_t>(least.index)], least.value);
      EXPECT_EQ(values[static_cast<std::size_t>(greatest.index)], greatest.value);
      EXPECT_EQ(least.value, omprim::min(where(), data.data(), values.size()));
      EXPECT_EQ(greatest.value, omprim::max(where(), data.data(), values.size()));
    }
  });
}

TEST_P(Properties, ResultsAreThoseOfTheSerialBackend) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr omprim::element type = omprim_test::element_of<T>();
    for (int round = 0; round < rounds; ++round) {
      const std::vector<T> values = random_values<T>(random_size(random), random);
      const placed_array<T> data(where(), values, random() % 8);
      for (const omprim::operation op :
           {omprim::operation::argmin, omprim::operation::argmax, omprim::operation::minmax,
            omprim::operation::logical_and, omprim::operation::logical_or}) {
        omprim_test::expectation want;
        want.result =
            omprim::reduce_any(omprim::serial(), type, op, values.data(), nullptr, values.size());
        const auto got = omprim::reduce_any(where(), type, op, data.data(), nullptr, values.size());
        EXPECT_TRUE(omprim_test::agrees(type, op, got, want)) << to_string(op);
      }
    }
  });
}

}  // namespace
