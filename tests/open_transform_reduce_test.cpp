// SPDX-License-Identifier: BSD-3-Clause
// omprim::open::transform_reduce: sums of f(x) and f(x, y). Compiled with device code where the
// build has devices.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/open/transform_reduce.hpp>
#include <omprim/operators.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"

namespace {

using omprim::open::transform_reduce;
using omprim_test::placed_array;
using counts = std::initializer_list<std::size_t>;

class OpenTransformReduce : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(OpenTransformReduce);

template <class T>
std::vector<T> small_numbers(std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<T>(static_cast<int>(i * 37 % 101) - 50);
  return values;
}

TEST_P(OpenTransformReduce, SquaresOfFloatsAreSummedInTheWiderTypeOfTheInitialValue) {
  const auto square = [](float x) { return static_cast<double>(x) * x; };
  for (const std::size_t n : counts{0, 1, 2, 3, 7, 8, 9, 31, 33, 1023, 1025, 70001}) {
    const auto values = small_numbers<float>(n);
    double want = 0.5;
    for (const float x : values) want += square(x);
    for (const std::size_t offset : counts{0, 1, 3}) {
      const placed_array<float> data(where(), values, offset);
      EXPECT_EQ(transform_reduce(where(), data.data(), n, omprim::plus{}, 0.5, square), want)
          << "n " << n << ", offset " << offset;
    }
  }
}

TEST_P(OpenTransformReduce, LargeValuesNeedTheWiderType) {
  const std::vector<std::int32_t> values(5003, std::numeric_limits<std::int32_t>::max());
  const placed_array<std::int32_t> data(where(), values, 1);
  const auto itself = [](std::int32_t x) { return x; };
  EXPECT_EQ(transform_reduce(where(), data.data(), values.size(), omprim::plus{}, std::int64_t{7},
                             itself),
            std::int64_t{5003} * std::numeric_limits<std::int32_t>::max() + 7);
}

TEST_P(OpenTransformReduce, FunctionAndOperatorBringTheirCaptures) {
  std::int64_t base = 1000;
  double scale = 0.25;
  const auto scaled = [scale](std::int16_t x) { return std::abs(x) * scale; };
  const auto close = [base](double a, double b) {
    return std::abs(a - static_cast<double>(base)) < std::abs(b - static_cast<double>(base)) ? a
                                                                                             : b;
  };
  for (const std::size_t n : counts{0, 1, 9, 1025, 40001}) {
    const auto values = small_numbers<std::int16_t>(n);
    double want = -1;
    for (const std::int16_t x : values) want = close(want, scaled(x));
    const placed_array<std::int16_t> data(where(), values, 1);
    EXPECT_EQ(transform_reduce(where(), data.data(), n, close, -1.0, scaled), want) << n;
  }
}

/// A result that is no number.
struct range {
  std::int32_t least;
  std::int32_t greatest;
  friend bool operator==(const range&, const range&) = default;
};

TEST_P(OpenTransformReduce, ResultIsAStruct) {
  const std::size_t n = 30011;
  const auto values = small_numbers<std::int32_t>(n);
  const placed_array<std::int32_t> data(where(), values, 2);
  const auto both = [](std::int32_t x) { return range{x, x}; };
  const auto join = [](const range& a, const range& b) {
    return range{a.least < b.least ? a.least : b.least,
                 a.greatest > b.greatest ? a.greatest : b.greatest};
  };
  EXPECT_EQ(transform_reduce(where(), data.data(), n, join, range{0, 0}, both), (range{-50, 50}));
}

TEST_P(OpenTransformReduce, TwoArraysOfOneType) {
  const auto distance = [](double a, double b) { return std::abs(a - b); };
  for (const std::size_t n : counts{0, 1, 3, 4, 5, 33, 1025, 40001}) {
    const auto a = small_numbers<double>(n);
    auto b = small_numbers<double>(n + 5);
    b.erase(b.begin(), b.begin() + 5);
    double want = 2;
    for (std::size_t i = 0; i < n; ++i) want += distance(a[i], b[i]);
    for (const std::size_t offset : counts{0, 1, 3}) {
      const placed_array<double> first(where(), a, offset);
      for (const std::size_t other : counts{0, 1}) {
        const placed_array<double> second(where(), b, other);
        EXPECT_EQ(transform_reduce(where(), first.data(), second.data(), n, omprim::plus{}, 2.0,
                                   distance),
                  want)
            << "n " << n << ", offsets " << offset << " and " << other;
      }
    }
  }
}

TEST_P(OpenTransformReduce, TwoArraysOfTwoTypes) {
  double weight = 0.5;
  const auto weighted = [weight](std::uint8_t count, double x) { return weight * count * x; };
  for (const std::size_t n : counts{0, 1, 9, 31, 1025, 40001}) {
    const auto x = small_numbers<double>(n);
    std::vector<std::uint8_t> many(n);
    double want = 0;
    for (std::size_t i = 0; i < n; ++i) {
      many[i] = static_cast<std::uint8_t>(i * 11);
      want += weighted(many[i], x[i]);
    }
    for (const std::size_t offset : counts{0, 1, 5}) {
      const placed_array<std::uint8_t> first(where(), many, offset);
      const placed_array<double> second(where(), x, 1);
      EXPECT_EQ(
          transform_reduce(where(), first.data(), second.data(), n, std::plus<>{}, 0.0, weighted),
          want)
          << "n " << n << ", offset " << offset;
    }
  }
}

/// 12 bytes, beside an array of numbers.
struct point {
  float x;
  float y;
  float z;
};

TEST_P(OpenTransformReduce, StructsBesideNumbers) {
  const std::size_t n = 10007;
  std::vector<point> points(n);
  std::vector<std::int32_t> cells(n);
  for (std::size_t i = 0; i < n; ++i) {
    points[i] = {static_cast<float>(i % 5), static_cast<float>(i % 3), 1};
    cells[i] = static_cast<std::int32_t>(i % 4);
  }
  std::int32_t wanted = 2;
  const auto in_cell = [wanted](const point& p, std::int32_t cell) {
    return cell == wanted ? p.x + p.y + p.z : 0.0F;
  };
  float want = 0;
  for (std::size_t i = 0; i < n; ++i) want += in_cell(points[i], cells[i]);
  const placed_array<point> first(where(), points, 1);
  const placed_array<std::int32_t> second(where(), cells, 3);
  EXPECT_EQ(
      transform_reduce(where(), first.data(), second.data(), n, omprim::plus{}, 0.0F, in_cell),
      want);
}

TEST_P(OpenTransformReduce, NotANumberOfTheFunctionComesThrough) {
  auto values = small_numbers<double>(4099);
  for (double& x : values) x += 100;
  values[77] = -1;
  const placed_array<double> data(where(), values, 1);
  const double result = transform_reduce(where(), data.data(), values.size(), omprim::minimum{},
                                         1e9, [](double x) { return std::sqrt(x); });
  EXPECT_TRUE(std::isnan(result));
}

TEST_P(OpenTransformReduce, NullPointersAndImpossibleSizesAreRefused) {
  const placed_array<double> data(where(), small_numbers<double>(3));
  const double* nowhere = nullptr;
  const auto product = [](double a, double b) { return a * b; };
  omprim_test::expect_error(omprim::status::invalid_argument, {"second", "null"}, [&] {
    (void)transform_reduce(where(), data.data(), nowhere, 3, omprim::plus{}, 0.0, product);
  });
  omprim_test::expect_error(omprim::status::invalid_argument, {"first", "null"}, [&] {
    (void)transform_reduce(where(), nowhere, data.data(), 3, omprim::plus{}, 0.0, product);
  });
  const std::size_t n = std::size_t(PTRDIFF_MAX) / sizeof(double) + 1;
  omprim_test::expect_error(omprim::status::invalid_argument, {std::to_string(n)}, [&] {
    (void)transform_reduce(where(), data.data(), n, omprim::plus{}, 0.0,
                           [](double x) { return x; });
  });
}

TEST_P(OpenTransformReduce, HostPointerIsRefusedWhereTheDeviceCannotReadIt) {
  if (!omprim_test::refuses_host_memory(where())) GTEST_SKIP() << "takes host memory";
  const std::vector<double> there(100, 1);
  const placed_array<double> data(where(), there);
  omprim_test::expect_error(omprim::status::not_on_device, {"device"}, [&] {
    (void)transform_reduce(where(), data.data(), there.data(), 100, omprim::plus{}, 0.0,
                           [](double a, double b) { return a * b; });
  });
}

}  // namespace
