// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row of exact sums of segments against MPFR: mixtures of lengths, data of all
// kinds, offsets of both widths that begin past 0, segments of one length.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/segmentation.hpp>

#include "support/exact_oracle.hpp"
#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/segments.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::exact_data;
using omprim_test::placed_array;
using omprim_test::segment_lengths;

/// Values, the offsets of their segments, and the sum of each segment.
template <class T>
struct segments_of {
  std::vector<T> values;
  std::vector<std::int64_t> offsets;
  std::vector<T> sums;

  segments_of(exact_data kind, std::vector<std::int64_t> bounds) : offsets(std::move(bounds)) {
    const auto n = static_cast<std::size_t>(offsets.back()) + 3;
    values = omprim_test::exact_values<T>(kind, n, n);
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
      const T* const first = values.data() + offsets[s];
      sums.push_back(omprim_test::exact_result(
          operation::exact_sum, first, first,
          static_cast<std::size_t>(offsets[s + 1]) - static_cast<std::size_t>(offsets[s])));
    }
  }
};

enum class form { length, narrow, wide };

/// The segments where a call runs; nothing may be written around the sums.
template <class T>
class placed_segments {
 public:
  placed_segments(const omprim::execution& where, const segments_of<T>& in, form how,
                  std::size_t shift)
      : where_(where),
        in_(in),
        how_(how),
        shift_(shift),
        values_(where, in.values, shift),
        wide_(where, in.offsets),
        narrow_(where, {in.offsets.begin(), in.offsets.end()}) {}

  [[nodiscard]] testing::AssertionResult run(const table_row& row) const {
    const std::size_t count = in_.sums.size();
    const T guard = T(77);
    const placed_array<T> out(where_, std::vector<T>(count + 2, guard), shift_);
    omprim::segment_request request;
    if (how_ == form::wide) request.segments = omprim::by_offsets(wide_.data(), count);
    if (how_ == form::narrow) request.segments = omprim::by_offsets(narrow_.data(), count);
    if (how_ == form::length) {
      request.segments = omprim::by_length(static_cast<std::size_t>(in_.offsets[1]), count);
    }
    request.out = out.pointer() + 1;
    omprim::reduce_profile profile;
    omprim::segmented_reduce_any(where_, row.type, row.op, values_.data(), request,
                                 {row.strategy, row.tuning, &profile});
    if (profile.strategy != row.strategy || profile.tuning != row.tuning) {
      return testing::AssertionFailure() << "ran " << profile.strategy;
    }
    const auto got = out.values();
    if (got.front() != guard || got.back() != guard) {
      return testing::AssertionFailure() << "something around the output changed";
    }
    for (std::size_t s = 0; s < count; ++s) {
      auto same = omprim_test::has_bits(got[s + 1], in_.sums[s]);
      if (!same) return same << " in segment " << s;
    }
    return testing::AssertionSuccess();
  }

 private:
  omprim::execution where_;
  const segments_of<T>& in_;
  form how_;
  std::size_t shift_;
  placed_array<T> values_;
  placed_array<std::int64_t> wide_;
  placed_array<std::int32_t> narrow_;
};

class TableExactSegments : public omprim_test::table_test {
 protected:
  template <class T>
  static void check(const segments_of<T>& in, form how, const std::string& situation) {
    const placed_segments<T> placed(where(), in, how, in.values.size() % 5);
    const auto rows = omprim_test::rows_for(where(), type(), operation::exact_segmented_sum);
    ASSERT_FALSE(rows.empty());
    for (const table_row& row : rows) {
      ASSERT_TRUE(placed.run(row)) << omprim_test::name_of(row) << ", " << situation << ", "
                                   << in.sums.size() << " segments";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(, TableExactSegments,
                         testing::Combine(testing::Values(omprim::element::float32,
                                                          omprim::element::float64),
                                          testing::ValuesIn(omprim_test::every_backend())),
                         omprim_test::table_namer{});

TEST_P(TableExactSegments, GivesTheBitsOfMpfr) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  omprim_test::random_engine random(omprim_test::test_seed());
  for (int kind = 0; kind < omprim_test::exact_data_kinds; ++kind) {
    for (const auto mixture : omprim_test::every_mixture()) {
      const bool is_equal = mixture == segment_lengths::equal;
      auto offsets = omprim_test::segment_offsets(mixture, 256, random);
      const form how = is_equal ? form::length : random() % 2 == 0 ? form::narrow : form::wide;
      if (!is_equal) {
        for (auto& offset : offsets) offset += 3;
      }
      omprim_test::with_floating_type(type(), [&](auto tag) {
        const segments_of<typename decltype(tag)::type> in(exact_data(kind), offsets);
        check(in, how, to_string(exact_data(kind)) + ", " + omprim_test::name_of(mixture));
      });
      if (HasFatalFailure()) return;
    }
  }
}

// Segments that many shares cross, with short ones between them; windows overflow into digits.
TEST_P(TableExactSegments, LongSegmentsCrossShares) {
  std::vector<std::int64_t> offsets = {5};
  for (const int length : {3, 200000, 0, 0, 1, 70000, 16384, 256, 30000, 7}) {
    offsets.push_back(offsets.back() + length);
  }
  for (const auto kind : {exact_data::similar, exact_data::range_100, exact_data::all_numbers,
                          exact_data::negative_zeros, exact_data::outliers}) {
    omprim_test::with_floating_type(type(), [&](auto tag) {
      const segments_of<typename decltype(tag)::type> in(kind, offsets);
      check(in, form::wide, to_string(kind) + ", long segments");
    });
    if (HasFatalFailure()) return;
  }
}

}  // namespace
