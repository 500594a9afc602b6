// SPDX-License-Identifier: BSD-3-Clause
// The typed segmented scans, by the variants that the library chooses.
#include <omprim/segmented_scan.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/values.hpp"

namespace {

using omprim::by_heads;
using omprim::by_length;
using omprim::by_offsets;
using omprim_test::expect_error;
using omprim_test::placed_array;
using bytes = std::vector<unsigned char>;

class SegmentedScan : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(SegmentedScan);

TEST_P(SegmentedScan, HeadsBeginSegments) {
  const placed_array<int> in(where(), {3, -1, 4, 1, 5, 9});
  const placed_array<unsigned char> heads(where(), {0, 0, 255, 0, 1, 0});
  const placed_array<int> out(where(), std::vector<int>(6));
  omprim::segmented_inclusive_scan(where(), in.data(), 6, by_heads(heads.data()), out.pointer());
  EXPECT_EQ(out.values(), (std::vector<int>{3, 2, 4, 5, 5, 14}));
  omprim::segmented_exclusive_scan(where(), in.data(), 6, by_heads(heads.data()), out.pointer());
  EXPECT_EQ(out.values(), (std::vector<int>{0, 3, 0, 4, 0, 5}));
}

TEST_P(SegmentedScan, TheInitialValueStandsBeforeEachSegment) {
  const placed_array<double> in(where(), {3, -1, 4, 1, 5, 9});
  const placed_array<std::int64_t> rows(where(), {0, 2, 2, 4, 6});
  const placed_array<double> out(where(), std::vector<double>(6));
  const auto segments = by_offsets(rows.data(), 4);
  omprim::segmented_inclusive_scan(where(), in.data(), 6, segments, out.pointer(), omprim::plus{},
                                   100.0);
  EXPECT_EQ(out.values(), (std::vector<double>{103, 102, 104, 105, 105, 114}));
  omprim::segmented_exclusive_scan(where(), in.data(), 6, segments, out.pointer(),
                                   omprim::maximum{}, 4.5);
  EXPECT_EQ(out.values(), (std::vector<double>{4.5, 4.5, 4.5, 4.5, 4.5, 5}));
}

TEST_P(SegmentedScan, WhatNoSegmentCoversIsLeftAlone) {
  const placed_array<float> in(where(), {1, 2, 3, 4, 5});
  const placed_array<std::uint32_t> rows(where(), {1, 3, 3, 4, 4});
  const placed_array<float> out(where(), std::vector<float>(5, -7));
  omprim::segmented_inclusive_scan(where(), in.data(), 5, by_offsets(rows.data(), 4),
                                   out.pointer());
  EXPECT_EQ(out.values(), (std::vector<float>{-7, 2, 5, 4, -7}));
  omprim::segmented_inclusive_scan(where(), in.data(), 5, by_offsets(rows.data(), 0),
                                   out.pointer());
  EXPECT_EQ(out.values(), (std::vector<float>{-7, 2, 5, 4, -7}));
}

TEST_P(SegmentedScan, SegmentsOfOneLengthMayLeaveOutTheEnd) {
  const placed_array<int> in(where(), {1, 2, 3, 4, 5, 6, 7});
  const placed_array<int> out(where(), std::vector<int>(7, -7));
  omprim::segmented_inclusive_scan(where(), in.data(), 7, by_length(3, 2), out.pointer());
  EXPECT_EQ(out.values(), (std::vector<int>{1, 3, 6, 4, 9, 15, -7}));
  omprim::segmented_exclusive_scan(where(), in.data(), 7, by_length(1, 5), out.pointer(),
                                   omprim::maximum{}, 4);
  EXPECT_EQ(out.values(), (std::vector<int>{4, 4, 4, 4, 4, 15, -7}));
  omprim::segmented_inclusive_scan(where(), in.data(), 7, by_length(0, 100), out.pointer());
  omprim::segmented_inclusive_scan(where(), in.data(), 7, by_length(100, 0), out.pointer());
  EXPECT_EQ(out.values(), (std::vector<int>{4, 4, 4, 4, 4, 15, -7}));
}

TEST_P(SegmentedScan, LongSegmentsOfOneLength) {
  const std::size_t n = 200003;
  const std::size_t length = 66667;
  const placed_array<std::int64_t> in(where(), std::vector<std::int64_t>(n, 1));
  omprim::segmented_inclusive_scan(where(), in.data(), n, by_length(length, 3), in.pointer());
  const auto got = in.values();
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(got[i], static_cast<std::int64_t>(i < 3 * length ? i % length + 1 : 1)) << i;
  }
}

TEST_P(SegmentedScan, EmptyInputWritesNothing) {
  int* nothing = nullptr;
  const placed_array<std::int32_t> rows(where(), {0, 0, 0});
  omprim::segmented_inclusive_scan(where(), nothing, 0, by_heads(nullptr), nothing);
  omprim::segmented_exclusive_scan(where(), nothing, 0, by_offsets(rows.data(), 2), nothing);
  omprim::segmented_exclusive_scan(where(), nothing, 0, by_offsets<int>(nullptr, 0), nothing);
  omprim::segmented_exclusive_scan(where(), nothing, 0, by_length(0, 0), nothing);
  omprim::segmented_exclusive_scan(where(), nothing, 0, by_length(0, 3), nothing);
}

