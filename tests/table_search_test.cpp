// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row that searches, against std::lower_bound and std::upper_bound: sizes around
// each boundary of the row, random alignments, both directions, positions of 4 and 8 bytes. Rows
// are of unsigned integers, which stand for all types of their size. Nothing is written around the
// positions.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/search.hpp>

#include "support/fenced_array.hpp"
#include "support/rows.hpp"
#include "support/search_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::array_problem;
using omprim_test::fenced_array;
using omprim_test::random_engine;
using omprim_test::sort_input;

template <class Index, class T>
array_problem run_search(const table_row& row, const omprim::execution& where,
                         const std::vector<T>& sorted, const std::vector<T>& values,
                         bool descending, std::size_t offset) {
  using word = omprim_test::word_of<T>;
  const fenced_array<word> in(where, omprim_test::to_words(sorted), offset);
  const fenced_array<word> asked(where, omprim_test::to_words(values), offset + 1);
  const fenced_array<Index> out(where, std::vector<Index>(values.size(), 7), offset + 2);
  omprim::reduce_profile profile;
  const omprim::search_options options{{row.strategy, row.tuning, &profile}, descending};
  omprim::search_any(where, omprim_test::element_of<T>(), row.op, in.pointer(), sorted.size(),
                     {asked.pointer(), values.size(), out.pointer(), sizeof(Index)}, options);
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";
  if (auto wrong = in.compare("sorted elements", omprim_test::to_words(sorted))) return wrong;
  const bool is_upper = row.op == operation::upper_bound;
  return out.compare(
      "positions", omprim_test::searched_positions<Index>(sorted, values, {descending, is_upper}));
}

class TableSearch : public omprim_test::table_test {
 protected:
  static std::vector<table_row> rows() {
    const auto stands_for =
        omprim::size_of(type()) == 4 ? omprim::element::uint32 : omprim::element::uint64;
    return omprim_test::rows_for(where(), stands_for, omprim::algorithm::search);
  }
};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableSearch);

TEST_P(TableSearch, EveryRowSearchesAsTheStandardLibraryDoes) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const table_row& row : rows()) {
      const std::size_t tile = omprim_test::tile_of(row);
      // 1023 elements are in local memory of a device.
      for (const std::size_t n : std::set<std::size_t>{0, 1, 2, 3, 33, 1023, 1024, 1025, 5000}) {
        for (const std::size_t count :
             std::set<std::size_t>{0, 1, 33, tile - 1, tile, tile + 1, 3 * tile + 5}) {
          const bool descending = random() % 2 == 0;
          const auto input = random() % 2 == 0 ? sort_input::telling : sort_input::few_distinct;
          const auto sorted = omprim_test::sorted_data<T>(input, n, descending, random);
          const auto values = omprim_test::searched_data(sorted, count, random);
          const std::size_t offset = random() % 4;
          const auto wrong =
              random() % 2 == 0
                  ? run_search<std::uint32_t>(row, where(), sorted, values, descending, offset)
                  : run_search<std::uint64_t>(row, where(), sorted, values, descending, offset);
          ASSERT_FALSE(wrong) << omprim_test::name_of(row) << ", n " << n << ", " << count
                              << " values" << (descending ? ", descending: " : ": ") << *wrong;
          ++runs;
        }
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
