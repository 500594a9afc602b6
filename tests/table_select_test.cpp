// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row that selects, against plain loops: sizes around each boundary of the row,
// random alignments, selectivities from 0 to 1, runs and alternations. Nothing is written after the
// output, and the input is not changed.
#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/error.hpp>
#include <omprim/select.hpp>

#include "support/rows.hpp"
#include "support/selection_oracle.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::selected_bytes;
using omprim_test::selection_case;

constexpr std::size_t behind = 64;  // bytes after an output that stay as they are
constexpr unsigned char untouched = 0xa5;

std::vector<unsigned char> fresh_output(std::size_t bytes) {
  return std::vector<unsigned char>(bytes + behind, untouched);
}

// Compares an output and the bytes after it with the expected ones. Returns the difference.
std::optional<std::string> compare(const char* what, const std::vector<unsigned char>& got,
                                   const std::vector<unsigned char>& want) {
  if (!std::equal(want.begin(), want.end(), got.begin())) {
    const auto first = std::mismatch(want.begin(), want.end(), got.begin()).first;
    return std::string(what) + " differs at byte " + std::to_string(first - want.begin());
  }
  const auto is_fresh = [](unsigned char byte) { return byte == untouched; };
  const auto end = got.begin() + static_cast<std::ptrdiff_t>(want.size());
  if (!std::all_of(end, end + behind, is_fresh)) {
    return std::string(what) + " was written behind its end";
  }
  return std::nullopt;
}

// Strategies without order write tiles in any order; the sorted elements must be the same.
template <class T>
void sort_elements(std::vector<unsigned char>& bytes, std::size_t count) {
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  std::sort(values.begin(), values.end());
  if (count > 0) std::memcpy(bytes.data(), values.data(), count * sizeof(T));
}

template <class T>
class select_checker {
 public:
  select_checker(const omprim::execution& where, const selection_case<T>& what, std::size_t offset)
      : where_(where),
        what_(what),
        want_(omprim_test::expected(what)),
        offset_(offset),
        data_(where, what.data, offset),
        flags_(where, what.flags, offset) {}

  std::optional<std::string> run(const table_row& row) const {
    using omprim_test::placed_array;
    const std::size_t wide = omprim_test::writes_positions(what_.op) ? 8 : sizeof(T);
    const placed_array<unsigned char> selected(where_, fresh_output(what_.data.size() * wide),
                                               offset_ * wide);
    const placed_array<unsigned char> rejected(where_, fresh_output(what_.data.size() * sizeof(T)),
                                               offset_ * sizeof(T));
    omprim::selection_request request;
    request.how = what_.how;
    request.bound = omprim::detail::to_scalar(what_.bound);
    request.flags = flags_.data();
    request.selected = selected.pointer();
    request.rejected = rejected.pointer();
    omprim::reduce_profile profile;
    omprim::select_options options{{row.strategy, row.tuning, &profile}};
    const auto count = omprim::select_any(where_, row.type, row.op, data_.data(), what_.data.size(),
                                          request, options);
    if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";
    if (count != want_.count) {
      return std::to_string(count) + " kept, not " + std::to_string(want_.count);
    }
    auto got = selected.values();
    auto want = want_.selected;
    if (!row.traits.keeps_order) {
      sort_elements<T>(got, want_.count);
      sort_elements<T>(want, want_.count);
    }
    if (auto problem = compare("the output", got, want)) return problem;
    if (auto problem = compare("the rejected half", rejected.values(), want_.rejected)) {
      return problem;
    }
    const auto still = data_.values();
    if (omprim_test::bytes_of(still.data(), still.size()) !=
        omprim_test::bytes_of(what_.data.data(), what_.data.size())) {
      return "the input has changed";
    }
    return std::nullopt;
  }

 private:
  omprim::execution where_;
  const selection_case<T>& what_;
  selected_bytes want_;
  std::size_t offset_;
  placed_array<T> data_;
  placed_array<unsigned char> flags_;
};

std::set<std::size_t> select_sizes_of(const table_row& row, random_engine& random) {
  const std::size_t tile = omprim_test::tile_of(row);
  std::set<std::size_t> sizes = {0, 1, 2, 31, 33, tile - 1, tile, tile + 1, 5 * tile + 3};
  sizes.insert(1 + random() % (4 * tile));
  return sizes;
}

class TableSelect : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableSelect);

TEST_P(TableSelect, EveryRowMatchesPlainLoops) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const table_row& row : omprim_test::rows_for(where(), type(), omprim::algorithm::select)) {
      for (const std::size_t n : select_sizes_of(row, random)) {
        const double shares[] = {0, 0.01, 0.5, 0.99, 1};
        const double share = shares[random() % 5];
        const auto what = omprim_test::random_case<T>(row.op, n, share, random() % 3 == 0, random);
        const auto problem = select_checker<T>(where(), what, random() % 4).run(row);
        ASSERT_FALSE(problem) << omprim_test::name_of(row) << ", n " << n << ", share " << share
                              << ": " << *problem;
        ++runs;
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
