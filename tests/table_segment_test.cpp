// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row that reduces segments, against plain loops: lengths around each boundary of
// the row and mixtures of them, offsets of both widths that begin past 0, segments of one length.
// Nothing is written around the output.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/segmented_reduce.hpp>

#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/segments.hpp"
#include "support/values.hpp"

namespace {

using omprim::operation;
using omprim::table_row;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::segment_lengths;

bool locates(operation op) {
  return op == operation::segmented_argmin || op == operation::segmented_argmax;
}

/// The segments of a call.
struct input {
  std::vector<std::int64_t> offsets;
  int offset_bytes;  ///< 0: segments of one length
  std::size_t shift;
};

template <class T>
std::optional<std::string> run(const omprim::execution& where, const table_row& row,
                               const std::vector<T>& data, const input& in) {
  const T guard = T(77);
  const std::size_t segments = in.offsets.size() - 1;
  const placed_array<T> values(where, data, in.shift);
  const placed_array<std::int64_t> wide(where, in.offsets);
  const placed_array<std::int32_t> narrow(where, {in.offsets.begin(), in.offsets.end()});
  const placed_array<T> out(where, std::vector<T>(segments + 2, guard), in.shift);
  const placed_array<std::int64_t> positions(where, std::vector<std::int64_t>(segments + 2, -77));
  omprim::segment_request request;
  if (in.offset_bytes == 8) request.segments = omprim::by_offsets(wide.data(), segments);
  if (in.offset_bytes == 4) request.segments = omprim::by_offsets(narrow.data(), segments);
  if (in.offset_bytes == 0) {
    const auto length = segments == 0 ? 0 : static_cast<std::size_t>(in.offsets[1]);
    request.segments = omprim::by_length(length, segments);
  }
  request.out = out.pointer() + 1;
  if (locates(row.op)) request.positions = positions.pointer() + 1;
  omprim::reduce_profile profile;
  omprim::segmented_reduce_any(where, row.type, row.op, values.data(), request,
                               {row.strategy, row.tuning, &profile});
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";

  const auto got = out.values();
  const auto places = positions.values();
  if (got.front() != guard || got.back() != guard || places.front() != -77 ||
      places.back() != -77) {
    return "something around the output changed";
  }
  for (std::size_t s = 0; s < segments; ++s) {
    const auto want = omprim_test::reduced_segment(row.op, data.data() + in.offsets[s],
                                                   in.offsets[s + 1] - in.offsets[s]);
    if (got[s + 1] != want.value) {
      return "segment " + std::to_string(s) + " gives " + std::to_string(got[s + 1]) + ", not " +
             std::to_string(want.value);
    }
    if (locates(row.op) && places[s + 1] != want.index) {
      return "the position in segment " + std::to_string(s) + " is " +
             std::to_string(places[s + 1]) + ", not " + std::to_string(want.index);
    }
  }
  return std::nullopt;
}

class TableSegment : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableSegment);

TEST_P(TableSegment, EveryRowMatchesPlainLoops) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const table_row& row :
         omprim_test::rows_for(where(), type(), omprim::algorithm::segment)) {
      const std::size_t tile = omprim_test::tile_of(row);
      for (const auto mixture : omprim_test::every_mixture()) {
        input in{omprim_test::segment_offsets(mixture, tile, random),
                 mixture == segment_lengths::equal ? 0
                 : random() % 2 == 0               ? 4
                                                   : 8,
                 random() % 5};
        if (in.offset_bytes != 0) {
          for (auto& offset : in.offsets) offset += 3;
        }
        const auto n = static_cast<std::size_t>(in.offsets.back());
        const auto data = omprim_test::segment_values<T>(row.op, n + 5, random);
        const auto problem = run(where(), row, data, in);
        ASSERT_FALSE(problem) << omprim_test::name_of(row) << ", " << omprim_test::name_of(mixture)
                              << ", " << in.offsets.size() - 1 << " segments of " << n
                              << " values, " << in.offset_bytes << "-byte offsets: " << *problem;
        ++runs;
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
