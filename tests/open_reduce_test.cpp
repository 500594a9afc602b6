// SPDX-License-Identifier: BSD-3-Clause
// omprim::open::reduce: own types and own operators. Compiled with device code where the build
// has devices.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/open/reduce.hpp>
#include <omprim/operators.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"

namespace {

using omprim_test::placed_array;
using counts = std::initializer_list<std::size_t>;

/// 40 bytes: more than any vector load, and no power of two.
struct moments {
  std::int64_t count;
  std::int64_t sum;
  std::int64_t squares;
  std::int64_t least;
  std::int64_t greatest;
  friend bool operator==(const moments&, const moments&) = default;
};

struct merge_moments {
  template <class T>
  static constexpr T identity() {
    return {0, 0, 0, std::numeric_limits<std::int64_t>::max(),
            std::numeric_limits<std::int64_t>::min()};
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return {a.count + b.count, a.sum + b.sum, a.squares + b.squares,
            a.least < b.least ? a.least : b.least,
            a.greatest > b.greatest ? a.greatest : b.greatest};
  }
};

struct greatest_common_divisor {
  template <class T>
  static constexpr T identity() {
    return T{0};
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    while (b != 0) {
      const T rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
};

/// Three bytes: an element does not fill a word, and many elements cross a word boundary.
struct colour {
  std::uint8_t red;
  std::uint8_t green;
  std::uint8_t blue;
  friend bool operator==(const colour&, const colour&) = default;
};

struct brightest {
  template <class T>
  static constexpr T identity() {
    return {0, 0, 0};
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return {a.red > b.red ? a.red : b.red, a.green > b.green ? a.green : b.green,
            a.blue > b.blue ? a.blue : b.blue};
  }
};

/// 128 bytes: the greatest type that is accepted.
struct histogram {
  std::uint32_t bins[32];
};

struct add_bins {
  template <class T>
  static constexpr T identity() {
    return {};
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    for (int i = 0; i < 32; ++i) a.bins[i] += b.bins[i];
    return a;
  }
};

class OpenReduce : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(OpenReduce);

std::vector<moments> single_moments(std::size_t n) {
  std::vector<moments> values;
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<std::int64_t>((i * 7919) % 1009) - 500;
    values.push_back({1, x, x * x, x, x});
  }
  return values;
}

TEST_P(OpenReduce, StructLargerThanSixteenBytes) {
  for (const std::size_t n : counts{0, 1, 7, 8, 9, 31, 33, 1023, 1025, 40001}) {
    const auto values = single_moments(n);
    auto want = merge_moments::identity<moments>();
    for (const moments& value : values) want = merge_moments::combine(want, value);
    for (const std::size_t offset : counts{0, 1, 3}) {
      const placed_array<moments> data(where(), values, offset);
      EXPECT_EQ(omprim::open::reduce(where(), data.data(), n, merge_moments{}), want)
          << "n " << n << ", offset " << offset;
    }
  }
}

TEST_P(OpenReduce, OwnOperatorOnACompiledType) {
  std::vector<std::int64_t> values(10007);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 42 * static_cast<std::int64_t>(1 + i % 90);
  }
  const placed_array<std::int64_t> data(where(), values, 1);
  EXPECT_EQ(omprim::open::reduce(where(), data.data(), values.size(), greatest_common_divisor{}),
            42);
}

TEST_P(OpenReduce, LibraryOperatorOnASmallType) {
  std::vector<std::int16_t> values(5001);
  std::iota(values.begin(), values.end(), std::int16_t{-2500});
  for (const std::size_t offset : counts{0, 1, 5}) {
    const placed_array<std::int16_t> data(where(), values, offset);
    EXPECT_EQ(omprim::open::reduce(where(), data.data(), values.size(), omprim::plus{}), 0);
    EXPECT_EQ(omprim::open::reduce(where(), data.data(), values.size(), omprim::minimum{}), -2500);
    EXPECT_EQ(omprim::open::reduce(where(), data.data(), values.size(), omprim::maximum{}), 2500);
  }
}

/// Zeros of both signs, a sum that is exact, and at `nan`, if there, a NaN.
std::vector<double> doubles_with_zeros(std::size_t n, std::size_t nan) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = i % 3 == 0 ? 0.0 : static_cast<double>(i % 7);
  values[n / 2] = -0.0;
  if (nan < n) values[nan] = std::numeric_limits<double>::quiet_NaN();
  return values;
}

