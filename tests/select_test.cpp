// SPDX-License-Identifier: BSD-3-Clause
// The typed selections, by the variants that the library chooses.
#include <omprim/select.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/selection_oracle.hpp"

namespace {

using omprim::comparison;
using omprim::operation;
using omprim_test::expect_error;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::selection_case;

class Select : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Select);

template <class T>
std::vector<T> first_of(const placed_array<T>& array, std::size_t count) {
  auto values = array.values();
  values.resize(count);
  return values;
}

TEST_P(Select, KeepsTheOrder) {
  const placed_array<int> in(where(), {5, -1, 7, 0, 3, 9, -4, 3});
  const placed_array<int> out(where(), std::vector<int>(8));
  const auto count = omprim::select_if(where(), in.data(), 8, out.pointer(), omprim::at_least(3));
  EXPECT_EQ(first_of(out, count), (std::vector<int>{5, 7, 3, 9, 3}));
}

TEST_P(Select, EmptyInputSelectsNothing) {
  std::int64_t* nowhere = nullptr;
  const double* nothing = nullptr;
  EXPECT_EQ(omprim::select_if(where(), nothing, 0, static_cast<double*>(nullptr),
                              omprim::greater_than(0.0)),
            0u);
  EXPECT_EQ(omprim::select_index(where(), nothing, 0, nowhere, omprim::greater_than(0.0)), 0u);
  EXPECT_EQ(omprim::count_if(where(), nothing, 0, omprim::greater_than(0.0)), 0u);
}

// Values for both sides of every comparison.
template <class T>
std::vector<T> special_values() {
  using limits = std::numeric_limits<T>;
  std::vector<T> values = {limits::lowest(), limits::max(), T(0), T(1), T(7), limits::min()};
  if constexpr (std::is_floating_point_v<T>) {
    for (const T x : {limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -T(0),
                      limits::denorm_min(), -limits::denorm_min(), std::nextafter(T(1), T(2))}) {
      values.push_back(x);
    }
  }
  return values;
}

TEST_P(Select, ComparesAsTheLanguageDoes) {
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    selection_case<T> what;
    for (int repeat = 0; repeat < 9; ++repeat) {
      for (const T x : special_values<T>()) what.data.push_back(x);
    }
    const placed_array<T> in(where(), what.data, 1);
    const placed_array<T> out(where(), what.data, 3);
    for (int how = 0; how <= static_cast<int>(comparison::greater); ++how) {
      for (const T bound : special_values<T>()) {
        what.how = static_cast<comparison>(how);
        what.bound = bound;
        const auto count = omprim::select_if(where(), in.data(), what.data.size(), out.pointer(),
                                             omprim::threshold<T>{what.how, bound});
        const auto got = out.values();
        const auto want = omprim_test::expected(what);
        EXPECT_EQ(omprim_test::bytes_of(got.data(), count), want.selected)
            << to_string(what.how) << " " << +bound;
        EXPECT_EQ(omprim::count_if(where(), in.data(), what.data.size(),
                                   omprim::threshold<T>{what.how, bound}),
                  want.count)
            << to_string(what.how) << " " << +bound;
      }
    }
  });
}

TEST_P(Select, PartitionGivesBothHalvesInOrder) {
  random_engine random(omprim_test::test_seed());
  const auto what =
      omprim_test::random_case<double>(operation::partition, 100003, 0.4, false, random);
  const placed_array<double> in(where(), what.data);
  const placed_array<double> kept(where(), what.data, 1);
  const placed_array<double> left(where(), what.data, 2);
  const auto count = omprim::partition(where(), in.data(), in.size(), kept.pointer(),
                                       left.pointer(), omprim::greater_than(50.0));
  const auto want = omprim_test::expected(what);
  const auto got_kept = kept.values();
  const auto got_left = left.values();
  EXPECT_EQ(omprim_test::bytes_of(got_kept.data(), count), want.selected);
  EXPECT_EQ(omprim_test::bytes_of(got_left.data(), in.size() - count), want.rejected);
}

TEST_P(Select, FlagsKeepBitsOfAnyType) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const placed_array<float> in(where(), {1, nan, -0.0f, 3});
  const placed_array<unsigned char> flags(where(), {0, 255, 1, 0});
  const placed_array<float> out(where(), std::vector<float>(4, 8.0f));
  ASSERT_EQ(omprim::select_flagged(where(), in.data(), flags.data(), 4, out.pointer()), 2u);
  const auto got = out.values();
  EXPECT_TRUE(std::isnan(got[0]));
  EXPECT_TRUE(got[1] == 0.0f && std::signbit(got[1]));
  EXPECT_EQ(got[2], 8.0f);
}

TEST_P(Select, PositionsCountFromZero) {
  std::vector<std::uint64_t> values(70000, 4);
  values[0] = values[69999] = values[1234] = 9;
  const placed_array<std::uint64_t> in(where(), values);
  const placed_array<std::int64_t> out(where(), std::vector<std::int64_t>(5, -1));
  ASSERT_EQ(omprim::select_index(where(), in.data(), in.size(), out.pointer(),
                                 omprim::equal_to(std::uint64_t{9})),
            3u);
  EXPECT_EQ(out.values(), (std::vector<std::int64_t>{0, 1234, 69999, -1, -1}));
}

