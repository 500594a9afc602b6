// SPDX-License-Identifier: BSD-3-Clause
// The contract of reduce.hpp, function by function.
#include <omprim/reduce.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "support/backends.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"

namespace {

using omprim_test::placed_array;
using counts = std::initializer_list<std::size_t>;

class Reduce : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Reduce);

template <class T>
void expect_identities(const omprim::execution& where, const T* data) {
  using limits = std::numeric_limits<T>;
  const T high = limits::has_infinity ? limits::infinity() : limits::max();
  const T low = limits::has_infinity ? static_cast<T>(-limits::infinity()) : limits::min();
  EXPECT_EQ(omprim::sum(where, data, 0), T(0));
  EXPECT_EQ(omprim::reduce(where, data, 0, omprim::multiplies{}), T(1));
  EXPECT_EQ(omprim::min(where, data, 0), high);
  EXPECT_EQ(omprim::max(where, data, 0), low);
  EXPECT_EQ(omprim::argmin(where, data, 0), (omprim::indexed<T>{high, -1}));
  EXPECT_EQ(omprim::argmax(where, data, 0), (omprim::indexed<T>{low, -1}));
  EXPECT_EQ(omprim::minmax(where, data, 0), (omprim::extrema<T>{high, low}));
  EXPECT_EQ(omprim::sum_min_max(where, data, 0), (omprim::summary<T>{T(0), high, low}));
  EXPECT_TRUE(omprim::all(where, data, 0));
  EXPECT_FALSE(omprim::any(where, data, 0));
  if constexpr (std::is_integral_v<T>) {
    EXPECT_EQ(omprim::reduce(where, data, 0, omprim::bit_and{}), static_cast<T>(~T{0}));
    EXPECT_EQ(omprim::reduce(where, data, 0, omprim::bit_or{}), T{0});
    EXPECT_EQ(omprim::reduce(where, data, 0, omprim::bit_xor{}), T{0});
  } else {
    EXPECT_EQ(omprim::dot(where, data, data, 0), T(0));
    EXPECT_EQ(omprim::sum_of_absolutes(where, data, 0), T(0));
    EXPECT_EQ(omprim::sum_of_squares(where, data, 0), T(0));
  }
  if constexpr (sizeof(T) == 4) {
    EXPECT_EQ(omprim::wide_sum(where, data, 0), 0);
  }
}

TEST_P(Reduce, InitialValueIsCombinedOnce) {
  const placed_array<int> in(where(), {5, -1, 7});
  EXPECT_EQ(omprim::reduce(where(), in.data(), 3), 11);
  EXPECT_EQ(omprim::reduce(where(), in.data(), 3, omprim::plus{}, 100), 111);
  EXPECT_EQ(omprim::reduce(where(), in.data(), 3, omprim::minimum{}, -9), -9);
  EXPECT_EQ(omprim::reduce(where(), in.data(), 3, omprim::bit_xor{}, 1), 1 ^ 5 ^ -1 ^ 7);
  EXPECT_EQ(omprim::reduce(where(), in.data(), 3, omprim::logical_and{}, 0), 0);
  EXPECT_EQ(omprim::reduce(where(), in.data(), 0, omprim::multiplies{}, 6), 6);
  EXPECT_EQ(
      omprim::reduce(where(), in.data(), 1, omprim::plus{}, std::numeric_limits<int>::max() - 4),
      std::numeric_limits<int>::min());
}

TEST_P(Reduce, InitialValueConvertsToTheTypeOfTheData) {
  const placed_array<float> in(where(), {0.5F, 0.25F});
  EXPECT_EQ(omprim::reduce(where(), in.data(), 2, omprim::plus{}, 1), 1.75F);
  omprim::reduce_profile profile;
  EXPECT_EQ(omprim::reduce(where(), in.data(), 2, omprim::plus{}, 1, {"single-pass", {}, &profile}),
            1.75F);
  EXPECT_EQ(profile.strategy, "single-pass");
}

TEST_P(Reduce, EmptyInputReturnsIdentity) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    const placed_array<T> data(where(), std::vector<T>(4, T(3)));
    expect_identities<T>(where(), data.data());
  });
}

TEST_P(Reduce, EmptyInputMayBeNull) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    expect_identities<T>(where(), nullptr);
  });
}

TEST_P(Reduce, SmallCountsAreRight) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const int n : {1, 2, 31, 32, 33, 1000}) {
      const auto count = static_cast<std::size_t>(n);
      std::vector<T> values(count);
      std::iota(values.begin(), values.end(), T(1));
      const placed_array<T> data(where(), values);
      const auto last = static_cast<T>(n);
      const auto sum = static_cast<T>(n * (n + 1) / 2);
      EXPECT_EQ(omprim::sum(where(), data.data(), count), sum);
      EXPECT_EQ(omprim::min(where(), data.data(), count), T(1));
      EXPECT_EQ(omprim::max(where(), data.data(), count), last);
      EXPECT_EQ(omprim::argmin(where(), data.data(), count), (omprim::indexed<T>{T(1), 0}));
      EXPECT_EQ(omprim::argmax(where(), data.data(), count), (omprim::indexed<T>{last, n - 1}));
      EXPECT_EQ(omprim::minmax(where(), data.data(), count), (omprim::extrema<T>{T(1), last}));
      EXPECT_EQ(omprim::sum_min_max(where(), data.data(), count),
                (omprim::summary<T>{sum, T(1), last}));
      EXPECT_TRUE(omprim::all(where(), data.data(), count));
      EXPECT_TRUE(omprim::any(where(), data.data(), count));
    }
  });
}

