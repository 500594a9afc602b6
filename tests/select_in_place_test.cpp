// SPDX-License-Identifier: BSD-3-Clause
// Selections that write over their input.
#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/select.hpp>

#include "support/backends.hpp"
#include "support/memory.hpp"
#include "support/selection_oracle.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim::operation;
using omprim_test::placed_array;
using omprim_test::random_engine;

class SelectInPlace : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(SelectInPlace);

TEST_P(SelectInPlace, KeepsTheOrder) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t n : {std::size_t{5}, std::size_t{5000}, std::size_t{150001}}) {
      for (const double share : {0.0, 0.3, 0.97, 1.0}) {
        const auto what =
            omprim_test::random_case<T>(operation::select_if, n, share, false, random);
        const placed_array<T> data(where(), what.data, 1);
        const auto count =
            omprim::select_if(where(), data.pointer(), n, omprim::greater_than(T(50)));
        const auto got = data.values();
        EXPECT_EQ(omprim_test::bytes_of(got.data(), count), omprim_test::expected(what).selected)
            << n << " elements, share " << share;
      }
    }
  });
}

TEST_P(SelectInPlace, UniqueKeepsTheFirstOfEachRun) {
  random_engine random(omprim_test::test_seed());
  for (const double share : {0.01, 0.5, 0.99}) {
    const auto what =
        omprim_test::random_case<float>(operation::unique, 300007, share, true, random);
    const placed_array<float> data(where(), what.data);
    const auto count = omprim::unique(where(), data.data(), data.size(), data.pointer());
    const auto got = data.values();
    EXPECT_EQ(omprim_test::bytes_of(got.data(), count), omprim_test::expected(what).selected);
  }
}

// The last vector of an input may begin before the remaining elements, where outputs have been
// written.
TEST_P(SelectInPlace, ShortInputs) {
  omprim_test::random_engine random(omprim_test::test_seed());
  for (std::size_t n = 1; n <= 70; ++n) {
    for (const unsigned rarity : {2U, 10U}) {
      std::vector<int> values(n);
      for (int& x : values) x = random() % rarity == 0 ? 1 : static_cast<int>(2 + random() % 3);
      std::vector<int> ones;
      std::vector<int> others;
      for (const int x : values) (x == 1 ? ones : others).push_back(x);
      std::vector<int> runs = values;
      runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
      const auto is_one = omprim::equal_to(1);
      const auto first = [](std::vector<int> all, std::size_t count) {
        all.resize(count);
        return all;
      };
      const placed_array<int> selected(where(), values);
      ASSERT_EQ(omprim::select_if(where(), selected.pointer(), n, omprim::not_equal_to(1)),
                others.size());
      EXPECT_EQ(first(selected.values(), others.size()), others);
      const placed_array<int> unlike(where(), values);
      ASSERT_EQ(omprim::unique(where(), unlike.data(), n, unlike.pointer()), runs.size());
      EXPECT_EQ(first(unlike.values(), runs.size()), runs);
      const placed_array<int> halves(where(), values);
      const placed_array<int> rest(where(), values);
      ASSERT_EQ(
          omprim::partition(where(), halves.data(), n, halves.pointer(), rest.pointer(), is_one),
          ones.size());
      EXPECT_EQ(first(halves.values(), ones.size()), ones);
      EXPECT_EQ(first(rest.values(), others.size()), others);
      const placed_array<int> swapped(where(), values);
      ASSERT_EQ(
          omprim::partition(where(), swapped.data(), n, rest.pointer(), swapped.pointer(), is_one),
          ones.size());
      EXPECT_EQ(first(rest.values(), ones.size()), ones);
      EXPECT_EQ(first(swapped.values(), others.size()), others);
    }
  }
}

}  // namespace