TEST_P(OpenReduce, LibraryOperatorsOnLibraryTypesFollowTheirDefinition) {
  for (const std::size_t n : counts{1, 2, 31, 1025, 40001}) {
    const auto values = doubles_with_zeros(n, n);
    for (const std::size_t offset : counts{0, 1, 3}) {
      SCOPED_TRACE("n " + std::to_string(n) + ", offset " + std::to_string(offset));
      const placed_array<double> data(where(), values, offset);
      const double least = omprim::open::reduce(where(), data.data(), n, omprim::minimum{});
      EXPECT_EQ(least, 0);
      EXPECT_TRUE(std::signbit(least)) << "-0 is below +0";
      EXPECT_EQ(omprim::open::reduce(where(), data.data(), n, omprim::maximum{}),
                std::reduce(values.begin(), values.end(), -1.0, omprim::maximum::combine<double>));
      EXPECT_EQ(omprim::open::reduce(where(), data.data(), n, omprim::plus{}),
                std::accumulate(values.begin(), values.end(), 0.0));
      const placed_array<double> with_nan(where(), doubles_with_zeros(n, n - 1), offset);
      EXPECT_TRUE(std::isnan(omprim::open::reduce(where(), with_nan.data(), n, omprim::minimum{})));
      EXPECT_TRUE(std::isnan(omprim::open::reduce(where(), with_nan.data(), n, omprim::maximum{})));
    }
  }
  const double* nothing = nullptr;
  EXPECT_EQ(omprim::open::reduce(where(), nothing, 0, omprim::minimum{}),
            std::numeric_limits<double>::infinity());
  const placed_array<std::int32_t> wrap(where(), {std::numeric_limits<std::int32_t>::max(), 1});
  EXPECT_EQ(omprim::open::reduce(where(), wrap.data(), 2, omprim::plus{}),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(omprim::open::reduce(where(), wrap.data(), 2, omprim::multiplies{}),
            std::numeric_limits<std::int32_t>::max());
}

TEST_P(OpenReduce, StructOfThreeBytes) {
  std::vector<colour> values(4099, colour{1, 2, 3});
  values[0].red = 200;
  values[4098].green = 201;
  values[2049].blue = 202;
  for (const std::size_t offset : counts{0, 1, 2, 3}) {
    const placed_array<colour> data(where(), values, offset);
    EXPECT_EQ(omprim::open::reduce(where(), data.data(), values.size(), brightest{}),
              (colour{200, 201, 202}));
  }
}

TEST_P(OpenReduce, StructOfTheGreatestSize) {
  std::vector<histogram> values(3001);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::uint32_t bin = 0; bin < 32; ++bin) {
      values[i].bins[bin] = bin == i % 32 ? 1 : 0;
    }
  }
  const placed_array<histogram> data(where(), values);
  const histogram total = omprim::open::reduce(where(), data.data(), values.size(), add_bins{});
  for (std::uint32_t bin = 0; bin < 32; ++bin) {
    EXPECT_EQ(total.bins[bin], 3001 / 32 + (bin < 3001 % 32 ? 1u : 0u)) << bin;
  }
}

TEST_P(OpenReduce, TuningsAreTemplateParameters) {
  constexpr omprim::tuning small{64, 1, 1};
  constexpr omprim::tuning wide{512, 2, 2};
  std::vector<int> values(100001);
  std::iota(values.begin(), values.end(), 1);
  const placed_array<int> data(where(), values, 3);
  const auto n = values.size();
  const int want = omprim::open::reduce(where(), data.data(), n, omprim::plus{});
  EXPECT_EQ((omprim::open::reduce<int, omprim::plus, small, small>(where(), data.data(), n)), want);
  EXPECT_EQ((omprim::open::reduce<int, omprim::plus, wide, wide>(where(), data.data(), n)), want);
}

TEST_P(OpenReduce, InitialValueIsCombinedOnce) {
  const placed_array<std::int64_t> in(where(), {24, 36});
  EXPECT_EQ(omprim::open::reduce(where(), in.data(), 2, greatest_common_divisor{}, 8), 4);
  EXPECT_EQ(omprim::open::reduce(where(), in.data(), 0, greatest_common_divisor{}, 8), 8);
}

/// A function object with members. The operation is associative and commutes.
struct sum_modulo {
  std::uint64_t modulus;
  std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return (a + b) % modulus; }
};

TEST_P(OpenReduce, LambdaIsAnOperator) {
  for (const std::size_t n : counts{0, 1, 2, 7, 8, 9, 31, 33, 1023, 1025, 40001}) {
    std::vector<std::int32_t> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::int32_t>((i * 7919) % 100003);
    std::int32_t want = 5;
    for (const std::int32_t x : values) want = x > want ? x : want;
    for (const std::size_t offset : counts{0, 1, 3}) {
      const placed_array<std::int32_t> data(where(), values, offset);
      const auto greatest = [](std::int32_t a, std::int32_t b) { return a < b ? b : a; };
      EXPECT_EQ(omprim::open::reduce(where(), data.data(), n, greatest, 5), want)
          << "n " << n << ", offset " << offset;
      EXPECT_EQ(omprim::open::reduce(where(), data.data(), n, std::bit_xor<>{}, 3),
                std::accumulate(values.begin(), values.end(), 3, std::bit_xor<>{}));
    }
  }
}

