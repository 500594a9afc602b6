// SPDX-License-Identifier: BSD-3-Clause
// Reductions in floating-point environments other than the default one (support/environment.hpp).
#include "support/environment.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/guarded_array.hpp"
#include "support/rows.hpp"

#if OMPRIM_HAS_ENVIRONMENTS

namespace {

using omprim_test::environment;
using omprim_test::environments;
using omprim_test::guarded_units;
using omprim_test::same_bits;

class Environment : public omprim_test::environment_test {};
OMPRIM_ON_EVERY_BACKEND(Environment);

TEST_P(Environment, ExtremesAndPositionsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    const auto least = std::min_element(a.k.begin(), a.k.end());
    const auto greatest = std::max_element(a.k.begin(), a.k.end());
    const environment other(state);
    const auto low = omprim::argmin(where(), a.data, n);
    const auto high = omprim::argmax(where(), a.data, n);
    EXPECT_EQ(low.index, least - a.k.begin());
    EXPECT_EQ(high.index, greatest - a.k.begin());
    EXPECT_TRUE(same_bits(low.value, a.values[static_cast<std::size_t>(low.index)]));
    EXPECT_TRUE(same_bits(high.value, a.values[static_cast<std::size_t>(high.index)]));
    const auto both = omprim::minmax(where(), a.data, n);
    EXPECT_TRUE(same_bits(both.min, low.value) && same_bits(both.max, high.value));
    const auto all = omprim::sum_min_max(where(), a.data, n);
    EXPECT_TRUE(same_bits(all.min, low.value) && same_bits(all.max, high.value));
    EXPECT_TRUE(same_bits(omprim::min(where(), a.data, n), low.value));
    EXPECT_TRUE(same_bits(omprim::max(where(), a.data, n), high.value));
  });
}

// The case that once walked past the end: all are 1 but for one denormal.
TEST_P(Environment, ADenormalAmongOnesIsFound) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_floating_point_v<T>) {
      for (const std::size_t place : {std::size_t{0}, n / 2, n - 1}) {
        for (const T sign : {T(1), T(-1)}) {
          std::vector<T> values(n, sign);
          values[place] = sign * (9 * std::numeric_limits<T>::denorm_min());
          omprim_test::guarded_pages pages(n * sizeof(T));
          const T* data = pages.at_end(values.data(), n);
          const environment other(state);
          const auto found =
              sign > 0 ? omprim::argmin(where(), data, n) : omprim::argmax(where(), data, n);
          EXPECT_EQ(found.index, static_cast<std::int64_t>(place));
          EXPECT_TRUE(same_bits(found.value, values[place]));
        }
      }
    }
  });
}

TEST_P(Environment, SumsOfDenormalsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    int total = 0;
    int magnitude = 0;
    for (const int k : a.k) {
      total += k;
      magnitude += std::abs(k);
    }
    const T expected = a.unit(total);
    const T absolute = a.unit(magnitude);
    std::vector<T> got;
    {
      const environment other(state);
      got.push_back(omprim::sum(where(), a.data, n));
      got.push_back(omprim::sum_min_max(where(), a.data, n).sum);
      if constexpr (std::is_floating_point_v<T>) {
        got.push_back(omprim::sum_of_absolutes(where(), a.data, n));
      }
    }
    EXPECT_EQ(got[0], expected);
    EXPECT_EQ(got[1], expected);
    if (got.size() > 2) {
      EXPECT_EQ(got[2], absolute);
    }
  });
}

TEST_P(Environment, ProductsOfADenormalAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    std::vector<T> values(n, T(1));
    for (std::size_t i = 0; i < n; i += 3) values[i] = T(-1);
    const T unit = omprim_test::units<T>({5})[0];
    const T sign = values[n / 2] * ((n + 2) / 3 % 2 == 0 ? T(1) : T(-1));
    values[n / 2] = unit;
    T got;
    {
      const environment other(state);
      got = omprim::reduce(where(), values.data(), n, omprim::multiplies{});
    }
    EXPECT_TRUE(same_bits(got, static_cast<T>(sign * unit)));
  });
}

TEST_P(Environment, DotProductsAndWideSumsOfDenormalsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    const std::vector<T> ones(n, T(1));
    const int total = std::accumulate(a.k.begin(), a.k.end(), 0);
    if constexpr (std::is_floating_point_v<T>) {
      T got;
      {
        const environment other(state);
        got = omprim::dot(where(), a.data, ones.data(), n);
      }
      EXPECT_EQ(got, a.unit(total));
    }
    if constexpr (sizeof(T) == 4) {
      decltype(omprim::wide_sum(where(), a.data, n)) got;
      {
        const environment other(state);
        got = omprim::wide_sum(where(), a.data, n);
      }
      EXPECT_EQ(got, static_cast<decltype(got)>(total) * static_cast<decltype(got)>(a.unit(1)));
    }
  });
}

