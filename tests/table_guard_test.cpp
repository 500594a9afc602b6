// SPDX-License-Identifier: BSD-3-Clause
// Every row reads its input and nothing else. The pages before and after the input cannot be read,
// so even a read whose value is not used ends the process. This is for host memory only; on GPUs
// compute-sanitizer checks the same.
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/crash_note.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"
#include "support/rows.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim_test::row_checker;
using omprim_test::rows_for;

constexpr std::size_t guarded_size = 20000;

std::set<std::size_t> guarded_sizes_of(const omprim::table_row& row) {
  const std::size_t lanes = omprim_test::lanes_of(row);
  const std::size_t tile = omprim_test::tile_of(row);
  std::set<std::size_t> sizes = {1, lanes - 1, lanes + 1, 33};
  for (const std::size_t n : {tile - 1, tile, tile + lanes + 1}) {
    sizes.insert(std::min(n, guarded_size));
  }
  return sizes;
}

template <class T>
void check_operation(const omprim::execution& where, omprim::operation op, row_checker& checker) {
  constexpr omprim::element type = omprim_test::element_of<T>();
  omprim_test::random_engine random(7);
  const auto values = omprim_test::telling_values<T>(op, guarded_size, random);
  omprim_test::guarded_pages pages(guarded_size * sizeof(T));
  for (const omprim::table_row& row : rows_for(where, type, op)) {
    for (const std::size_t n : guarded_sizes_of(row)) {
      const auto want = omprim_test::expected(type, op, values.data(), values.data(), n);
      const std::string size = "n " + std::to_string(n);
      omprim_test::crash_note::set(omprim_test::name_of(row) + ", " + size + ", at the end");
      const T* data = pages.at_end(values.data(), n);
      checker.check(row, data, data, n, want, size + " before a guard page");
      omprim_test::crash_note::set(omprim_test::name_of(row) + ", " + size + ", at the start");
      data = pages.at_start(values.data(), n);
      checker.check(row, data, data, n, want, size + " behind a guard page");
    }
  }
}

class TableGuard : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableGuard);

TEST_P(TableGuard, EveryRowReadsOnlyItsInput) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "not in host memory";
  const omprim_test::crash_note note;
  row_checker checker(where());
  for (const omprim::operation op : omprim_test::every_reduction()) {
    omprim_test::with_type(type(), [&](auto tag) {
      check_operation<typename decltype(tag)::type>(where(), op, checker);
    });
  }
  EXPECT_GT(checker.runs(), 0u) << "no row of this type is compiled";
}

}  // namespace
