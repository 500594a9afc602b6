// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row against the oracle: sizes around each boundary of the row, three
// alignments, poison on both sides of the data.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/oracle.hpp"
#include "support/poisoned_array.hpp"
#include "support/rows.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim_test::expectation;
using omprim_test::lanes_of;
using omprim_test::poisoned_array;
using omprim_test::random_engine;
using omprim_test::row_checker;
using omprim_test::rows_for;
using omprim_test::tile_of;

using rows_by_size = std::map<std::size_t, std::vector<omprim::table_row>>;

// Inputs of several large tiles would take most of the suite's time.
constexpr std::size_t greatest_size = std::size_t{1} << 19;

std::set<std::size_t> reduce_sizes_of(const omprim::table_row& row, random_engine& random) {
  const std::size_t lanes = lanes_of(row);
  const std::size_t tile = tile_of(row);
  std::set<std::size_t> sizes = {0, 1, lanes - 1, lanes, lanes + 1};
  for (const std::size_t n : {tile - 1, tile, tile + 1, 3 * tile + lanes + 1}) {
    if (n <= greatest_size) sizes.insert(n);
  }
  const std::size_t most = std::min(4 * tile, greatest_size);
  sizes.insert(std::uniform_int_distribution<std::size_t>(1, most)(random));
  return sizes;
}

rows_by_size group_by_size(const std::vector<omprim::table_row>& rows, random_engine& random) {
  // Rows with the same tile get the same sizes, so that data and oracle serve all of them.
  std::map<std::pair<std::size_t, std::size_t>, std::set<std::size_t>> chosen;
  rows_by_size grouped;
  for (const omprim::table_row& row : rows) {
    auto& sizes = chosen[{tile_of(row), lanes_of(row)}];
    if (sizes.empty()) sizes = reduce_sizes_of(row, random);
    for (const std::size_t n : sizes) grouped[n].push_back(row);
  }
  return grouped;
}

template <class T>
void check_operation(const omprim::execution& where, omprim::operation op, row_checker& checker,
                     random_engine& random) {
  constexpr omprim::element type = omprim_test::element_of<T>();
  const rows_by_size grouped = group_by_size(rows_for(where, type, op), random);
  if (grouped.empty()) return;
  const std::size_t most = grouped.rbegin()->first;
  poisoned_array<T> data(where, op, omprim_test::telling_values<T>(op, most, random));
  poisoned_array<T> other(where, op, omprim_test::telling_values<T>(op, most, random));
  for (const std::size_t offset : std::initializer_list<std::size_t>{0, 1, 3}) {
    data.place(offset);
    other.place(2 * offset);
    for (const auto& [n, rows] : grouped) {
      data.limit(n);
      other.limit(n);
      const expectation want = omprim_test::expected(type, op, data.pool(), other.pool(), n);
      const std::string situation = "n " + std::to_string(n) + ", offset " + std::to_string(offset);
      for (const omprim::table_row& row : rows) {
        checker.check(row, data.data(), other.data(), n, want, situation,
                      omprim_test::match::exact);
      }
    }
    EXPECT_TRUE(data.is_untouched() && other.is_untouched()) << "a row wrote to its input";
  }
}

class TableEveryRow : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableEveryRow);

TEST_P(TableEveryRow, MatchesTheOracle) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  row_checker checker(where());
  for (const omprim::operation op : omprim_test::every_reduction()) {
    omprim_test::with_type(type(), [&](auto tag) {
      check_operation<typename decltype(tag)::type>(where(), op, checker, random);
    });
    if (checker.hopeless()) return;
  }
  RecordProperty("runs", std::to_string(checker.runs()));
  EXPECT_GT(checker.runs(), 0u) << "no row of this type is compiled";
}

}  // namespace
