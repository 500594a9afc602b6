// SPDX-License-Identifier: BSD-3-Clause
// The typed segmented reductions, by the variants that the library chooses.
#include <omprim/segmented_reduce.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "support/backends.hpp"
#include "support/memory.hpp"
#include "support/segments.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim::by_length;
using omprim::by_offsets;
using omprim_test::placed_array;

class SegmentedReduce : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(SegmentedReduce);

TEST_P(SegmentedReduce, CombinesEachSegment) {
  const placed_array<int> values(where(), {3, -1, 4, 1, 5, -9});
  const placed_array<std::int32_t> offsets(where(), {0, 2, 2, 5, 6});
  const placed_array<int> out(where(), std::vector<int>(4));
  omprim::segmented_reduce(where(), values.data(), offsets.data(), 4, out.pointer());
  EXPECT_EQ(out.values(), (std::vector<int>{2, 0, 10, -9}));
  omprim::segmented_reduce(where(), values.data(), offsets.data(), 4, out.pointer(),
                           omprim::maximum{});
  EXPECT_EQ(out.values(), (std::vector<int>{3, omprim::maximum::identity<int>(), 5, -9}));
  omprim::segmented_reduce(where(), values.data(), by_length(3, 2), out.pointer(),
                           omprim::minimum{});
  EXPECT_EQ(out.values()[0], -1);
  EXPECT_EQ(out.values()[1], -9);
}

TEST_P(SegmentedReduce, SegmentsHaveTheGivenLength) {
  for (const std::size_t length :
       std::initializer_list<std::size_t>{1, 2, 7, 16, 33, 100, 512, 513}) {
    SCOPED_TRACE(length);
    const std::size_t count = 70000 / length + 1;
    std::vector<double> data(length * count);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<double>(i * i % 101);
    std::vector<double> sums(count);
    std::vector<std::int64_t> positions(count);
    for (std::size_t s = 0; s < count; ++s) {
      const auto first = data.begin() + static_cast<std::ptrdiff_t>(s * length);
      const auto last = first + static_cast<std::ptrdiff_t>(length);
      sums[s] = std::accumulate(first, last, 0.0);
      positions[s] = std::max_element(first, last) - first;
    }
    const placed_array<double> values(where(), data, 1);
    const placed_array<double> out(where(), std::vector<double>(count));
    const placed_array<std::int64_t> at(where(), std::vector<std::int64_t>(count));
    omprim::segmented_reduce(where(), values.data(), by_length(length, count), out.pointer());
    EXPECT_EQ(out.values(), sums);
    omprim::segmented_argmax(where(), values.data(), by_length(length, count), at.pointer());
    EXPECT_EQ(at.values(), positions);
  }
}

TEST_P(SegmentedReduce, OffsetsAndTheirCountAreSegmentsByOffsets) {
  const placed_array<int> values(where(), {3, -1, 4, 1, 5, -9});
  const placed_array<std::uint64_t> offsets(where(), {1, 4, 4, 6});
  const auto segments = by_offsets(offsets.data(), 3);
  const placed_array<int> out(where(), std::vector<int>(3));
  const placed_array<std::int64_t> at(where(), std::vector<std::int64_t>(3));
  omprim::segmented_reduce(where(), values.data(), segments, out.pointer());
  EXPECT_EQ(out.values(), (std::vector<int>{4, 0, -4}));
  omprim::segmented_argmin(where(), values.data(), segments, at.pointer());
  EXPECT_EQ(at.values(), (std::vector<std::int64_t>{0, -1, 1}));
  omprim::segmented_argmax(where(), values.data(), segments, at.pointer(), out.pointer());
  EXPECT_EQ(at.values(), (std::vector<std::int64_t>{1, -1, 0}));
  EXPECT_EQ(out.values(), (std::vector<int>{4, omprim::maximum::identity<int>(), 5}));
  omprim::segmented_argmax(where(), values.data(), offsets.data(), 3, at.pointer());
  EXPECT_EQ(at.values(), (std::vector<std::int64_t>{1, -1, 0}));
}

TEST_P(SegmentedReduce, LongSegmentsOfTheIdentityHaveItAtTheirFirstPosition) {
  constexpr int n = 20'003;
  const placed_array<int> values(where(), std::vector<int>(n, omprim::minimum::identity<int>()));
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(2));
  for (const std::int32_t first : {0, 1, 16, 31}) {
    const placed_array<std::int32_t> offsets(where(), {0, first, n});
    omprim::segmented_argmin(where(), values.data(), offsets.data(), 2, positions.pointer());
    EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{first == 0 ? -1 : 0, 0})) << first;
  }
}

