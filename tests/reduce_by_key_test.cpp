// SPDX-License-Identifier: BSD-3-Clause
// Reductions of runs of equal keys.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/runs.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/segments.hpp"
#include "support/values.hpp"

namespace {

using omprim_test::expect_error;
using omprim_test::placed_array;

class ReduceByKey : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(ReduceByKey);

TEST_P(ReduceByKey, ReducesByKey) {
  const placed_array<int> keys(where(), {2, 2, 3, 3, 3, 7});
  const placed_array<double> values(where(), {1, 2, 4, 8, 16, 32});
  const placed_array<int> unique_keys(where(), std::vector<int>(6, -1));
  const placed_array<double> out(where(), std::vector<double>(6, -1));
  EXPECT_EQ(omprim::reduce_by_key(where(), keys.data(), values.data(), 6, unique_keys.pointer(),
                                  out.pointer()),
            3u);
  EXPECT_EQ(unique_keys.values(), (std::vector<int>{2, 3, 7, -1, -1, -1}));
  EXPECT_EQ(out.values(), (std::vector<double>{3, 28, 32, -1, -1, -1}));
  EXPECT_EQ(omprim::reduce_by_key(where(), keys.data(), values.data(), 0, unique_keys.pointer(),
                                  out.pointer()),
            0u);
}

TEST_P(ReduceByKey, ReducesByManyKeys) {
  omprim_test::random_engine random(omprim_test::test_seed());
  for (const unsigned rarity : {1U, 5U, 3000U}) {
    constexpr std::size_t n = 130001;
    std::vector<std::uint64_t> keys(n);
    for (std::size_t i = 1; i < n; ++i) keys[i] = keys[i - 1] + (random() % rarity == 0 ? 1 : 0);
    const auto data = omprim_test::segment_values<int>(omprim::operation::segmented_sum, n, random);
    std::vector<std::uint64_t> want_keys;
    std::vector<int> want;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        want_keys.push_back(keys[i]);
        want.push_back(std::numeric_limits<int>::min());
      }
      want.back() = std::max(want.back(), data[i]);
    }
    const placed_array<std::uint64_t> in_keys(where(), keys);
    const placed_array<int> values(where(), data, 1);
    const placed_array<std::uint64_t> unique_keys(where(), std::vector<std::uint64_t>(n));
    const placed_array<int> out(where(), std::vector<int>(n));
    const auto count =
        omprim::reduce_by_key(where(), in_keys.data(), values.data(), n, unique_keys.pointer(),
                              out.pointer(), omprim::maximum{});
    ASSERT_EQ(count, want.size());
    auto got_keys = unique_keys.values();
    auto got = out.values();
    got_keys.resize(count);
    got.resize(count);
    EXPECT_EQ(got_keys, want_keys);
    EXPECT_EQ(got, want);
  }
}

/// A GPU goes another way where there are many elements.
TEST_P(ReduceByKey, ReducesManyElementsOnGpus) {
  const int device = where().device_number();
  if (device < 0 ||
      omprim::devices()[static_cast<std::size_t>(device)].kind == omprim::device_kind::host) {
    GTEST_SKIP() << "no GPU";
  }
  constexpr std::size_t n = (std::size_t{1} << 26) + 77;
  constexpr std::size_t length = 7;  // run r has the key 3 r, and values that are r
  std::vector<std::uint32_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<std::uint32_t>(3 * (i / length));
  std::vector<std::uint32_t> data(n);
  for (std::size_t i = 0; i < n; ++i) data[i] = keys[i] / 3;
  const placed_array<std::uint32_t> in_keys(where(), keys);
  const placed_array<std::uint32_t> values(where(), data);
  const std::size_t runs = n / length + 1;
  const placed_array<std::uint32_t> unique_keys(where(), std::vector<std::uint32_t>(runs));
  const placed_array<std::uint32_t> out(where(), std::vector<std::uint32_t>(runs));
  const auto expect = [&](std::size_t count, std::uint32_t factor) {
    ASSERT_EQ(count, runs);
    const auto got_keys = unique_keys.values();
    const auto got = out.values();
    for (std::size_t r = 0; r < runs; ++r) {
      const auto number = static_cast<std::uint32_t>(r);
      const std::uint32_t whole = r + 1 < runs || factor == 1 ? factor : n % length;
      ASSERT_EQ(got_keys[r], 3 * number) << "run " << r;
      ASSERT_EQ(got[r], whole * number) << "run " << r;
    }
  };
  expect(omprim::reduce_by_key(where(), in_keys.data(), values.data(), n, unique_keys.pointer(),
                               out.pointer()),
         length);
  expect(omprim::unique_by_key(where(), in_keys.data(), values.data(), n, unique_keys.pointer(),
                               out.pointer()),
         1);
}

TEST_P(ReduceByKey, OtherOperationsAreRefusedAndWriteNothing) {
  const placed_array<int> keys(where(), {2, 2, 3});
  const placed_array<int> out(where(), {-1, -1, -1});
  const auto reduce = [&](omprim::element type, omprim::operation op) {
    (void)omprim::reduce_by_key_any(where(), omprim::element::int32, keys.data(), type, op,
                                    keys.data(), 3, out.pointer(), out.pointer());
  };
  using o = omprim::operation;
  expect_error(omprim::status::unknown_variant, {"segmented_argmin", "segmented_sum, _min"},
               [&] { reduce(omprim::element::int32, o::segmented_argmin); });
  expect_error(omprim::status::unknown_variant, {"exact_segmented_sum", "segmented_sum, _min"},
               [&] { reduce(omprim::element::float32, o::exact_segmented_sum); });
  expect_error(omprim::status::unknown_variant, {"scan_sum", "scan_any"},
               [&] { reduce(omprim::element::int32, o::scan_sum); });
  expect_error(omprim::status::unknown_name, {"element type"},
               [&] { reduce(static_cast<omprim::element>(9), o::segmented_sum); });
  EXPECT_EQ(out.values(), (std::vector<int>{-1, -1, -1}));
}

}  // namespace