TEST_P(SegmentedScan, NanEndsWithItsSegment) {
  const std::size_t n = 100000;
  std::vector<double> values(n, 1.0);
  bytes heads(n);
  values[61234] = std::numeric_limits<double>::quiet_NaN();
  heads[80000] = 1;
  const placed_array<double> in(where(), values);
  const placed_array<unsigned char> at(where(), heads);
  omprim::segmented_inclusive_scan(where(), in.data(), n, by_heads(at.data()), in.pointer(),
                                   omprim::minimum{});
  const auto got = in.values();
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(std::isnan(got[i]), i >= 61234 && i < 80000) << i;
}

TEST_P(SegmentedScan, ManyEmptySegmentsAtOnePlace) {
  const std::size_t n = 70000;
  std::vector<std::uint32_t> rows(300000, 33333);
  rows.front() = 0;
  rows.back() = static_cast<std::uint32_t>(n);
  const placed_array<std::int64_t> in(where(), std::vector<std::int64_t>(n, 1));
  const placed_array<std::uint32_t> at(where(), rows);
  omprim::segmented_inclusive_scan(where(), in.data(), n, by_offsets(at.data(), rows.size() - 1),
                                   in.pointer());
  const auto got = in.values();
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(got[i], static_cast<std::int64_t>(i < 33333 ? i + 1 : i - 33332)) << i;
  }
}

TEST_P(SegmentedScan, WrongOffsetsAreNamedAndNothingIsWritten) {
  const placed_array<int> in(where(), std::vector<int>(10, 1));
  const placed_array<int> out(where(), std::vector<int>(10, 77));
  const auto scan = [&](const std::vector<std::int32_t>& offsets) {
    const placed_array<std::int32_t> rows(where(), offsets);
    omprim::segmented_inclusive_scan(where(), in.data(), 10,
                                     by_offsets(rows.data(), offsets.size() - 1), out.pointer());
  };
  using omprim::status;
  expect_error(status::invalid_argument, {"offsets 1 and 2", "are 5 and 4"},
               [&] { scan({0, 5, 4, 10}); });
  expect_error(status::invalid_argument, {"offsets 2 and 3", "are 7 and 11", "n, which is 10"},
               [&] { scan({0, 5, 7, 11}); });
  expect_error(status::invalid_argument, {"offsets 0 and 1"}, [&] { scan({-1, 5}); });
  expect_error(status::invalid_argument, {"11"}, [&] { scan({11}); });
  EXPECT_EQ(out.values(), std::vector<int>(10, 77));
}

TEST_P(SegmentedScan, MissingAndMixedArgumentsAreNamed) {
  const placed_array<int> in(where(), {1, 2, 3});
  using omprim::status;
  const std::int32_t* nowhere = nullptr;
  expect_error(status::invalid_argument, {"heads", "null", "3"}, [&] {
    omprim::segmented_inclusive_scan(where(), in.data(), 3, by_heads(nullptr), in.pointer());
  });
  expect_error(status::invalid_argument, {"offsets", "null", "2 segments"}, [&] {
    omprim::segmented_inclusive_scan(where(), in.data(), 3, by_offsets(nowhere, 2), in.pointer());
  });
  const auto refused = [&](const std::vector<std::string>& words,
                           const omprim::segmentation& segments) {
    expect_error(status::invalid_argument, words, [&] {
      omprim::segmented_inclusive_scan(where(), in.data(), 3, segments, in.pointer());
    });
  };
  const auto* heads = reinterpret_cast<const unsigned char*>(in.data());
  refused({"heads", "no length", "3"}, {});
  refused({"offsets of 3 bytes"}, {nullptr, in.data(), 3, 2, 0});
  refused({"offsets of 0 bytes"}, {nullptr, in.data(), 0, 2, 0});
  refused({"by heads and by offsets", "one form"}, {heads, in.data(), 4, 2, 0});
  refused({"by heads and by length", "one form"}, {heads, nullptr, 0, 1, 2});
  refused({"2 segments of 2", "4 elements", "n is 3"}, by_length(2, 2));
  refused({"9 segments of 2305843009213693952", "64 bits"}, by_length(std::size_t{1} << 61, 9));
  for (const auto& segments : {by_heads(heads), by_length(1, 3), by_length(0, 1)}) {
    omprim::scan_request request;
    request.out = in.pointer();
    request.segments = segments;
    expect_error(status::invalid_argument, {"scan_sum", "segmented_scan_sum"}, [&] {
      omprim::scan_any(where(), omprim::element::int32, omprim::operation::scan_sum, in.data(), 3,
                       request);
    });
  }
  EXPECT_EQ(in.values(), (std::vector<int>{1, 2, 3}));
}

TEST_P(SegmentedScan, HeadsMayBeOfTypeBool) {
  const placed_array<float> in(where(), {1, 2, 3, 4});
  const placed_array<unsigned char> heads(where(), {0, 0, 1, 0});
  const placed_array<float> out(where(), std::vector<float>(4));
  const auto* const flags = reinterpret_cast<const bool*>(heads.data());
  omprim::segmented_inclusive_scan(where(), in.data(), 4, omprim::by_heads(flags), out.pointer(),
                                   omprim::plus{}, 10);
  EXPECT_EQ(out.values(), (std::vector<float>{11, 13, 13, 17}));
}

}  // namespace