TEST_P(SegmentedReduce, PositionsCountFromTheBeginningOfTheSegment) {
  const placed_array<float> values(where(), {3, 1, 4, 1, 5, 9, 9});
  const placed_array<std::int64_t> offsets(where(), {1, 4, 4, 7});
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(3));
  const placed_array<float> out(where(), std::vector<float>(3));
  omprim::segmented_argmin(where(), values.data(), offsets.data(), 3, positions.pointer());
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{0, -1, 0}));
  omprim::segmented_argmax(where(), values.data(), offsets.data(), 3, positions.pointer(),
                           out.pointer());
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{1, -1, 1}));
  EXPECT_EQ(out.values(), (std::vector<float>{4, omprim::maximum::identity<float>(), 9}));
}

TEST_P(SegmentedReduce, SegmentsOfTheIdentityHaveAFirstPosition) {
  constexpr std::size_t n = 5000;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const placed_array<float> values(where(), std::vector<float>(n, infinity));
  const placed_array<std::int32_t> offsets(where(), {0, 1, 1, 20, 300, n});
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(5));
  omprim::segmented_argmin(where(), values.data(), offsets.data(), 5, positions.pointer());
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{0, -1, 0, 0, 0}));
}

TEST_P(SegmentedReduce, NoSegmentsWriteNothing) {
  const placed_array<std::int64_t> offsets(where(), {0});
  const double* no_values = nullptr;
  double* nowhere = nullptr;
  omprim::segmented_reduce(where(), no_values, offsets.data(), 0, nowhere);
  omprim::segmented_reduce(where(), no_values, by_offsets<int>(nullptr, 0), nowhere);
  omprim::segmented_reduce(where(), no_values, by_length(0, 0), nowhere);
  omprim::segmented_reduce(where(), no_values, by_length(5, 0), nowhere);
}

TEST_P(SegmentedReduce, EmptySegmentsNeedNoValues) {
  const placed_array<std::int64_t> offsets(where(), std::vector<std::int64_t>(301, 0));
  const placed_array<double> out(where(), std::vector<double>(300, 7));
  const double* nothing = nullptr;
  omprim::segmented_reduce(where(), nothing, offsets.data(), 300, out.pointer());
  EXPECT_EQ(out.values(), std::vector<double>(300));
  omprim::segmented_reduce(where(), nothing, by_length(0, 300), out.pointer(), omprim::minimum{});
  EXPECT_EQ(out.values(), std::vector<double>(300, std::numeric_limits<double>::infinity()));
}

// One call with empty segments, single values, and a segment that is longer than all others
// together.
TEST_P(SegmentedReduce, MixedLengthsOfEveryType) {
  omprim_test::random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<std::int64_t> offsets = {0};
    const auto add = [&](std::size_t length) {
      offsets.push_back(offsets.back() + static_cast<std::int64_t>(length));
    };
    for (int i = 0; i < 20000; ++i) add(random() % 3 == 0 ? random() % 30 : random() % 2);
    add(150000);
    for (int i = 0; i < 3000; ++i) add(0);
    for (int i = 0; i < 300; ++i) add(random() % 1000);
    const auto n = static_cast<std::size_t>(offsets.back());
    const std::size_t segments = offsets.size() - 1;
    using o = omprim::operation;
    for (const o op : {o::segmented_sum, o::segmented_min, o::segmented_argmax}) {
      const auto data = omprim_test::segment_values<T>(op, n, random);
      const placed_array<T> values(where(), data, 1);
      const placed_array<std::int64_t> bounds(where(), offsets);
      const placed_array<T> out(where(), std::vector<T>(segments, T(99)));
      const placed_array<std::int64_t> at(where(), std::vector<std::int64_t>(segments, -99));
      if (op == o::segmented_sum) {
        omprim::segmented_reduce(where(), values.data(), bounds.data(), segments, out.pointer());
      } else if (op == o::segmented_min) {
        omprim::segmented_reduce(where(), values.data(), bounds.data(), segments, out.pointer(),
                                 omprim::minimum{});
      } else {
        omprim::segmented_argmax(where(), values.data(), bounds.data(), segments, at.pointer(),
                                 out.pointer());
      }
      const auto got = out.values();
      const auto places = at.values();
      for (std::size_t s = 0; s < segments; ++s) {
        const auto want =
            omprim_test::reduced_segment(op, data.data() + offsets[s], offsets[s + 1] - offsets[s]);
        ASSERT_EQ(got[s], want.value) << "segment " << s;
        if (op == o::segmented_argmax) {
          ASSERT_EQ(places[s], want.index) << "segment " << s;
        }
      }
    }
  });
}

