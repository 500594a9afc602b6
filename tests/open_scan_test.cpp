// SPDX-License-Identifier: BSD-3-Clause
// omprim::open scans: own types, operators that do not commute, segments. Compiled with device
// code where the build has devices.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/open/scan.hpp>
#include <omprim/operators.hpp>

#include "support/affine.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/values.hpp"

namespace {

using omprim::by_heads;
using omprim_test::affine;
using omprim_test::placed_array;
using omprim_test::then;

std::vector<affine> random_maps(std::size_t n) {
  omprim_test::random_engine random(omprim_test::test_seed());
  std::vector<affine> maps(n);
  for (affine& map : maps) {
    map = {omprim_test::random_bits<std::uint32_t>(random) | 1U,
           omprim_test::random_bits<std::uint32_t>(random)};
  }
  return maps;
}

class OpenScan : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(OpenScan);

TEST_P(OpenScan, OperatorsNeedNotCommute) {
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{2049}, std::size_t{150001}}) {
    const auto maps = random_maps(n);
    const placed_array<affine> in(where(), maps, 1);
    const placed_array<affine> out(where(), maps);
    const affine initial{3, 5};
    std::vector<affine> inclusive;
    std::vector<affine> exclusive;
    affine before = initial;
    for (const affine& map : maps) {
      exclusive.push_back(before);
      before = then::combine(before, map);
      inclusive.push_back(before);
    }
    omprim::open::inclusive_scan(where(), in.data(), n, out.pointer(), then{}, initial);
    EXPECT_EQ(out.values(), inclusive);
    omprim::open::exclusive_scan(where(), in.data(), n, out.pointer(), then{}, initial);
    EXPECT_EQ(out.values(), exclusive);
  }
}

/// Signs of zeros count, and one NaN is as good as another.
void expect_same(const std::vector<double>& got, const std::vector<double>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(want[i])) {
      ASSERT_TRUE(std::isnan(got[i])) << "element " << i;
    } else {
      ASSERT_EQ(got[i], want[i]) << "element " << i;
      ASSERT_EQ(std::signbit(got[i]), std::signbit(want[i])) << "element " << i;
    }
  }
}

TEST_P(OpenScan, LibraryOperatorsOnLibraryTypesFollowTheirDefinition) {
  const std::size_t n = 70001;
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = 100000.0 - static_cast<double>(i);
  values[n - 900] = 0.0;
  values[n - 800] = -0.0;
  values[n - 5] = std::numeric_limits<double>::quiet_NaN();
  const double initial = 99990;
  auto inclusive = values;
  auto exclusive = values;
  double before = initial;
  for (std::size_t i = 0; i < n; ++i) {
    exclusive[i] = before;
    before = omprim::minimum::combine(before, values[i]);
    inclusive[i] = before;
  }
  const placed_array<double> in(where(), values, 1);
  const placed_array<double> out(where(), values);
  omprim::open::inclusive_scan(where(), in.data(), n, out.pointer(), omprim::minimum{}, initial);
  expect_same(out.values(), inclusive);
  omprim::open::exclusive_scan(where(), in.data(), n, out.pointer(), omprim::minimum{}, initial);
  expect_same(out.values(), exclusive);

  const std::size_t length = 701;
  for (std::size_t i = 0; i < n; ++i) {
    const double first = i % length == 0 ? initial : inclusive[i - 1];
    inclusive[i] = i < n / length * length ? omprim::minimum::combine(first, values[i]) : values[i];
  }
  omprim::open::segmented_inclusive_scan(where(), in.data(), n,
                                         omprim::by_length(length, n / length), in.pointer(),
                                         omprim::minimum{}, initial);
  expect_same(in.values(), inclusive);
}

TEST_P(OpenScan, SumsKeepTheSignOfZero) {
  const placed_array<float> in(where(), {-0.0f, -0.0f});
  const placed_array<float> out(where(), std::vector<float>(2));
  omprim::open::inclusive_scan(where(), in.data(), 2, out.pointer(), omprim::plus{}, -0.0f);
  EXPECT_TRUE(std::signbit(out.values()[0]));
  EXPECT_TRUE(std::signbit(out.values()[1]));
}

TEST_P(OpenScan, SegmentsAreScannedEachForItself) {
  omprim_test::random_engine random(omprim_test::test_seed());
  // From one segment for every element to one for all.
  for (const unsigned rarity : {1U, 3U, 1000U, 100000U, 1U << 30}) {
    const std::size_t n = 120007;
    std::vector<std::int32_t> values(n);
    std::vector<unsigned char> heads(n);
    for (std::size_t i = 0; i < n; ++i) {
      values[i] = omprim_test::random_bits<std::int32_t>(random);
      heads[i] = random() % rarity == 0 ? static_cast<unsigned char>(1 + random() % 255) : 0;
    }
    const placed_array<std::int32_t> in(where(), values);
    const placed_array<unsigned char> at(where(), heads);
    const placed_array<std::int32_t> out(where(), values, 1);
    std::vector<std::int32_t> inclusive(n);
    std::vector<std::int32_t> exclusive(n);
    std::int32_t before = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (heads[i] != 0) before = 0;
      exclusive[i] = before;
      before = omprim::plus::combine(before, values[i]);
      inclusive[i] = before;
    }
    omprim::open::segmented_inclusive_scan(where(), in.data(), n, by_heads(at.data()),
                                           out.pointer(), omprim::plus{});
    EXPECT_EQ(out.values(), inclusive) << "a head in " << rarity;
    omprim::open::segmented_exclusive_scan(where(), in.data(), n, by_heads(at.data()),
                                           out.pointer(), omprim::plus{});
    EXPECT_EQ(out.values(), exclusive) << "a head in " << rarity;
    omprim::open::segmented_inclusive_scan(where(), in.data(), n, by_heads(at.data()), in.pointer(),
                                           omprim::plus{});
    EXPECT_EQ(in.values(), inclusive) << "in place, a head in " << rarity;
  }
}

