// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row of exact sums against MPFR: one bit pattern, for any data, size and alignment.
#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/exact_oracle.hpp"
#include "support/poisoned_array.hpp"
#include "support/rows.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::exact_data;
using omprim_test::exact_values;
using omprim_test::poisoned_array;

/// Whether the row gives these bits; also that this row ran.
template <class T>
testing::AssertionResult gives(const table_row& row, const omprim::execution& where, const T* data,
                               const T* other, std::size_t n, T want) {
  omprim::reduce_profile profile;
  omprim::reduce_options options;
  options.strategy = row.strategy;
  options.tuning = row.tuning;
  options.profile = &profile;
  const auto got = omprim::exact_any(where, row.type, row.op, data, other, n, options).value;
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) {
    return testing::AssertionFailure() << "ran " << profile.strategy;
  }
  return omprim_test::has_bits(omprim::detail::get<T>(got), want);
}

/// Sizes around the borders of the rows' tiles, and a few whole tiles for windows to move.
std::vector<std::size_t> sizes_for(const std::vector<table_row>& rows, std::size_t seed) {
  std::set<std::size_t> sizes = {0, 1, 2, 3};
  for (const table_row& row : rows) {
    const std::size_t tile = omprim_test::tile_of(row);
    const std::size_t lanes = omprim_test::lanes_of(row);
    sizes.insert({lanes - 1, lanes + 1, tile - 1, tile, tile + 1, 7 * tile + lanes + seed % tile});
  }
  return {sizes.begin(), sizes.end()};
}

template <class T>
void check(const omprim::execution& where, operation op, exact_data kind) {
  const auto rows = omprim_test::rows_for(where, omprim_test::element_of<T>(), op);
  ASSERT_FALSE(rows.empty());
  const auto seed = static_cast<std::size_t>(kind) + 1;
  const std::vector<std::size_t> sizes = sizes_for(rows, seed);
  poisoned_array<T> data(where, op, exact_values<T>(kind, seed, sizes.back()));
  poisoned_array<T> other(where, op, exact_values<T>(kind, seed + 100, sizes.back()));
  for (const std::size_t offset : std::initializer_list<std::size_t>{0, 1, 3}) {
    data.place(offset);
    other.place(2 * offset);
    for (const std::size_t n : sizes) {
      data.limit(n);
      other.limit(n);
      const T want = omprim_test::exact_result(op, data.pool(), other.pool(), n);
      for (const table_row& row : rows) {
        ASSERT_TRUE(gives(row, where, data.data(), other.data(), n, want))
            << omprim_test::name_of(row) << " " << to_string(kind) << " n " << n << " offset "
            << offset;
      }
    }
    EXPECT_TRUE(data.is_untouched() && other.is_untouched()) << "a row wrote to its input";
  }
}

class TableExact : public omprim_test::table_test {};
INSTANTIATE_TEST_SUITE_P(, TableExact,
                         testing::Combine(testing::Values(omprim::element::float32,
                                                          omprim::element::float64),
                                          testing::ValuesIn(omprim_test::every_backend())),
                         omprim_test::table_namer{});

TEST_P(TableExact, GivesTheBitsOfMpfr) {
  for (const operation op : omprim_test::every_operation()) {
    if (omprim::algorithm_of(op) != omprim::algorithm::exact) continue;
    for (int kind = 0; kind < omprim_test::exact_data_kinds; ++kind) {
      SCOPED_TRACE(std::string(to_string(op)));
      omprim_test::with_floating_type(type(), [&](auto tag) {
        check<typename decltype(tag)::type>(where(), op, exact_data(kind));
      });
      if (HasFatalFailure()) return;
    }
  }
}

// 1000 orders of the same elements, with any number of threads, have one sum.
TEST_P(TableExact, AnyOrderGivesTheSameBits) {
  omprim_test::random_engine random(omprim_test::test_seed());
  omprim_test::with_floating_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto rows = omprim_test::rows_for(where(), type(), operation::exact_sum);
    std::vector<T> values = exact_values<T>(exact_data::range_100, 3, 3000);
    const T want = omprim_test::exact_result(operation::exact_sum, values.data(), values.data(),
                                             values.size());
    for (int round = 0; round < 1000; ++round) {
      std::shuffle(values.begin(), values.end(), random);
      const table_row& row = rows[static_cast<std::size_t>(round) % rows.size()];
      poisoned_array<T> data(where(), operation::exact_sum, values);
      ASSERT_TRUE(gives(row, where(), data.data(), data.data(), values.size(), want))
          << omprim_test::name_of(row);
    }
  });
}

}  // namespace