TEST_P(Select, RepeatedCallsAgree) {
  // Each call reuses the look-back words of the call before.
  random_engine random(omprim_test::test_seed());
  for (int repeat = 0; repeat < 30; ++repeat) {
    const std::size_t n = 1 + random() % 300000;
    const auto what = omprim_test::random_case<int>(operation::select_if, n, 0.5, false, random);
    const placed_array<int> in(where(), what.data);
    const placed_array<int> out(where(), what.data);
    const auto count =
        omprim::select_if(where(), in.data(), n, out.pointer(), omprim::greater_than(50));
    const auto got = out.values();
    ASSERT_EQ(omprim_test::bytes_of(got.data(), count), omprim_test::expected(what).selected)
        << "call " << repeat << ", n " << n;
  }
}

TEST_P(Select, OutputsLargerThanCaches) {
  constexpr std::size_t n = (std::size_t{33} << 20) / sizeof(int) + 37;
  std::vector<int> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<int>(i * 7919 % 101);
  const auto is_kept = [](int x) { return x >= 30; };
  std::vector<int> kept;
  std::vector<int> left;
  std::partition_copy(values.begin(), values.end(), std::back_inserter(kept),
                      std::back_inserter(left), is_kept);
  const placed_array<int> in(where(), values, 1);
  for (const std::size_t offset : {std::size_t{0}, std::size_t{3}}) {
    const placed_array<int> out(where(), std::vector<int>(kept.size() + 1, -1), offset);
    const placed_array<int> rest(where(), std::vector<int>(left.size() + 1, -1), offset + 1);
    ASSERT_EQ(omprim::select_if(where(), in.data(), n, out.pointer(), omprim::at_least(30)),
              kept.size());
    auto got = out.values();
    EXPECT_EQ(got.back(), -1);
    got.pop_back();
    EXPECT_TRUE(got == kept) << "selected, offset " << offset;
    ASSERT_EQ(omprim::partition(where(), in.data(), n, out.pointer(), rest.pointer(),
                                omprim::at_least(30)),
              kept.size());
    got = rest.values();
    EXPECT_EQ(got.back(), -1);
    got.pop_back();
    EXPECT_TRUE(got == left) << "rejected, offset " << offset;
  }
  const placed_array<int> out(where(), values, 2);
  const placed_array<int> in_too(where(), values, 1);
  ASSERT_EQ(omprim::partition(where(), in_too.data(), n, out.pointer(), in_too.pointer(),
                              omprim::at_least(30)),
            kept.size());
  EXPECT_TRUE(first_of(out, kept.size()) == kept) << "with the other half in place";
  EXPECT_TRUE(first_of(in_too, left.size()) == left) << "the half in place";
  ASSERT_EQ(omprim::select_if(where(), in.data(), n, in.pointer(), omprim::at_least(30)),
            kept.size());
  EXPECT_TRUE(first_of(in, kept.size()) == kept) << "in place";
}

TEST_P(Select, CountIsLeftForTheNextKernel) {
  const placed_array<std::uint64_t> count(where(), {77});
  omprim::select_options options;
  options.count = count.pointer();
  for (const std::size_t n : {std::size_t{0}, std::size_t{9}, std::size_t{300000}}) {
    std::vector<int> values(n, 1);
    if (n > 5) values[5] = 8;
    const placed_array<int> in(where(), values);
    const placed_array<int> out(where(), values);
    for (const auto& row :
         omprim_test::rows_for(where(), omprim::element::int32, operation::select_if)) {
      options.strategy = row.strategy;
      options.tuning = row.tuning;
      const auto kept =
          omprim::select_if(where(), in.data(), n, out.pointer(), omprim::less_than(8), options);
      EXPECT_EQ(kept, n > 5 ? n - 1 : n);
      EXPECT_EQ(count.values()[0], kept) << omprim_test::name_of(row);
    }
    options.strategy = {};
    options.tuning = {};
    EXPECT_EQ(omprim::count_if(where(), in.data(), n, omprim::equal_to(8), options), n > 5 ? 1 : 0);
    EXPECT_EQ(count.values()[0], n > 5 ? 1u : 0u);
  }
}

TEST_P(Select, FlagsAndRunsAreCounted) {
  const std::size_t n = 100003;
  std::vector<std::int64_t> values(n);
  std::vector<unsigned char> bytes(n);
  std::size_t flags = 0;
  std::size_t runs = 0;
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<std::int64_t>(i / 3 * i % 7);
    bytes[i] = static_cast<unsigned char>(i % 5 == 0 ? i % 256 : 0);
    flags += bytes[i] != 0 ? 1 : 0;
    runs += i == 0 || values[i] != values[i - 1] ? 1 : 0;
  }
  const placed_array<std::int64_t> in(where(), values);
  const placed_array<unsigned char> at(where(), bytes, 1);
  EXPECT_EQ(omprim::count_flagged(where(), at.data(), n), flags);
  EXPECT_EQ(omprim::count_unique(where(), in.data(), n), runs);
  EXPECT_EQ(omprim::count_flagged(where(), nullptr, 0), 0u);
  expect_error(omprim::status::invalid_argument, {"flags", "null"},
               [&] { (void)omprim::count_flagged(where(), nullptr, 3); });
}

TEST_P(Select, FlagsMayBeOfTypeBool) {
  const placed_array<int> in(where(), {5, -1, 7, 0});
  const placed_array<int> out(where(), std::vector<int>(4));
  const placed_array<unsigned char> bytes(where(), {0, 1, 1, 0});
  const auto* const flags = reinterpret_cast<const bool*>(bytes.data());
  EXPECT_EQ(omprim::count_flagged(where(), flags, 4), 2U);
  const auto count = omprim::select_flagged(where(), in.data(), flags, 4, out.pointer());
  EXPECT_EQ(first_of(out, count), (std::vector<int>{-1, 7}));
}

}  // namespace
