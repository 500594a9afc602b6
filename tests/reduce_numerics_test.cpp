// SPDX-License-Identifier: BSD-3-Clause
// The rules for results, stated value by value for the typed functions. (The same rules for
// every single row of the table: table_numerics_test.cpp.)
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/reduce.hpp>

#include "support/backends.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"

namespace {

using omprim_test::placed_array;
using counts = std::initializer_list<std::size_t>;

class ReduceNumerics : public omprim_test::backend_test {
 protected:
  template <class T>
  static placed_array<T> place(const std::vector<T>& values) {
    return placed_array<T>(where(), values);
  }
};
OMPRIM_ON_EVERY_BACKEND(ReduceNumerics);

TEST_P(ReduceNumerics, MaximumOfNegativesIsNegative) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t n : counts{1, 31, 33, 5000}) {
      const auto data = place(std::vector<T>(n, T(-1)));
      EXPECT_EQ(omprim::max(where(), data.data(), n), T(-1));
      EXPECT_EQ(omprim::minmax(where(), data.data(), n), (omprim::extrema<T>{T(-1), T(-1)}));
    }
  });
}

TEST_P(ReduceNumerics, MinimumOfInfinitiesIsInfinite) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const T infinity = std::numeric_limits<T>::infinity();
    for (const std::size_t n : counts{1, 31, 33, 5000}) {
      const auto high = place(std::vector<T>(n, infinity));
      EXPECT_EQ(omprim::min(where(), high.data(), n), infinity);
      const auto low = place(std::vector<T>(n, -infinity));
      EXPECT_EQ(omprim::max(where(), low.data(), n), -infinity);
    }
  });
}

TEST_P(ReduceNumerics, ElementsEqualToTheIdentityHaveAnIndex) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    using limits = std::numeric_limits<T>;
    const T high = limits::has_infinity ? limits::infinity() : limits::max();
    const T low = limits::has_infinity ? static_cast<T>(-limits::infinity()) : limits::min();
    for (const std::size_t n : counts{1, 31, 33, 5000}) {
      const auto highs = place(std::vector<T>(n, high));
      EXPECT_EQ(omprim::argmin(where(), highs.data(), n), (omprim::indexed<T>{high, 0}));
      const auto lows = place(std::vector<T>(n, low));
      EXPECT_EQ(omprim::argmax(where(), lows.data(), n), (omprim::indexed<T>{low, 0}));
    }
  });
}

TEST_P(ReduceNumerics, NanPropagatesFromEveryPosition) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const T quiet = std::numeric_limits<T>::quiet_NaN();
    const T nans[] = {quiet, -quiet, std::numeric_limits<T>::signaling_NaN()};
    int turn = 0;
    for (const std::size_t n : counts{2, 31, 33, 3000}) {
      placed_array<T> data(where(), std::vector<T>(n, T(1)));
      for (const std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
        data.set(at, nans[turn++ % 3]);
        const auto position = static_cast<std::int64_t>(at);
        EXPECT_TRUE(std::isnan(omprim::min(where(), data.data(), n)));
        EXPECT_TRUE(std::isnan(omprim::max(where(), data.data(), n)));
        EXPECT_EQ(omprim::argmin(where(), data.data(), n).index, position);
        EXPECT_EQ(omprim::argmax(where(), data.data(), n).index, position);
        EXPECT_TRUE(std::isnan(omprim::argmin(where(), data.data(), n).value));
        EXPECT_TRUE(std::isnan(omprim::minmax(where(), data.data(), n).min));
        EXPECT_TRUE(std::isnan(omprim::minmax(where(), data.data(), n).max));
        EXPECT_TRUE(std::isnan(omprim::sum_min_max(where(), data.data(), n).sum));
        data.set(at, T(1));
      }
    }
  });
}

TEST_P(ReduceNumerics, FirstOfSeveralNansIsTheIndex) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<T> values(4000, T(0));
    for (const std::size_t at : counts{700, 701, 3999})
      values[at] = std::numeric_limits<T>::quiet_NaN();
    values[0] = -std::numeric_limits<T>::infinity();
    values[1] = std::numeric_limits<T>::infinity();
    const auto data = place(values);
    EXPECT_EQ(omprim::argmin(where(), data.data(), values.size()).index, 700);
    EXPECT_EQ(omprim::argmax(where(), data.data(), values.size()).index, 700);
  });
}

