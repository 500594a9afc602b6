// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row that scans, against plain loops: sizes around each boundary of the row, random
// alignments, inclusive and exclusive, with and without an initial value, in place. Nothing is
// written around the output.
#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/error.hpp>
#include <omprim/scan.hpp>

#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/scan_oracle.hpp"
#include "support/values.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::combined;
using omprim_test::identity;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::random_scan_data;
using omprim_test::scan_sizes_of;

struct scan_kind {
  bool exclusive;
  bool has_initial;
  bool in_place;
};

template <class Out, class T>
std::vector<Out> expected(operation op, const scan_kind& how, const std::vector<T>& data,
                          Out initial) {
  std::vector<Out> scanned;
  Out before = how.has_initial ? initial : identity<Out>(op);
  for (const T x : data) {
    const Out next = combined(op, before, static_cast<Out>(x));
    scanned.push_back(how.exclusive ? before : next);
    before = next;
  }
  return scanned;
}

/// Out: the type of the results, T but for wide_scan_sum, which cannot scan in place.
template <class Out, class T>
std::optional<std::string> run(const omprim::execution& where, const table_row& row,
                               const std::vector<T>& data, const scan_kind& how,
                               std::size_t offset) {
  const Out guard = Out(77);
  const Out initial = Out(5);
  const std::size_t n = data.size();
  const placed_array<T> in(where, data, offset);
  std::vector<Out> around(n + 8, guard);
  if constexpr (std::is_same_v<Out, T>) {
    if (how.in_place) std::copy(data.begin(), data.end(), around.begin() + 4);
  }
  const placed_array<Out> out(where, around, offset);
  omprim::scan_request request;
  request.exclusive = how.exclusive;
  request.has_initial = how.has_initial;
  request.initial = omprim::detail::to_scalar(initial);
  request.out = out.pointer() + 4;
  omprim::reduce_profile profile;
  omprim::scan_any(where, row.type, row.op, how.in_place ? request.out : in.data(), n, request,
                   {row.strategy, row.tuning, &profile});
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";
  const auto got = out.values();
  const auto want = expected(row.op, how, data, initial);
  for (std::size_t i = 0; i < 4; ++i) {
    if (got[i] != guard || got[n + 4 + i] != guard) return "something around the output changed";
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (got[i + 4] != want[i]) {
      return "element " + std::to_string(i) + " is " + std::to_string(got[i + 4]) + ", not " +
             std::to_string(want[i]);
    }
  }
  return std::nullopt;
}

template <class T>
std::optional<std::string> run_row(const omprim::execution& where, const table_row& row,
                                   const std::vector<T>& data, const scan_kind& how,
                                   std::size_t offset) {
  if (row.op != operation::wide_scan_sum) return run<T>(where, row, data, how, offset);
  if constexpr (std::is_floating_point_v<T>) return run<double>(where, row, data, how, offset);
  if constexpr (std::is_signed_v<T>) return run<std::int64_t>(where, row, data, how, offset);
  return run<std::uint64_t>(where, row, data, how, offset);
}

class TableScan : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableScan);

TEST_P(TableScan, EveryRowMatchesPlainLoops) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const table_row& row : omprim_test::rows_for(where(), type(), omprim::algorithm::scan)) {
      if (omprim::scans_segments(row.op)) continue;
      for (const std::size_t n : scan_sizes_of(row, random)) {
        const auto data = random_scan_data<T>(row.op, n, random);
        for (const bool exclusive : {false, true}) {
          const bool may_overwrite = row.op != operation::wide_scan_sum;
          const scan_kind how{exclusive, random() % 2 == 0, may_overwrite && random() % 2 == 0};
          const auto problem = run_row(where(), row, data, how, random() % 5);
          ASSERT_FALSE(problem) << omprim_test::name_of(row) << ", n " << n
                                << (exclusive ? ", exclusive" : ", inclusive")
                                << (how.has_initial ? ", initial" : "")
                                << (how.in_place ? ", in place: " : ": ") << *problem;
          ++runs;
        }
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
