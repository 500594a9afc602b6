// SPDX-License-Identifier: BSD-3-Clause
// omprim::open::select_if and its kin: own types and own predicates. Compiled with device code
// where the build has devices.
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/open/select.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/values.hpp"

namespace {

using omprim_test::placed_array;

/// 12 bytes: no power of two.
struct particle {
  float energy;
  std::int32_t cell;
  std::int32_t id;
  friend bool operator==(const particle&, const particle&) = default;
};

std::vector<particle> particles(std::size_t n) {
  omprim_test::random_engine random(omprim_test::test_seed());
  std::vector<particle> all(n);
  for (std::size_t i = 0; i < n; ++i) {
    all[i] = {static_cast<float>(random() % 1000), static_cast<std::int32_t>(random() % 7),
              static_cast<std::int32_t>(i)};
  }
  return all;
}

struct in_cell {
  std::int32_t cell;
  bool operator()(const particle& p) const { return p.cell == cell; }
};

class OpenSelect : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(OpenSelect);

TEST_P(OpenSelect, OwnTypeAndPredicate) {
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{4097}, std::size_t{90001}}) {
    const auto all = particles(n);
    const placed_array<particle> in(where(), all, 1);
    const placed_array<particle> out(where(), std::vector<particle>(n + 1), 2);
    std::vector<particle> want;
    for (const particle& p : all) {
      if (p.cell == 3) want.push_back(p);
    }
    const auto count = omprim::open::select_if(where(), in.data(), n, out.pointer(), in_cell{3});
    auto got = out.values();
    got.resize(count);
    EXPECT_EQ(got, want);
    EXPECT_EQ(omprim::open::count_if(where(), in.data(), n, in_cell{3}), want.size());
  }
}

TEST_P(OpenSelect, PartitionAndPositions) {
  const std::size_t n = 50021;
  const auto all = particles(n);
  const placed_array<particle> in(where(), all);
  const placed_array<particle> kept(where(), all);
  const placed_array<particle> left(where(), all);
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(n));
  const auto count =
      omprim::open::partition(where(), in.data(), n, kept.pointer(), left.pointer(), in_cell{0});
  ASSERT_EQ(omprim::open::select_index(where(), in.data(), n, positions.pointer(), in_cell{0}),
            count);
  const auto got_kept = kept.values();
  const auto got_left = left.values();
  const auto got_positions = positions.values();
  std::size_t next_kept = 0;
  std::size_t next_left = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (all[i].cell == 0) {
      ASSERT_EQ(got_positions[next_kept], static_cast<std::int64_t>(i));
      ASSERT_EQ(got_kept[next_kept++], all[i]);
    } else {
      ASSERT_EQ(got_left[next_left++], all[i]);
    }
  }
  EXPECT_EQ(next_kept, count);
}

TEST_P(OpenSelect, LambdasOverPlainTypesInPlace) {
  std::vector<double> values(200003);
  omprim_test::random_engine random(omprim_test::test_seed());
  for (double& x : values) x = std::uniform_real_distribution<double>(-1, 1)(random);
  values[77] = std::numeric_limits<double>::quiet_NaN();
  const double bound = 0.25;
  const auto near_zero = [bound](double x) { return x < bound && x > -bound; };
  const placed_array<double> data(where(), values, 1);
  const auto count =
      omprim::open::select_if(where(), data.data(), values.size(), data.pointer(), near_zero);
  std::vector<double> want;
  for (const double x : values) {
    if (near_zero(x)) want.push_back(x);
  }
  auto got = data.values();
  got.resize(count);
  EXPECT_EQ(got, want);
}

TEST_P(OpenSelect, ExceptionOfAPredicateComesOut) {
  if (where().where() == omprim::backend::device) GTEST_SKIP() << "devices have no exceptions";
  std::vector<int> values(600000, 1);
  values[431000] = -1;
  const placed_array<int> data(where(), values);
  const placed_array<int> out(where(), values);
  const auto throws = [](int x) -> bool {
    if (x < 0) throw std::domain_error("below zero");
    return true;
  };
  for (int repeat = 0; repeat < 5; ++repeat) {
    EXPECT_THROW(
        omprim::open::select_if(where(), data.data(), values.size(), out.pointer(), throws),
        std::domain_error);
  }
  // The exceptions leave no state that disturbs the next call.
  EXPECT_EQ(omprim::open::select_if(where(), data.data(), values.size(), out.pointer(),
                                    [](int x) { return x < 0; }),
            1u);
}

TEST_P(OpenSelect, MissingPointersAreNamed) {
  const placed_array<particle> in(where(), particles(3));
  particle* nowhere = nullptr;
  omprim_test::expect_error(omprim::status::invalid_argument, {"output", "null"}, [&] {
    omprim::open::select_if(where(), in.data(), 3, nowhere, in_cell{1});
  });
}

TEST_P(OpenSelect, OneOutputForBothHalvesOfAPartition) {
  const placed_array<int> in(where(), {5, -1, 7});
  const placed_array<int> out(where(), {1, 2, 3});
  const auto is_negative = [](int x) { return x < 0; };
  omprim_test::expect_error(omprim::status::invalid_argument, {"partition", "one output"}, [&] {
    (void)omprim::open::partition(where(), in.data(), 3, out.pointer(), out.pointer(), is_negative);
  });
  EXPECT_EQ(out.values(), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(
      omprim::open::partition(where(), in.data(), 0, out.pointer(), out.pointer(), is_negative),
      0U);
}

}  // namespace