TEST_P(ReduceNumerics, NegativeZeroIsBelowPositiveZero) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const auto& values : {std::vector<T>{T(-0.0), T(0.0)}, std::vector<T>{T(0.0), T(-0.0)}}) {
      const std::int64_t negative = std::signbit(values[0]) ? 0 : 1;
      const auto data = place(values);
      EXPECT_TRUE(std::signbit(omprim::min(where(), data.data(), 2)));
      EXPECT_FALSE(std::signbit(omprim::max(where(), data.data(), 2)));
      EXPECT_TRUE(std::signbit(omprim::minmax(where(), data.data(), 2).min));
      EXPECT_FALSE(std::signbit(omprim::minmax(where(), data.data(), 2).max));
      EXPECT_EQ(omprim::argmin(where(), data.data(), 2).index, negative);
      EXPECT_EQ(omprim::argmax(where(), data.data(), 2).index, 1 - negative);
    }
  });
}

TEST_P(ReduceNumerics, OneZeroOfTheOtherSignDecides) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t n : counts{33, 5000}) {
      placed_array<T> above(where(), std::vector<T>(n, T(0.0)));
      placed_array<T> below(where(), std::vector<T>(n, T(-0.0)));
      for (const std::size_t at : {std::size_t{0}, n / 2, n - 2, n - 1}) {
        const auto position = static_cast<std::int64_t>(at);
        above.set(at, T(-0.0));
        EXPECT_TRUE(std::signbit(omprim::min(where(), above.data(), n)));
        EXPECT_EQ(omprim::argmin(where(), above.data(), n).index, position);
        above.set(at, T(0.0));
        below.set(at, T(0.0));
        EXPECT_FALSE(std::signbit(omprim::max(where(), below.data(), n)));
        EXPECT_EQ(omprim::argmax(where(), below.data(), n).index, position);
        below.set(at, T(-0.0));
      }
    }
  });
}

TEST_P(ReduceNumerics, IntegerSumsWrap) {
  omprim_test::for_integer_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const T high = std::numeric_limits<T>::max();
    const T low = std::numeric_limits<T>::min();
    const auto up = place(std::vector<T>{high, T{1}});
    EXPECT_EQ(omprim::sum(where(), up.data(), 2), low);
    const auto down = place(std::vector<T>{low, static_cast<T>(-1)});
    EXPECT_EQ(omprim::sum(where(), down.data(), 2), high);
    EXPECT_EQ(omprim::sum_min_max(where(), up.data(), 2), (omprim::summary<T>{low, T{1}, high}));
  });
}

TEST_P(ReduceNumerics, IntegerProductsWrap) {
  omprim_test::for_integer_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto powers = place(std::vector<T>(8 * sizeof(T), T{2}));
    EXPECT_EQ(omprim::reduce(where(), powers.data(), powers.size(), omprim::multiplies{}), T{0});
    const auto squares = place(std::vector<T>{std::numeric_limits<T>::max(), T{3}});
    using unsigned_type = std::make_unsigned_t<T>;
    const auto wrapped = static_cast<unsigned_type>(
        static_cast<unsigned_type>(std::numeric_limits<T>::max()) * unsigned_type{3});
    EXPECT_EQ(omprim::reduce(where(), squares.data(), 2, omprim::multiplies{}),
              static_cast<T>(wrapped));
  });
}

TEST_P(ReduceNumerics, CancellationStaysWithinTheRoundingBound) {
  // In some orders of evaluation the 1 is lost in 1e16: both 0 and 1 are right, and nothing else.
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const auto& values :
         {std::vector<T>{T(1e16), T(1), T(-1e16)}, std::vector<T>{T(1), T(1e16), T(-1e16)}}) {
      const auto data = place(values);
      const T sum = omprim::sum(where(), data.data(), 3);
      EXPECT_TRUE(sum == 0 || sum == 1) << sum;
    }
  });
}

