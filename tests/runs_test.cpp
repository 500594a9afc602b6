// SPDX-License-Identifier: BSD-3-Clause
// Run lengths, and what calls on runs refuse.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/runs_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim_test::expect_error;
using omprim_test::placed_array;

class Runs : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Runs);

TEST_P(Runs, EncodesLengths) {
  const placed_array<int> x(where(), {4, 4, 4, -1, 7, 7});
  const placed_array<int> unique(where(), std::vector<int>(6, 9));
  const placed_array<std::int32_t> lengths(where(), std::vector<std::int32_t>(6, 9));
  EXPECT_EQ(omprim::run_length_encode(where(), x.data(), 6, unique.pointer(), lengths.pointer()),
            3U);
  EXPECT_EQ(unique.values(), (std::vector<int>{4, -1, 7, 9, 9, 9}));
  EXPECT_EQ(lengths.values(), (std::vector<std::int32_t>{3, 1, 2, 9, 9, 9}));
  EXPECT_EQ(omprim::run_length_encode(where(), x.data(), 0, unique.pointer(), lengths.pointer()),
            0U);
}

TEST_P(Runs, EncodesAllTypesWithBothLengths) {
  omprim_test::random_engine random(omprim_test::test_seed());
  const auto check = [&](const auto& data, auto length) {
    using T = typename std::decay_t<decltype(data)>::value_type;
    using Length = decltype(length);
    const auto heads = omprim_test::heads_of(data);
    const placed_array<T> in(where(), data);
    const placed_array<T> unique(where(), std::vector<T>(data.size()));
    const placed_array<Length> lengths(where(), std::vector<Length>(data.size()));
    const std::size_t runs = omprim::run_length_encode(where(), in.data(), data.size(),
                                                       unique.pointer(), lengths.pointer());
    ASSERT_EQ(runs, heads.size());
    auto got = lengths.values();
    got.resize(runs);
    EXPECT_EQ(got, omprim_test::results_of_runs(operation::run_lengths, heads,
                                                std::vector<Length>(), data.size()));
  };
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t mean : std::vector<std::size_t>{1, 3, 40, 20000}) {
      const auto data = omprim_test::data_in_runs<T>(100003, mean, random);
      check(data, std::int32_t{});
      check(data, std::int64_t{});
    }
  });
}

TEST_P(Runs, TakesTheFirstValueOfEachKey) {
  const placed_array<float> keys(where(), {-0.0f, 0.0f, 5, 5, 5, -0.0f});
  const placed_array<std::uint64_t> values(where(), {10, 11, 12, 13, 14, 15});
  const placed_array<float> unique(where(), std::vector<float>(6, 9));
  const placed_array<std::uint64_t> first(where(), std::vector<std::uint64_t>(6, 9));
  EXPECT_EQ(omprim::unique_by_key(where(), keys.data(), values.data(), 6, unique.pointer(),
                                  first.pointer()),
            3U);
  EXPECT_EQ(unique.values(), (std::vector<float>{0, 5, 0, 9, 9, 9}));
  EXPECT_EQ(first.values(), (std::vector<std::uint64_t>{10, 12, 15, 9, 9, 9}));
  EXPECT_EQ(omprim::unique_by_key(where(), keys.data(), values.data(), 0, unique.pointer(),
                                  first.pointer()),
            0U);
}

TEST_P(Runs, TakesFirstValuesOfAllKeyTypes) {
  omprim_test::random_engine random(omprim_test::test_seed());
  constexpr std::size_t n = 100003;
  struct pair {
    float a;
    std::int32_t b;
  };
  std::vector<pair> all(n);
  for (std::size_t i = 0; i < n; ++i) all[i] = {0.5f, static_cast<std::int32_t>(i)};
  const placed_array<pair> values(where(), all);
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t mean : std::vector<std::size_t>{1, 3, 40, 20000}) {
      const auto data = omprim_test::data_in_runs<T>(n, mean, random);
      const auto heads = omprim_test::heads_of(data);
      const placed_array<T> keys(where(), data, 1);
      const placed_array<T> unique(where(), std::vector<T>(n));
      const placed_array<pair> first(where(), std::vector<pair>(n));
      ASSERT_EQ(omprim::unique_by_key(where(), keys.data(), values.data(), n, unique.pointer(),
                                      first.pointer()),
                heads.size());
      const auto got = first.values();
      for (std::size_t r = 0; r < heads.size(); ++r) {
        ASSERT_EQ(static_cast<std::size_t>(got[r].b), heads[r]) << "run " << r;
      }
    }
  });
}

TEST_P(Runs, TakesContainers) {
  if (where().where() == omprim::backend::device) GTEST_SKIP() << "containers are in host memory";
  const std::vector<float> x = {0.0f, -0.0f, 1.0f};
  std::vector<float> unique(2);
  std::vector<std::int64_t> lengths(2);
  EXPECT_EQ(omprim::run_length_encode(where(), x, unique, lengths), 2U);
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{2, 1}));
  const std::vector<int> values = {3, 4, 5};
  std::vector<int> first(2);
  EXPECT_EQ(omprim::unique_by_key(where(), x, values, unique, first), 2U);
  EXPECT_EQ(first, (std::vector<int>{3, 5}));
  std::vector<float> short_unique(1);
  expect_error(omprim::status::invalid_argument, {"1", "2"},
               [&] { (void)omprim::run_length_encode(where(), x, short_unique, lengths); });
}

TEST_P(Runs, OutputsAreApartFromInputs) {
  const placed_array<int> x(where(), {1, 1, 2});
  const placed_array<int> out(where(), {-1, -1, -1});
  const auto refuse = [&](const std::vector<std::string>& words, int* unique, int* lengths) {
    expect_error(omprim::status::invalid_argument, words,
                 [&] { (void)omprim::run_length_encode(where(), x.data(), 3, unique, lengths); });
  };
  refuse({"run_length_encode", "unique keys", "the keys"}, x.pointer(), out.pointer());
  refuse({"run_length_encode", "results", "the keys"}, out.pointer(), x.pointer());
  refuse({"run_length_encode", "results", "unique keys"}, out.pointer(), out.pointer());
  const placed_array<int> spare(where(), {0, 0, 0});
  expect_error(omprim::status::invalid_argument, {"unique_by_key", "results", "the values"}, [&] {
    (void)omprim::unique_by_key(where(), out.data(), x.data(), 3, spare.pointer(), x.pointer());
  });
  refuse({"output pointer for the keys", "null pointer"}, nullptr, out.pointer());
  refuse({"output pointer", "null pointer"}, out.pointer(), nullptr);
  EXPECT_EQ(x.values(), (std::vector<int>{1, 1, 2}));
}

TEST_P(Runs, RowsRefuseOtherOperationsAndTheirInputAsOutput) {
  const placed_array<int> x(where(), {1, 1, 2});
  const placed_array<std::uint64_t> heads(where(), {5});
  const auto run = [&](operation op, omprim::element type) {
    (void)omprim::runs_any(where(), type, op, x.data(), 3, {heads.pointer(), x.pointer()});
  };
  using o = operation;
  using e = omprim::element;
  expect_error(omprim::status::invalid_argument, {"run_sum", "input"},
               [&] { run(o::run_sum, e::int32); });
  expect_error(omprim::status::unknown_variant, {"runs_any", "unique", "select_any"},
               [&] { run(o::unique, e::int32); });
  expect_error(omprim::status::unknown_variant, {"run_lengths", "float32"},
               [&] { run(o::run_lengths, e::float32); });
  EXPECT_EQ(x.values(), (std::vector<int>{1, 1, 2}));
}

}  // namespace