// Of elements whose squares are denormal.
TEST_P(Environment, SumsOfDenormalSquaresAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_floating_point_v<T>) {
      const T root = std::ldexp(T(1), sizeof(T) == 4 ? -74 : -537);
      const std::vector<int> k = omprim_test::small_integers(n);
      std::vector<T> values;
      T expected = 0;
      for (const int one : k) {
        values.push_back(static_cast<T>(one) * root);
        expected += values.back() * values.back();
      }
      T got;
      {
        const environment other(state);
        got = omprim::sum_of_squares(where(), values.data(), n);
      }
      EXPECT_EQ(got, expected);
    }
  });
}

TEST_P(Environment, DenormalsAreTrue) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const T unit = omprim_test::units<T>({1})[0];
    const std::vector<T> set(n, unit);
    const std::vector<T> unset(n, T(0));
    std::vector<T> all_but_one = set;
    std::vector<T> one = unset;
    all_but_one[n / 2] = 0;
    one[n / 2] = unit;
    const environment other(state);
    EXPECT_TRUE(omprim::all(where(), set.data(), n));
    EXPECT_FALSE(omprim::all(where(), all_but_one.data(), n));
    EXPECT_TRUE(omprim::any(where(), one.data(), n));
    EXPECT_FALSE(omprim::any(where(), unset.data(), n));
  });
}

TEST_P(Environment, BitOperationsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T>) {
      const guarded_units<T> a(n);
      const auto folded = [&](T first, auto&& combine) {
        return std::accumulate(a.values.begin(), a.values.end(), first, combine);
      };
      const environment other(state);
      EXPECT_EQ(omprim::reduce(where(), a.data, n, omprim::bit_and{}),
                folded(T(-1), std::bit_and<>()));
      EXPECT_EQ(omprim::reduce(where(), a.data, n, omprim::bit_or{}),
                folded(T(0), std::bit_or<>()));
      EXPECT_EQ(omprim::reduce(where(), a.data, n, omprim::bit_xor{}),
                folded(T(0), std::bit_xor<>()));
    }
  });
}

// Not only the default: strategies finish on the calling thread or by the framework, too.
TEST_P(Environment, EveryStrategyAddsDenormalsExactly) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    if (n > 5000) return;  // some strategies add with an atomic for each element
    const guarded_units<T> a(n);
    const T expected = a.unit(std::accumulate(a.k.begin(), a.k.end(), 0));
    for (const auto& row :
         omprim_test::rows_for(where(), omprim::detail::element_of<T>(), omprim::operation::sum)) {
      // There the runtime itself combines the totals of teams, in the caller's environment.
      if (row.on_device && row.strategy == "reducer") continue;
      omprim::reduce_options options;
      options.strategy = row.strategy;
      options.tuning = row.tuning;
      T got;
      {
        const environment other(state);
        got = omprim::sum(where(), a.data, n, options);
      }
      EXPECT_EQ(got, expected) << omprim_test::name_of(row);
    }
  });
}

TEST_P(Environment, SumsStayWithinTheirBound) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_floating_point_v<T>) {
      std::vector<T> values(n);
      long double exact = 0;
      for (std::size_t i = 0; i < n; ++i) {
        values[i] = T(1) / static_cast<T>(i % 1000 + 3);
        exact += static_cast<long double>(values[i]);
      }
      T got;
      {
        const environment other(state);
        got = omprim::sum(where(), values.data(), n);
      }
      const auto bound = static_cast<long double>(std::numeric_limits<T>::epsilon()) *
                         static_cast<long double>(n) * exact;
      EXPECT_LE(std::abs(static_cast<long double>(got) - exact), bound);
    }
  });
}

TEST_P(Environment, IsAsBeforeAfterACall) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "of hosts";
  const std::vector<float> values(100000, 1.5F);
  for (const unsigned state : environments) {
    unsigned after = 0;
    {
      const environment other(state);
      (void)omprim::max(where(), values.data(), 100);
      (void)omprim::max(where(), values.data(), values.size());
      after = omprim_test::control_register();
    }
    EXPECT_EQ(after, state);
  }
}

}  // namespace
#endif
