// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row that counts elements in bins, against the definition: sizes around each
// boundary of the row, numbers of bins around each boundary of local memory, random alignments.
// Nothing is written around the counts.
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/histogram.hpp>

#include "support/histogram_oracle.hpp"
#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::even_range;
using omprim_test::placed_array;
using sizes = std::initializer_list<std::size_t>;
using omprim_test::random_engine;

/// One histogram by a row, in counts that were something else before.
template <class T>
std::optional<std::string> run(const omprim::execution& where, const table_row& row,
                               const std::vector<T>& data, const even_range<T>& range,
                               const std::vector<T>& edges, std::size_t offset) {
  constexpr std::int64_t guard = -77;
  const bool by_edges = row.op == operation::histogram_edges;
  const placed_array<T> in(where, data, offset);
  const placed_array<T> places(where, edges, offset);
  const placed_array<std::int64_t> out(where, std::vector<std::int64_t>(range.count + 2, guard));
  omprim::histogram_request request;
  request.lower = omprim::detail::to_scalar(range.lower);
  request.upper = omprim::detail::to_scalar(range.upper);
  request.edges = by_edges ? places.data() : nullptr;
  request.bins = range.count;
  request.counts = out.pointer() + 1;
  omprim::reduce_profile profile;
  omprim::histogram_any(where, row.type, row.op, in.data(), data.size(), request,
                        {row.strategy, row.tuning, &profile});
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";
  const auto got = out.values();
  const auto want =
      by_edges ? omprim_test::counts_by_definition(edges, range.count, data.data(), data.size())
               : omprim_test::counts_by_definition(range, range.count, data.data(), data.size());
  if (got.front() != guard || got.back() != guard) return "something around the counts changed";
  for (std::size_t b = 0; b < range.count; ++b) {
    if (got[b + 1] != want[b]) {
      return "bin " + std::to_string(b) + " has " + std::to_string(got[b + 1]) + ", not " +
             std::to_string(want[b]);
    }
  }
  return std::nullopt;
}

class TableHistogram : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableHistogram);

TEST_P(TableHistogram, EveryRowCountsByTheDefinition) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto check = [&](const table_row& row, std::size_t n, std::size_t bins) {
      const auto range = omprim_test::random_range<T>(bins, random);
      const auto edges = omprim_test::random_edges(range, random);
      const auto data = omprim_test::histogram_data(range, n, random);
      const auto problem = run(where(), row, data, range, edges, random() % 5);
      ASSERT_FALSE(problem) << omprim_test::name_of(row) << ", n " << n << ", " << bins
                            << " bins from " << range.lower << " to " << range.upper << ": "
                            << *problem;
      ++runs;
    };
    for (const table_row& row :
         omprim_test::rows_for(where(), type(), omprim::algorithm::histogram)) {
      const std::size_t tile = omprim_test::tile_of(row);
      for (const std::size_t n : {std::size_t{0}, std::size_t{1}, omprim_test::lanes_of(row) + 1,
                                  tile - 1, tile, tile + 1, 3 * tile + 5}) {
        for (const std::size_t bins : sizes{1, 2, 33, 700}) check(row, n, bins);
      }
      // On both sides of what a thread or a group holds in local memory, once and in copies.
      for (const std::size_t bins :
           sizes{2999, 3000, 8191, 8192, 11262, 11263, 11264, 22528, 22529}) {
        if (row.op == operation::histogram_even) check(row, 5 * tile + 3, bins);
      }
      // Where there are several elements for each bin.
      if (row.op == operation::histogram_even) check(row, 70000, 12000);
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

TEST_P(TableHistogram, CountsInManyBins) {
  random_engine random(omprim_test::test_seed());
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t bins :
         sizes{50000, 90113, (std::size_t{1} << 20) - 1, (std::size_t{1} << 20) + 1}) {
      const auto range = omprim_test::random_range<T>(bins, random);
      const auto data = omprim_test::histogram_data(range, 300000, random);
      for (const table_row& row :
           omprim_test::rows_for(where(), type(), operation::histogram_even)) {
        const auto problem = run(where(), row, data, range, {}, random() % 5);
        ASSERT_FALSE(problem) << omprim_test::name_of(row) << ", " << bins << " bins from "
                              << range.lower << " to " << range.upper << ": " << *problem;
      }
    }
  });
}

}  // namespace