// Inputs larger than the caches are read by other loops. This input has large segments, segments
// that one thread reads in several streams, and last segments, after which nothing may be read.
TEST_P(SegmentedReduce, LongSegmentsOfInputsBeyondTheCaches) {
  constexpr std::size_t n = (std::size_t{36} << 20) / sizeof(double) + 12'345;
  std::vector<double> data(n);
  for (std::size_t i = 0; i < n; ++i) data[i] = static_cast<double>(i * i % 13) - 6.0;
  std::vector<std::int64_t> ends = {0};
  for (std::size_t i = 0; ends.back() < static_cast<std::int64_t>(n) - 40'000; ++i) {
    constexpr std::int64_t lengths[] = {1023, 0, 1024, 1037, 4099, 20'011, 3, 600'007, 8191, 250};
    ends.push_back(std::min(ends.back() + lengths[i % std::size(lengths)],
                            static_cast<std::int64_t>(n) - 40'000));
  }
  for (const int length : {5000, 30'000, 4997}) ends.push_back(ends.back() + length);
  ends.push_back(static_cast<std::int64_t>(n));
  const std::size_t count = ends.size() - 1;
  std::vector<double> sums(count);
  std::vector<double> minima(count, omprim::minimum::identity<double>());
  for (std::size_t s = 0; s < count; ++s) {
    for (auto i = static_cast<std::size_t>(ends[s]); i < static_cast<std::size_t>(ends[s + 1]);
         ++i) {
      sums[s] += data[i];
      minima[s] = std::min(minima[s], data[i]);
    }
  }
  for (const std::size_t offset : {std::size_t{0}, std::size_t{1}}) {
    const placed_array<double> values(where(), data, offset);
    const placed_array<std::int64_t> offsets(where(), ends);
    const placed_array<double> out(where(), std::vector<double>(count));
    omprim::segmented_reduce(where(), values.data(), offsets.data(), count, out.pointer());
    EXPECT_EQ(out.values(), sums);
    omprim::segmented_reduce(where(), values.data(), offsets.data(), count, out.pointer(),
                             omprim::minimum{});
    EXPECT_EQ(out.values(), minima);
  }
}

TEST_P(SegmentedReduce, NanStaysInItsSegmentAndNegativeZeroIsBelowZero) {
  constexpr std::size_t length = 700;
  std::vector<double> values(3 * length, 0.0);
  values[length + 600] = std::numeric_limits<double>::quiet_NaN();
  values[length + 650] = -1;
  values[2 * length + 3] = -0.0;
  const placed_array<double> in(where(), values);
  const placed_array<double> out(where(), std::vector<double>(3));
  const placed_array<std::int64_t> at(where(), std::vector<std::int64_t>(3));
  omprim::segmented_argmin(where(), in.data(), by_length(length, 3), at.pointer(), out.pointer());
  EXPECT_EQ(at.values(), (std::vector<std::int64_t>{0, 600, 3}));
  EXPECT_FALSE(std::signbit(out.values()[0]));
  EXPECT_TRUE(std::isnan(out.values()[1]));
  EXPECT_TRUE(std::signbit(out.values()[2]));
  omprim::segmented_reduce(where(), in.data(), by_length(length, 3), out.pointer(),
                           omprim::maximum{});
  EXPECT_FALSE(std::isnan(out.values()[0]));
  EXPECT_TRUE(std::isnan(out.values()[1]));
}

TEST_P(SegmentedReduce, FloatsStayWithinTheRoundingBound) {
  omprim_test::random_engine random(omprim_test::test_seed());
  std::vector<float> values(400000);
  for (float& x : values) x = std::uniform_real_distribution<float>(0, 1)(random);
  std::vector<std::int32_t> offsets = {0};
  while (offsets.back() < 400000) {
    const auto length = static_cast<std::int32_t>(random() % 5000);
    offsets.push_back(std::min(offsets.back() + length, 400000));
  }
  const std::size_t segments = offsets.size() - 1;
  const placed_array<float> in(where(), values);
  const placed_array<std::int32_t> bounds(where(), offsets);
  const placed_array<float> out(where(), std::vector<float>(segments));
  omprim::segmented_reduce(where(), in.data(), bounds.data(), segments, out.pointer());
  const auto got = out.values();
  for (std::size_t s = 0; s < segments; ++s) {
    const double sum =
        std::accumulate(values.begin() + offsets[s], values.begin() + offsets[s + 1], 0.0);
    const double length = offsets[s + 1] - offsets[s];
    ASSERT_NEAR(static_cast<double>(got[s]), sum,
                sum * length * std::numeric_limits<float>::epsilon())
        << s;
  }
}

}  // namespace
