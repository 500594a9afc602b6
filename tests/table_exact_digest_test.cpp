// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row of exact sums gives fixed digests, taken from rows that agreed with MPFR. The
// bits are tested in this way on every processor and device, also where there is no MPFR.
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/segmentation.hpp>

#include "support/exact_values.hpp"
#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/types.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::digest;
using omprim_test::exact_data;
using omprim_test::exact_values;
using omprim_test::placed_array;

class TableExactDigest : public omprim_test::table_test {
 protected:
  /// The digest of all kinds of data: `add(row, data, results)` runs the row on an array of T.
  template <class T, class Add>
  static void expect_digests(operation op, std::size_t n, std::uint64_t want, const Add& add) {
    std::vector<std::vector<T>> inputs;
    for (int kind = 0; kind < omprim_test::exact_data_kinds; ++kind) {
      inputs.push_back(exact_values<T>(exact_data(kind), 5, n));
    }
    const auto rows = omprim_test::rows_for(where(), type(), op);
    ASSERT_FALSE(rows.empty());
    for (const table_row& row : rows) {
      digest results;
      for (const auto& input : inputs) {
        const placed_array<T> data(where(), input);
        add(row, data.data(), results);
      }
      EXPECT_EQ(results.value(), want) << omprim_test::name_of(row);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(, TableExactDigest,
                         testing::Combine(testing::Values(omprim::element::float32,
                                                          omprim::element::float64),
                                          testing::ValuesIn(omprim_test::every_backend())),
                         omprim_test::table_namer{});

struct operation_digests {
  operation op;
  std::uint64_t of_floats;
  std::uint64_t of_doubles;
};

TEST_P(TableExactDigest, OfWholeArrays) {
  constexpr std::size_t sizes[] = {0, 1, 2, 3, 7, 17, 300, 5003};
  constexpr std::size_t most = 5003;
  for (const operation_digests& want :
       {operation_digests{operation::exact_sum, 1119093754447075891U, 13575969613473913985U},
        {operation::exact_dot, 4647257675300401001U, 14416931318765141613U},
        {operation::exact_sum_of_squares, 12507539131073522865U, 7115575997809740891U},
        {operation::exact_sum_of_absolutes, 2956590601882829547U, 534111196297128815U}}) {
    omprim_test::with_floating_type(type(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const auto add = [&](const table_row& row, const T* data, digest& results) {
        for (const std::size_t n : sizes) {
          const auto sum = omprim::exact_any(where(), row.type, row.op, data, data + most, n,
                                             {row.strategy, row.tuning});
          results.add(omprim::detail::get<T>(sum.value));
        }
      };
      expect_digests<T>(want.op, 2 * most, sizeof(T) == 4 ? want.of_floats : want.of_doubles, add);
    });
  }
}

TEST_P(TableExactDigest, OfSegments) {
  std::vector<std::int64_t> offsets = {3};
  for (std::int64_t s = 0; s < 200; ++s) offsets.push_back(offsets.back() + s * s % 41);
  offsets.push_back(offsets.back() + 3001);
  const std::size_t count = offsets.size() - 1;
  const placed_array<std::int64_t> placed(where(), offsets);
  omprim_test::with_floating_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto add = [&](const table_row& row, const T* data, digest& results) {
      const placed_array<T> out(where(), std::vector<T>(count));
      omprim::segment_request request;
      request.segments = omprim::by_offsets(placed.data(), count);
      request.out = out.pointer();
      omprim::segmented_reduce_any(where(), row.type, row.op, data, request,
                                   {row.strategy, row.tuning});
      for (const T sum : out.values()) results.add(sum);
    };
    expect_digests<T>(operation::exact_segmented_sum, static_cast<std::size_t>(offsets.back()),
                      sizeof(T) == 4 ? 3877057685848396791U : 17758411199608217405U, add);
  });
}

}  // namespace