TEST_P(Reduce, ProductOfSmallFactors) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<T> values(4099, T(1));
    for (const std::size_t at : counts{0, 17, 2048, 4098}) values[at] = T(6);
    const placed_array<T> data(where(), values);
    EXPECT_EQ(omprim::reduce(where(), data.data(), values.size(), omprim::multiplies{}), T(1296));
  });
}

TEST_P(Reduce, BitOperationsSeeEveryElement) {
  omprim_test::for_integer_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::size_t n = 3001;
    placed_array<T> zeros(where(), std::vector<T>(n, T{0}));
    placed_array<T> ones(where(), std::vector<T>(n, static_cast<T>(~T{0})));
    T bit = 1;
    T seen = 0;
    for (const std::size_t at : counts{0, 1, 31, 1024, 2999, 3000}) {
      zeros.set(at, bit);
      ones.set(at, static_cast<T>(~bit));
      seen = static_cast<T>(seen | bit);
      bit = static_cast<T>(bit << 3);
    }
    EXPECT_EQ(omprim::reduce(where(), zeros.data(), n, omprim::bit_or{}), seen);
    EXPECT_EQ(omprim::reduce(where(), zeros.data(), n, omprim::bit_xor{}), seen);
    EXPECT_EQ(omprim::reduce(where(), ones.data(), n, omprim::bit_and{}), static_cast<T>(~seen));
  });
}

TEST_P(Reduce, LogicalOperationsFindTheOneElement) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::size_t n = 5003;
    placed_array<T> zeros(where(), std::vector<T>(n, T(0)));
    placed_array<T> twos(where(), std::vector<T>(n, T(2)));
    EXPECT_FALSE(omprim::any(where(), zeros.data(), n));
    EXPECT_TRUE(omprim::all(where(), twos.data(), n));
    for (const std::size_t at : counts{0, 2500, 5002}) {
      zeros.set(at, T(4));
      twos.set(at, T(0));
      EXPECT_TRUE(omprim::any(where(), zeros.data(), n));
      EXPECT_FALSE(omprim::all(where(), twos.data(), n));
      EXPECT_EQ(omprim::reduce(where(), zeros.data(), n, omprim::logical_or{}), T(1));
      EXPECT_EQ(omprim::reduce(where(), twos.data(), n, omprim::logical_and{}), T(0));
      zeros.set(at, T(0));
      twos.set(at, T(2));
    }
  });
}

TEST_P(Reduce, DotAndNorms) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::size_t n = 2000;
    std::vector<T> a(n);
    std::vector<T> b(n);
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = i % 2 == 0 ? T(2) : T(-3);
      b[i] = i % 2 == 0 ? T(5) : T(1);
    }
    const placed_array<T> first(where(), a, 1);
    const placed_array<T> second(where(), b, 2);
    EXPECT_EQ(omprim::dot(where(), first.data(), second.data(), n), T(7000));
    EXPECT_EQ(omprim::sum_of_absolutes(where(), first.data(), n), T(5000));
    EXPECT_EQ(omprim::sum_of_squares(where(), first.data(), n), T(13000));
  });
}

// A thread reads a long share in several streams. Here are inputs around the least long share, and
// one beyond the caches.
TEST_P(Reduce, LongInputsCountEachElementOnce) {
  constexpr std::size_t longest = (std::size_t{26} << 20) / sizeof(std::uint64_t) + 777;
  std::vector<std::uint64_t> data(longest);
  for (std::size_t i = 0; i < longest; ++i) data[i] = (i + 1) * 0x9e3779b97f4a7c15;
  const placed_array<std::uint64_t> in(where(), data);
  std::size_t summed = 0;
  std::uint64_t expected = 0;
  for (const std::size_t n : {std::size_t{1} << 17, (std::size_t{1} << 18) + 5,
                              (std::size_t{1} << 20) - 3, (std::size_t{1} << 20) + 4099, longest}) {
    for (; summed < n; ++summed) expected += data[summed];
    EXPECT_EQ(omprim::sum(where(), in.data(), n), expected) << n;
  }
}

TEST_P(Reduce, DotOfOverlappingArrays) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<T> values(1001);
    std::iota(values.begin(), values.end(), T(0));
    for (T& value : values) value = value < T(500) ? T(1) : T(2);
    const placed_array<T> data(where(), values);
    EXPECT_EQ(omprim::dot(where(), data.data(), data.data() + 1, 1000), T(499 + 2 + 500 * 4));
  });
}

TEST_P(Reduce, RepeatedRunsAreIdentical) {
  std::vector<std::int32_t> values(100003);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::int32_t>(i * 2654435761u);
  }
  const placed_array<std::int32_t> data(where(), values);
  const auto sum = omprim::sum(where(), data.data(), values.size());
  const auto least = omprim::argmin(where(), data.data(), values.size());
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(omprim::sum(where(), data.data(), values.size()), sum) << "run " << i;
    ASSERT_EQ(omprim::argmin(where(), data.data(), values.size()), least) << "run " << i;
  }
}

}  // namespace