TEST_P(ReduceNumerics, WideSumsDoNotWrap) {
  const std::size_t n = 100000;
  const auto high = place(std::vector<std::int32_t>(n, std::numeric_limits<std::int32_t>::max()));
  EXPECT_EQ(omprim::wide_sum(where(), high.data(), n), std::int64_t{2147483647} * 100000);
  const auto low = place(std::vector<std::int32_t>(n, std::numeric_limits<std::int32_t>::min()));
  EXPECT_EQ(omprim::wide_sum(where(), low.data(), n), std::int64_t{-2147483648} * 100000);
  const auto top = place(std::vector<std::uint32_t>(n, 4294967295u));
  EXPECT_EQ(omprim::wide_sum(where(), top.data(), n), std::uint64_t{4294967295u} * 100000);
}

TEST_P(ReduceNumerics, WideSumOfFloatsHasDoublePrecision) {
  std::vector<float> values(3000, 1.0F / 1024);
  values[1234] = 16777216.0F;  // 2^24: in float each later summand would be lost
  const auto data = place(values);
  EXPECT_EQ(omprim::wide_sum(where(), data.data(), values.size()), 16777216.0 + 2999.0 / 1024);
}

TEST_P(ReduceNumerics, TiesGiveTheFirstIndex) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t n : counts{5, 33, 4097, 70001}) {
      std::vector<T> values(n, T(5));
      values.front() = values.back() = values[n / 2] = T(1);
      const auto low_ends = place(values);
      EXPECT_EQ(omprim::argmin(where(), low_ends.data(), n), (omprim::indexed<T>{T(1), 0}));
      EXPECT_EQ(omprim::argmax(where(), low_ends.data(), n), (omprim::indexed<T>{T(5), 1}));
      values.assign(n, T(5));
      values.front() = values.back() = values[n / 2] = T(9);
      const auto high_ends = place(values);
      EXPECT_EQ(omprim::argmin(where(), high_ends.data(), n), (omprim::indexed<T>{T(5), 1}));
      EXPECT_EQ(omprim::argmax(where(), high_ends.data(), n), (omprim::indexed<T>{T(9), 0}));
    }
  });
}

// A thread reads a long share in several streams, and then compares what they found.
TEST_P(ReduceNumerics, TiesInLongInputsGiveTheFirstIndex) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr std::size_t n = (std::size_t{1} << 19) + 77;
    constexpr std::size_t part = n / 8;
    std::vector<T> values(n, T(5));
    const auto expect_at = [&](std::size_t first, T least) {
      const auto data = place(values);
      const auto found = omprim::argmin(where(), data.data(), n);
      EXPECT_EQ(found.index, first);
      if (least == least) {
        EXPECT_EQ(found.value, least);
      } else {
        EXPECT_NE(found.value, found.value);
      }
    };
    expect_at(0, T(5));
    values.assign(n, std::numeric_limits<T>::infinity());  // which no value of a tile beats
    expect_at(0, std::numeric_limits<T>::infinity());
    values.assign(n, T(0));
    values[6 * part + 13] = values[3 * part + 5] = T(-0.0);
    expect_at(3 * part + 5, T(0));
    for (const std::size_t at : {n - 1, 7 * part, 5 * part + 9, 2 * part, part - 1}) {
      values[at] = T(-1);
      expect_at(at, T(-1));
    }
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (const std::size_t at : {n - 2, 7 * part + 1, 4 * part, part}) {
      values[at] = nan;
      expect_at(at, nan);
    }
  });
}

TEST_P(ReduceNumerics, NanAndNegativeZeroInLogicalOperations) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto nans = place(std::vector<T>(33, std::numeric_limits<T>::quiet_NaN()));
    EXPECT_TRUE(omprim::all(where(), nans.data(), 33));
    EXPECT_TRUE(omprim::any(where(), nans.data(), 33));
    const auto zeros = place(std::vector<T>(33, T(-0.0)));
    EXPECT_FALSE(omprim::all(where(), zeros.data(), 33));
    EXPECT_FALSE(omprim::any(where(), zeros.data(), 33));
  });
}

}  // namespace
