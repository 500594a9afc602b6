// SPDX-License-Identifier: BSD-3-Clause
// Scans of the values of equal neighbouring keys, and segmented scans by head bits.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/runs_oracle.hpp"
#include "support/scan_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim_test::expect_error;
using omprim_test::placed_array;

class ScanByKey : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(ScanByKey);

/// The scan of each run.
template <class T>
std::vector<T> scanned(const std::vector<std::size_t>& heads, const std::vector<T>& values,
                       bool exclusive, T initial, operation op) {
  std::vector<T> out(values.size());
  for (std::size_t r = 0; r < heads.size(); ++r) {
    const std::size_t end = r + 1 < heads.size() ? heads[r + 1] : values.size();
    omprim_test::scan_range(op, exclusive, initial, values, heads[r], end, out);
  }
  return out;
}

TEST_P(ScanByKey, ScansEachRun) {
  const placed_array<int> keys(where(), {2, 2, 3, 3, 3, 7});
  const placed_array<double> values(where(), {1, 2, 4, 8, 16, 32});
  const placed_array<double> out(where(), std::vector<double>(6, -1));
  omprim::inclusive_scan_by_key(where(), keys.data(), values.data(), 6, out.pointer());
  EXPECT_EQ(out.values(), (std::vector<double>{1, 3, 4, 12, 28, 32}));
  omprim::exclusive_scan_by_key(where(), keys.data(), values.data(), 6, out.pointer());
  EXPECT_EQ(out.values(), (std::vector<double>{0, 1, 0, 4, 12, 0}));
  omprim::exclusive_scan_by_key(where(), keys.data(), values.data(), 6, out.pointer(),
                                omprim::maximum{}, 3.0);
  EXPECT_EQ(out.values(), (std::vector<double>{3, 3, 3, 4, 8, 3}));
  omprim::inclusive_scan_by_key(where(), keys.data(), values.data(), 0, out.pointer());
}

TEST_P(ScanByKey, ScansRunsOfAllKeyTypes) {
  omprim_test::random_engine random(omprim_test::test_seed());
  constexpr std::size_t n = 70001;
  const auto data =
      omprim_test::segment_values<std::int64_t>(omprim::operation::segmented_sum, n, random);
  const placed_array<std::int64_t> values(where(), data, 1);
  const placed_array<std::int64_t> out(where(), std::vector<std::int64_t>(n));
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t mean : std::vector<std::size_t>{1, 3, 40, 20000}) {
      const auto in_runs = omprim_test::data_in_runs<T>(n, mean, random);
      const auto heads = omprim_test::heads_of(in_runs);
      const placed_array<T> keys(where(), in_runs, 1);
      omprim::inclusive_scan_by_key(where(), keys.data(), values.data(), n, out.pointer());
      EXPECT_EQ(out.values(),
                scanned<std::int64_t>(heads, data, false, 0, operation::segmented_scan_sum));
      omprim::exclusive_scan_by_key(where(), keys.data(), values.data(), n, out.pointer(),
                                    omprim::maximum{}, 5);
      EXPECT_EQ(out.values(),
                scanned<std::int64_t>(heads, data, true, 5, operation::segmented_scan_max));
    }
  });
}

TEST_P(ScanByKey, WritesOverTheValuesOrTheKeys) {
  omprim_test::random_engine random(omprim_test::test_seed());
  constexpr std::size_t n = 50021;
  const auto keys = omprim_test::data_in_runs<std::int32_t>(n, 9, random);
  const auto want =
      scanned(omprim_test::heads_of(keys), keys, false, 0, operation::segmented_scan_sum);
  const placed_array<std::int32_t> other(where(), keys);
  const placed_array<std::int32_t> over(where(), keys);
  omprim::inclusive_scan_by_key(where(), other.data(), over.data(), n, over.pointer());
  EXPECT_EQ(over.values(), want);
  omprim::inclusive_scan_by_key(where(), other.data(), other.data(), n, other.pointer());
  EXPECT_EQ(other.values(), want);
}

TEST_P(ScanByKey, HeadBitsAreSegments) {
  omprim_test::random_engine random(omprim_test::test_seed());
  for (const std::size_t n : std::vector<std::size_t>{1, 63, 64, 65, 30011}) {
    const auto keys = omprim_test::data_in_runs<std::int32_t>(n, 7, random);
    const auto heads = omprim_test::heads_of(keys);
    const placed_array<std::int32_t> values(where(), keys);
    const placed_array<std::uint64_t> bits(where(), omprim_test::marks_of(heads, n));
    const placed_array<std::int32_t> out(where(), std::vector<std::int32_t>(n));
    omprim::segmented_inclusive_scan(where(), values.data(), n, omprim::by_head_bits(bits.data()),
                                     out.pointer());
    EXPECT_EQ(out.values(), scanned(heads, keys, false, 0, operation::segmented_scan_sum));
  }
}

TEST_P(ScanByKey, TakesContainers) {
  if (where().where() == omprim::backend::device) GTEST_SKIP() << "containers are in host memory";
  const std::vector<float> keys = {1, 1, 4};
  const std::vector<int> values = {3, 4, 5};
  std::vector<int> out(3);
  omprim::exclusive_scan_by_key(where(), keys, values, out);
  EXPECT_EQ(out, (std::vector<int>{0, 3, 0}));
  omprim::inclusive_scan_by_key(where(), keys, values, out);
  EXPECT_EQ(out, (std::vector<int>{3, 7, 5}));
  std::vector<int> few(2);
  expect_error(omprim::status::invalid_argument, {"2", "3"},
               [&] { omprim::inclusive_scan_by_key(where(), keys, values, few); });
  expect_error(omprim::status::invalid_argument, {"array of values", "2", "3"},
               [&] { omprim::inclusive_scan_by_key(where(), keys, few, out); });
}

TEST_P(ScanByKey, NonsenseIsRefusedAndWritesNothing) {
  const placed_array<int> keys(where(), {2, 2, 3});
  const placed_array<int> out(where(), {-1, -1, -1});
  const auto scan = [&](const int* keys_in, omprim::operation op, omprim::scan_request request) {
    omprim::scan_by_key_any(where(), omprim::element::int32, keys_in, omprim::element::int32, op,
                            keys.data(), 3, request);
  };
  using o = omprim::operation;
  omprim::scan_request request;
  request.out = out.pointer();
  expect_error(omprim::status::invalid_argument, {"pointer to the keys", "null pointer"},
               [&] { scan(nullptr, o::segmented_scan_sum, request); });
  expect_error(omprim::status::unknown_variant, {"segmented_sum", "segmented_reduce_any"},
               [&] { scan(keys.data(), o::segmented_sum, request); });
  request.segments = omprim::by_length(1, 3);
  expect_error(omprim::status::invalid_argument, {"takes no segments"},
               [&] { scan(keys.data(), o::segmented_scan_sum, request); });
  EXPECT_EQ(out.values(), (std::vector<int>{-1, -1, -1}));
}

}  // namespace
