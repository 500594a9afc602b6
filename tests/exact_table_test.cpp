// SPDX-License-Identifier: BSD-3-Clause
// Exact sums by exponent of enough elements for the table of bins that a thread of a processor has
// (detail/agent/exact/exponent_table.hpp).
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>

#include "support/backends.hpp"
#include "support/exact_oracle.hpp"
#include "support/memory.hpp"

namespace {

using omprim::operation;
using omprim_test::exact_data;
using omprim_test::exact_values;
using omprim_test::has_bits;
using omprim_test::placed_array;

class ExactTable : public omprim_test::backend_test {
 protected:
  static constexpr std::size_t size = 50021;

  static void check(const std::vector<double>& a, const std::vector<double>& b) {
    const placed_array<double> x(where(), a);
    const placed_array<double> y(where(), b);
    for (const operation op :
         {operation::exact_sum, operation::exact_sum_of_squares, operation::exact_dot}) {
      const double want = omprim_test::exact_result(op, a.data(), b.data(), a.size());
      for (const char* strategy : {"exponent-bins", "window"}) {
        const omprim::reduce_options options{strategy, {}, nullptr};
        const auto got = omprim::exact_any(where(), omprim::element::float64, op, x.data(),
                                           y.data(), a.size(), options);
        EXPECT_TRUE(has_bits(got.value.f, want)) << to_string(op) << " by " << strategy;
      }
    }
  }
};
OMPRIM_ON_EVERY_BACKEND(ExactTable);

TEST_P(ExactTable, TakesAnyData) {
  for (int kind = 0; kind < omprim_test::exact_data_kinds; ++kind) {
    SCOPED_TRACE(to_string(exact_data(kind)));
    check(exact_values<double>(exact_data(kind), 5, size),
          exact_values<double>(exact_data::all_numbers, 6, size));
  }
}

TEST_P(ExactTable, CarriesWhereOneBinTakesAll) {
  for (const double value :
       {0x1.fffffffffffffp1000, -0x1.fffffffffffffp2, 0x0.fffffffffffffp-1022}) {
    check(std::vector<double>(size, value), std::vector<double>(size, -0x1.8p-60));
  }
}

TEST_P(ExactTable, NotesTheLastElement) {
  const std::vector<double> ones(size, 1);
  auto values = exact_values<double>(exact_data::all_numbers, 7, size);
  for (const double last : {std::numeric_limits<double>::infinity(), std::nan(""), 0x1p-1074}) {
    values.back() = last;
    check(values, ones);
  }
  std::vector<double> zeros(size, -0.0);
  check(zeros, ones);
  zeros.back() = 0;
  check(zeros, ones);
}

}  // namespace