TEST_P(OpenScan, SegmentsByOffsetsOfAnOperatorThatDoesNotCommute) {
  const std::size_t n = 150001;
  const auto maps = random_maps(n);
  omprim_test::random_engine random(omprim_test::test_seed());
  std::vector<std::uint64_t> rows = {5};
  while (rows.back() < n - 1000) rows.push_back(rows.back() + random() % 300);
  const affine initial{3, 5};
  auto inclusive = maps;
  auto exclusive = maps;
  for (std::size_t s = 0; s + 1 < rows.size(); ++s) {
    affine before = initial;
    for (std::size_t i = rows[s]; i < rows[s + 1]; ++i) {
      exclusive[i] = before;
      before = then::combine(before, maps[i]);
      inclusive[i] = before;
    }
  }
  const placed_array<affine> in(where(), maps, 1);
  const placed_array<affine> out(where(), maps);
  const placed_array<std::uint64_t> at(where(), rows);
  const auto segments = omprim::by_offsets(at.data(), rows.size() - 1);
  omprim::open::segmented_inclusive_scan(where(), in.data(), n, segments, out.pointer(), then{},
                                         initial);
  EXPECT_EQ(out.values(), inclusive);
  omprim::open::segmented_exclusive_scan(where(), in.data(), n, segments, in.pointer(), then{},
                                         initial);
  EXPECT_EQ(in.values(), exclusive);
  omprim_test::expect_error(omprim::status::invalid_argument, {"offsets", "3"}, [&] {
    omprim::open::segmented_inclusive_scan(where(), in.data(), 3, segments, out.pointer(), then{});
  });
}

TEST_P(OpenScan, SegmentsOfOneLengthOfAnOperatorThatDoesNotCommute) {
  const std::size_t n = 60001;
  const std::size_t length = 177;
  const auto maps = random_maps(n);
  auto inclusive = maps;
  for (std::size_t i = 0; i < n / length * length; ++i) {
    if (i % length != 0) inclusive[i] = then::combine(inclusive[i - 1], maps[i]);
  }
  const placed_array<affine> in(where(), maps, 1);
  const auto segments = omprim::by_length(length, n / length);
  omprim::open::segmented_inclusive_scan(where(), in.data(), n, segments, in.pointer(), then{});
  EXPECT_EQ(in.values(), inclusive);
  omprim_test::expect_error(omprim::status::invalid_argument, {"segments of 177", "n is 176"}, [&] {
    omprim::open::segmented_inclusive_scan(where(), in.data(), 176, omprim::by_length(177, 1),
                                           in.pointer(), then{});
  });
}

TEST_P(OpenScan, LambdaIsAnOperator) {
  const auto after = [](affine a, affine b) { return then::combine(a, b); };
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{2049}, std::size_t{150001}}) {
    const auto maps = random_maps(n);
    auto inclusive = maps;
    auto from_initial = maps;
    auto exclusive = maps;
    affine before{3, 5};
    for (std::size_t i = 0; i < n; ++i) {
      if (i != 0) inclusive[i] = then::combine(inclusive[i - 1], maps[i]);
      exclusive[i] = before;
      before = then::combine(before, maps[i]);
      from_initial[i] = before;
    }
    const placed_array<affine> in(where(), maps, 1);
    const placed_array<affine> out(where(), maps);
    omprim::open::inclusive_scan(where(), in.data(), n, out.pointer(), after);
    EXPECT_EQ(out.values(), inclusive) << n;
    omprim::open::inclusive_scan(where(), in.data(), n, out.pointer(), after, affine{3, 5});
    EXPECT_EQ(out.values(), from_initial) << n;
    omprim::open::exclusive_scan(where(), in.data(), n, in.pointer(), after, affine{3, 5});
    EXPECT_EQ(in.values(), exclusive) << "in place, " << n;
  }
}

TEST_P(OpenScan, LambdaScansSegments) {
  const std::size_t n = 70001;
  const std::size_t length = 333;
  std::vector<std::int64_t> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::int64_t>(i * 7919 % 10007);
  const auto greatest = [](std::int64_t a, std::int64_t b) { return a < b ? b : a; };
  auto inclusive = values;
  auto exclusive = values;
  for (std::size_t i = 0; i < n / length * length; ++i) {
    const bool first = i % length == 0;
    inclusive[i] = first ? values[i] : greatest(inclusive[i - 1], values[i]);
    exclusive[i] = first ? 17 : greatest(exclusive[i - 1], values[i - 1]);
  }
  const auto segments = omprim::by_length(length, n / length);
  const placed_array<std::int64_t> in(where(), values, 1);
  const placed_array<std::int64_t> out(where(), values);
  omprim::open::segmented_inclusive_scan(where(), in.data(), n, segments, out.pointer(), greatest);
  EXPECT_EQ(out.values(), inclusive);
  omprim::open::segmented_exclusive_scan(where(), in.data(), n, segments, in.pointer(), greatest,
                                         17);
  EXPECT_EQ(in.values(), exclusive);
}

TEST_P(OpenScan, MissingPointersAreNamed) {
  const placed_array<affine> in(where(), random_maps(3));
  affine* nowhere = nullptr;
  omprim_test::expect_error(omprim::status::invalid_argument, {"output", "null"}, [&] {
    omprim::open::inclusive_scan(where(), in.data(), 3, nowhere, then{});
  });
}

}  // namespace
