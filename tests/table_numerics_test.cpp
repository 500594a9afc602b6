// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row on the inputs for which libraries differ: NaN, signed zeros, infinities,
// limits, ties; alone, and at each boundary of a larger array.
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "support/memory.hpp"
#include "support/numeric_vectors.hpp"
#include "support/oracle.hpp"
#include "support/rows.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim::operation;
using omprim_test::placed_array;
using omprim_test::row_checker;
using omprim_test::rows_for;

bool adds_or_multiplies(operation op) {
  return op == operation::sum || op == operation::product || op == operation::sum_min_max ||
         op == operation::dot || op == operation::sum_of_absolutes ||
         op == operation::sum_of_squares || op == operation::wide_sum;
}

template <class T>
void check_vectors(const omprim::execution& where, row_checker& checker) {
  constexpr omprim::element type = omprim_test::element_of<T>();
  for (const auto& vector : omprim_test::numeric_vectors<T>()) {
    const placed_array<T> data(where, vector.values);
    for (const operation op : omprim_test::every_reduction()) {
      if (vector.overflows && adds_or_multiplies(op)) continue;
      const auto want = omprim_test::expected(op, vector.values);
      for (const omprim::table_row& row : rows_for(where, type, op)) {
        checker.check(row, data.data(), data.data(), vector.values.size(), want, vector.name);
      }
    }
  }
}

class TableNumerics : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableNumerics);

TEST_P(TableNumerics, EveryRowFollowsTheRules) {
  row_checker checker(where());
  omprim_test::with_type(
      type(), [&](auto tag) { check_vectors<typename decltype(tag)::type>(where(), checker); });
  EXPECT_GT(checker.runs(), 0u) << "no row of this type is compiled";
}

// The positions where loops of a variant begin and end.
std::set<std::size_t> borders(const omprim::table_row& row, std::size_t n) {
  const std::size_t tile = omprim_test::tile_of(row);
  const std::size_t lanes = omprim_test::lanes_of(row);
  const auto width = static_cast<std::size_t>(std::max(row.tuning.work_group_size, 1));
  std::set<std::size_t> positions = {0, n - 1};
  for (const std::size_t p : {lanes - 1, lanes, width, tile - 1, tile, 2 * tile - 1, 2 * tile}) {
    if (p < n) positions.insert(p);
  }
  return positions;
}

template <class T>
std::vector<T> specials() {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    return {-limits::infinity(), limits::infinity(), limits::quiet_NaN(), T(0)};
  } else {
    return {limits::min(), limits::max(), T(0)};
  }
}

// Whether one element can decide the result of the operation.
bool one_element_decides(operation op) {
  switch (op) {
    case operation::min:
    case operation::max:
    case operation::argmin:
    case operation::argmax:
    case operation::minmax:
    case operation::sum_min_max:
    case operation::logical_and:
      return true;
    default:
      return false;
  }
}

template <class T>
void check_borders(const omprim::execution& where, operation op, row_checker& checker) {
  constexpr omprim::element type = omprim_test::element_of<T>();
  constexpr std::size_t most = 40000;
  std::vector<T> values(most, T(2));  // ties everywhere: a wrong index shows
  placed_array<T> data(where, values, 1);
  for (const omprim::table_row& row : rows_for(where, type, op)) {
    const std::size_t n =
        std::min(2 * omprim_test::tile_of(row) + omprim_test::lanes_of(row) + 1, most);
    for (const std::size_t position : borders(row, n)) {
      for (const T special : specials<T>()) {
        values[position] = special;
        data.set(position, special);
        const auto want = omprim_test::expected(type, op, values.data(), values.data(), n);
        checker.check(row, data.data(), data.data(), n, want,
                      "n " + std::to_string(n) + ", " + std::to_string(special) + " at position " +
                          std::to_string(position));
        if (checker.hopeless()) return;
      }
      values[position] = T(2);
      data.set(position, T(2));
    }
  }
}

TEST_P(TableNumerics, EveryRowFindsTheDecidingElementAtEachBorder) {
  row_checker checker(where());
  for (const operation op : omprim_test::every_reduction()) {
    if (!one_element_decides(op)) continue;
    omprim_test::with_type(type(), [&](auto tag) {
      check_borders<typename decltype(tag)::type>(where(), op, checker);
    });
  }
  EXPECT_GT(checker.runs(), 0u) << "no row of this type is compiled";
}

// Long inputs with a few special elements anywhere, of which one may hide another from a kernel
// that looks for them now and then.
template <class T>
void check_mixtures(const omprim::execution& where, operation op, row_checker& checker) {
  omprim_test::random_engine random(omprim_test::test_seed());
  constexpr std::size_t most = 20000;
  const bool is_max = op == operation::max;
  for (int round = 0; round < 30; ++round) {
    std::vector<T> values(most, round % 3 == 0 ? T(0) : T(is_max ? -2 : 2));
    std::vector<T> some = specials<T>();
    if constexpr (std::is_floating_point_v<T>) some.push_back(-T(0));
    for (int i = 0; i <= round % 4; ++i) {
      values[random() % most >> random() % 8] = some[random() % some.size()];
    }
    const placed_array<T> data(where, values, 1);
    const std::size_t n = random() % most + 1;
    const auto want =
        omprim_test::expected(omprim_test::element_of<T>(), op, values.data(), values.data(), n);
    for (const omprim::table_row& row : rows_for(where, omprim_test::element_of<T>(), op)) {
      checker.check(row, data.data(), data.data(), n, want, "round " + std::to_string(round));
      if (checker.hopeless()) return;
    }
  }
}

TEST_P(TableNumerics, EveryRowFindsSpecialElementsAmongOthers) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  row_checker checker(where());
  for (const operation op : {operation::min, operation::max, operation::minmax}) {
    omprim_test::with_type(type(), [&](auto tag) {
      check_mixtures<typename decltype(tag)::type>(where(), op, checker);
    });
  }
  EXPECT_GT(checker.runs(), 0u) << "no row of this type is compiled";
}

}  // namespace
