// SPDX-License-Identifier: BSD-3-Clause
// Operators have an identity and follow IEEE 754-2019 for NaN and signed zeros, at compile time
// too.
#include <omprim/operators.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/types.hpp"

namespace {

static_assert(omprim::plus::combine(std::numeric_limits<int>::max(), 1) ==
              std::numeric_limits<int>::min());
static_assert(omprim::multiplies::combine<std::uint16_t>(65535, 65535) == 1);
static_assert(omprim::minimum::identity<float>() == std::numeric_limits<float>::infinity());
static_assert(omprim::maximum::identity<double>() == -std::numeric_limits<double>::infinity());
static_assert(omprim::maximum::identity<int>() == std::numeric_limits<int>::min());
static_assert(omprim::bit_and::identity<std::uint64_t>() == ~std::uint64_t{0});

template <class T>
std::vector<T> values() {
  using limits = std::numeric_limits<T>;
  std::vector<T> all = {T(0), T(1), T(2), static_cast<T>(-1), limits::max(), limits::lowest()};
  if constexpr (std::is_floating_point_v<T>) {
    all.insert(all.end(), {limits::infinity(), -limits::infinity(), T(-0.0), limits::denorm_min()});
  }
  return all;
}

template <class Op, class T>
void expect_identity_is_neutral() {
  for (const T value : values<T>()) {
    const T left = Op::combine(Op::template identity<T>(), value);
    const T right = Op::combine(value, Op::template identity<T>());
    EXPECT_EQ(left, value);
    EXPECT_EQ(right, value);
  }
}

TEST(Operators, IdentityIsNeutral) {
  omprim_test::for_every_type([](auto tag) {
    using T = typename decltype(tag)::type;
    expect_identity_is_neutral<omprim::plus, T>();
    expect_identity_is_neutral<omprim::multiplies, T>();
    expect_identity_is_neutral<omprim::minimum, T>();
    expect_identity_is_neutral<omprim::maximum, T>();
    if constexpr (std::is_integral_v<T>) {
      expect_identity_is_neutral<omprim::bit_and, T>();
      expect_identity_is_neutral<omprim::bit_or, T>();
      expect_identity_is_neutral<omprim::bit_xor, T>();
    }
  });
}

TEST(Operators, ExtremesPropagateNanFromEitherSide) {
  omprim_test::for_floating_types([](auto tag) {
    using T = typename decltype(tag)::type;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (const T value : values<T>()) {
      EXPECT_TRUE(std::isnan(omprim::minimum::combine(nan, value)));
      EXPECT_TRUE(std::isnan(omprim::minimum::combine(value, nan)));
      EXPECT_TRUE(std::isnan(omprim::maximum::combine(nan, value)));
      EXPECT_TRUE(std::isnan(omprim::maximum::combine(value, nan)));
    }
  });
}

TEST(Operators, ExtremesOrderTheZeros) {
  omprim_test::for_floating_types([](auto tag) {
    using T = typename decltype(tag)::type;
    EXPECT_TRUE(std::signbit(omprim::minimum::combine(T(0.0), T(-0.0))));
    EXPECT_TRUE(std::signbit(omprim::minimum::combine(T(-0.0), T(0.0))));
    EXPECT_FALSE(std::signbit(omprim::maximum::combine(T(0.0), T(-0.0))));
    EXPECT_FALSE(std::signbit(omprim::maximum::combine(T(-0.0), T(0.0))));
  });
}

template <class Op, class T>
void expect_associative() {
  for (const T a : values<T>()) {
    for (const T b : values<T>()) {
      for (const T c : values<T>()) {
        EXPECT_EQ(Op::combine(Op::combine(a, b), c), Op::combine(a, Op::combine(b, c)));
      }
    }
  }
}

TEST(Operators, IntegerOperatorsAndExtremesAreAssociative) {
  omprim_test::for_every_type([](auto tag) {
    using T = typename decltype(tag)::type;
    expect_associative<omprim::minimum, T>();
    expect_associative<omprim::maximum, T>();
    expect_associative<omprim::logical_and, T>();
    expect_associative<omprim::logical_or, T>();
    if constexpr (std::is_integral_v<T>) {
      expect_associative<omprim::plus, T>();
      expect_associative<omprim::multiplies, T>();
      expect_associative<omprim::bit_and, T>();
      expect_associative<omprim::bit_or, T>();
      expect_associative<omprim::bit_xor, T>();
    }
  });
}

}  // namespace
