// SPDX-License-Identifier: BSD-3-Clause
// The calls that segmented reductions refuse, and the words of the errors.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/segmented_reduce.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"

namespace {

using omprim::by_length;
using omprim_test::expect_error;
using omprim_test::placed_array;

class SegmentedReduceErrors : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(SegmentedReduceErrors);

TEST_P(SegmentedReduceErrors, MissingPointersAreNamed) {
  const placed_array<int> values(where(), {1, 2, 3});
  const placed_array<std::int32_t> offsets(where(), {0, 1, 3});
  const std::int32_t* no_offsets = nullptr;
  int* nowhere = nullptr;
  expect_error(omprim::status::invalid_argument, {"output", "null", "2"}, [&] {
    omprim::segmented_reduce(where(), values.data(), offsets.data(), 2, nowhere);
  });
  expect_error(omprim::status::invalid_argument, {"offsets", "null", "2"}, [&] {
    omprim::segmented_reduce(where(), values.data(), no_offsets, 2, values.pointer());
  });
  expect_error(omprim::status::invalid_argument, {"values", "null", "3"}, [&] {
    omprim::segmented_reduce(where(), static_cast<const int*>(nullptr), offsets.data(), 2,
                             values.pointer());
  });
  expect_error(omprim::status::invalid_argument, {"positions", "null"}, [&] {
    omprim::segmented_argmin(where(), values.data(), offsets.data(), 2,
                             static_cast<std::int64_t*>(nullptr));
  });
  expect_error(omprim::status::invalid_argument, {"values", "null", "8"}, [&] {
    omprim::segmented_reduce(where(), static_cast<const int*>(nullptr), by_length(4, 2),
                             values.pointer());
  });
}

TEST_P(SegmentedReduceErrors, OtherFormsOfSegmentsAreNamed) {
  const placed_array<int> values(where(), {1, 2, 3});
  const placed_array<int> out(where(), {7, 7, 7});
  const placed_array<unsigned char> heads(where(), {1, 0, 1});
  const auto refused = [&](const std::vector<std::string>& words,
                           const omprim::segmentation& segments) {
    expect_error(omprim::status::invalid_argument, words, [&] {
      omprim::segmented_reduce(where(), values.data(), segments, out.pointer());
    });
  };
  refused({"by heads", "by offsets or by length"}, omprim::by_heads(heads.data()));
  refused({"by heads and by offsets", "one form"}, {heads.data(), values.data(), 4, 2, 0});
  refused({"by offsets and by length", "one form"}, {nullptr, values.data(), 4, 2, 1});
  refused({"offsets of 2 bytes", "4", "8"}, {nullptr, values.data(), 2, 2, 0});
  refused({"offsets of 0 bytes", "4", "8"}, {nullptr, values.data(), 0, 2, 0});
  refused({"8 segments of 2305843009213693952", "64 bits"}, by_length(std::size_t{1} << 61, 8));
  EXPECT_EQ(out.values(), (std::vector<int>{7, 7, 7}));
}

TEST_P(SegmentedReduceErrors, StrategiesOfOtherAlgorithmsAreUnknown) {
  const placed_array<int> data(where(), {1, 2, 3});
  omprim::segment_options options;
  options.strategy = "single-pass";
  expect_error(omprim::status::unknown_name, {"single-pass", "segmented_sum", "merge-path"}, [&] {
    omprim::segmented_reduce(where(), data.data(), by_length(1, 3), data.pointer(), omprim::plus{},
                             options);
  });
}

}  // namespace
