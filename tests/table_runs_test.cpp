// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row of runs, against plain loops: sizes around each boundary of the row, runs from
// 1 to many elements, random alignments. Nothing is written after the results.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/runs.hpp>

#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/runs_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::placed_array;
using omprim_test::random_engine;
using problem = std::optional<std::string>;
using sizes = std::initializer_list<std::size_t>;

/// Compares bits, as NaN and -0 count.
template <class T>
problem compare(const char* what, std::vector<T> want, const std::vector<T>& got, T untouched) {
  want.resize(got.size(), untouched);
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (std::memcmp(&want[i], &got[i], sizeof(T)) == 0) continue;
    return std::string(what) + " " + std::to_string(i) + " is " + std::to_string(got[i]) +
           ", not " + std::to_string(want[i]);
  }
  return std::nullopt;
}

/// Runs a row on the runs of `keys`. The values of runs that are combined are `values`.
template <class T>
problem run(const omprim::execution& where, const table_row& row, const std::vector<T>& keys,
            const std::vector<T>& values, std::size_t offset) {
  const bool finds = row.op == operation::run_heads;
  const std::size_t n = keys.size();
  const auto heads = omprim_test::heads_of(keys);
  const auto marks = omprim_test::marks_of(heads, n);
  constexpr std::size_t spare = 2;
  constexpr std::uint64_t no_mark = 0xa5a5a5a5a5a5a5a5;
  const placed_array<T> in(where, finds ? keys : values, offset);
  std::vector<std::uint64_t> words = marks;
  if (finds) words.assign(marks.size(), no_mark);
  // The first element is a head without its flag, too.
  if (!finds && n != 0 && offset % 2 == 0) words[0] &= ~std::uint64_t{1};
  words.resize(marks.size() + spare, no_mark);
  const placed_array<std::uint64_t> bits(where, words);
  const placed_array<T> out(where, std::vector<T>(heads.size() + spare, T(7)), offset + 1);
  const bool only_marks = finds && offset % 2 == 0;
  omprim::reduce_profile profile;
  const auto count = omprim::runs_any(
      where, row.type, row.op, row.op == operation::run_lengths ? nullptr : in.data(), n,
      {bits.pointer(), only_marks ? nullptr : out.pointer()}, {row.strategy, row.tuning, &profile});
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";
  if (count != heads.size()) {
    return std::to_string(count) + " runs, not " + std::to_string(heads.size());
  }
  if (finds) std::copy(marks.begin(), marks.end(), words.begin());
  if (auto wrong = compare("word", words, bits.values(), no_mark)) return wrong;
  auto want = finds ? omprim_test::elements_at(heads, keys)
                    : omprim_test::results_of_runs(row.op, heads, values, n);
  if (only_marks) want.clear();
  return compare("result", want, out.values(), T(7));
}

class TableRuns : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableRuns);

TEST_P(TableRuns, EveryRowWorksByTheDefinition) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const table_row& row : omprim_test::rows_for(where(), type(), omprim::algorithm::runs)) {
      const auto as_segments =
          row.op == operation::run_sum ? operation::segmented_sum : operation::segmented_min;
      const std::size_t tile = omprim_test::tile_of(row);
      for (const std::size_t n :
           sizes{0, 1, 2, 63, 64, 65, 700, tile - 1, tile, tile + 1, 3 * tile + 77, 9 * tile + 1}) {
        for (const std::size_t mean : sizes{1, 2, 5, 30, 500, 3 * tile}) {
          const auto keys = omprim_test::data_in_runs<T>(n, mean, random);
          const auto values = omprim_test::segment_values<T>(as_segments, n, random);
          const auto wrong = run(where(), row, keys, values, random() % 5);
          ASSERT_FALSE(wrong) << omprim_test::name_of(row) << ", n " << n << ", runs of " << mean
                              << ": " << *wrong;
          ++runs;
        }
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