TEST_P(OpenReduce, FunctionObjectBringsItsMembers) {
  std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
  for (const std::size_t n : counts{0, 1, 9, 33, 1025, 40001}) {
    std::vector<std::uint64_t> values(n);
    std::uint64_t want = 11;
    for (std::size_t i = 0; i < n; ++i) {
      values[i] = (modulus - 1 - i * i * 977) % modulus;
      want = (want + values[i]) % modulus;
    }
    const placed_array<std::uint64_t> data(where(), values, 1);
    EXPECT_EQ(omprim::open::reduce(where(), data.data(), n, sum_modulo{modulus}, 11), want) << n;
    const auto captured = [modulus](std::uint64_t a, std::uint64_t b) { return (a + b) % modulus; };
    EXPECT_EQ(omprim::open::reduce(where(), data.data(), n, captured, 11), want) << n;
  }
}

TEST_P(OpenReduce, FunctionObjectOnAStruct) {
  const auto values = single_moments(20011);
  auto want = merge_moments::identity<moments>();
  for (const moments& value : values) want = merge_moments::combine(want, value);
  const placed_array<moments> data(where(), values, 1);
  const auto merge = [](const moments& a, const moments& b) {
    return merge_moments::combine(a, b);
  };
  EXPECT_EQ(omprim::open::reduce(where(), data.data(), values.size(), merge,
                                 merge_moments::identity<moments>()),
            want);
}

/// The 48 bytes that a function object may have.
struct six_words {
  std::int64_t words[6];
  std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    return a + b + words[0] + words[1] + words[2] + words[3] + words[4] + words[5];
  }
};

TEST_P(OpenReduce, FunctionObjectOfTheGreatestSize) {
  const std::vector<std::int64_t> values(3001, 1);
  const placed_array<std::int64_t> data(where(), values);
  // a + b + 5 is associative: the result counts the combinations.
  EXPECT_EQ(omprim::open::reduce(where(), data.data(), values.size(),
                                 six_words{{1, 2, -4, 8, -16, 14}}, 100),
            100 + 3001 * 6);
}

TEST_P(OpenReduce, ExceptionOfAFunctionObjectComesOut) {
  if (where().where() == omprim::backend::device) GTEST_SKIP() << "devices have no exceptions";
  std::vector<std::int32_t> values(300000, 1);
  const placed_array<std::int32_t> data(where(), values);
  const auto n = values.size();
  const auto throws = [](std::int32_t a, std::int32_t b) {
    if (a + b > 1000) throw std::domain_error("too much");
    return a + b;
  };
  EXPECT_THROW((void)omprim::open::reduce(where(), data.data(), n, throws, 0), std::domain_error);
  const auto no_memory = [](std::int32_t, std::int32_t) -> std::int32_t { throw std::bad_alloc(); };
  omprim_test::expect_error(omprim::status::out_of_memory, {"memory"}, [&] {
    (void)omprim::open::reduce(where(), data.data(), n, no_memory, 0);
  });
  EXPECT_EQ(omprim::open::reduce(where(), data.data(), n, std::plus<>{}, 0), 300000);
}

TEST_P(OpenReduce, EmptyInputReturnsIdentity) {
  const moments* nothing = nullptr;
  EXPECT_EQ(omprim::open::reduce(where(), nothing, 0, merge_moments{}),
            merge_moments::identity<moments>());
}

TEST_P(OpenReduce, NullPointerWithElementsIsRefused) {
  const moments* nothing = nullptr;
  omprim_test::expect_error(omprim::status::invalid_argument, {"null"}, [&] {
    static_cast<void>(omprim::open::reduce(where(), nothing, 1, merge_moments{}));
  });
}

TEST_P(OpenReduce, SizeThatNoArrayHasIsRefused) {
  const placed_array<std::int64_t> in(where(), {24, 36});
  const std::size_t n = std::size_t(PTRDIFF_MAX) / sizeof(std::int64_t) + 1;
  omprim_test::expect_error(omprim::status::invalid_argument, {std::to_string(n), "8 bytes"}, [&] {
    (void)omprim::open::reduce(where(), in.data(), n, greatest_common_divisor{});
  });
}

TEST_P(OpenReduce, HostPointerIsRefusedWhereTheDeviceCannotReadIt) {
  if (!omprim_test::refuses_host_memory(where())) GTEST_SKIP() << "takes host memory";
  const auto values = single_moments(100);
  omprim_test::expect_error(omprim::status::not_on_device, {"device"}, [&] {
    static_cast<void>(omprim::open::reduce(where(), values.data(), 100, merge_moments{}));
  });
}

TEST_P(OpenReduce, RepeatedRunsAreIdentical) {
  const auto values = single_moments(50021);
  const placed_array<moments> data(where(), values);
  const auto want = omprim::open::reduce(where(), data.data(), values.size(), merge_moments{});
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(omprim::open::reduce(where(), data.data(), values.size(), merge_moments{}), want);
  }
}

}  // namespace
