// SPDX-License-Identifier: BSD-3-Clause
// Every compiled row that scans segments, against plain loops:
//   * sizes around each boundary of the row
//   * from one segment for each element to one segment for all
//   * by heads, by offsets of both widths and by length
//   * inclusive and exclusive, with and without an initial value, in place
// Nothing is written outside of the segments.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/segmented_scan.hpp>

#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/scan_oracle.hpp"
#include "support/values.hpp"

namespace {

using omprim::table_row;
using omprim_test::placed_array;
using omprim_test::random_engine;

enum class segments_form { heads, offsets32, offsets64, length };

struct segmented_scan_kind {
  segments_form segments;
  bool exclusive;
  bool has_initial;
  bool in_place;
};

/// The heads and the offsets of the same segments.
struct cut {
  std::vector<unsigned char> heads;
  std::vector<std::uint64_t> offsets;
};

/// About one element in `rarity` begins a segment. The offsets leave out some elements at both ends
/// and make some segments empty.
cut random_cut(std::size_t n, unsigned rarity, random_engine& random) {
  cut segments;
  segments.heads.resize(n);
  for (auto& head : segments.heads) {
    head = random() % rarity == 0 ? static_cast<unsigned char>(1 + random() % 255) : 0;
  }
  const std::size_t first = n == 0 ? 0 : random() % std::min<std::size_t>(n, 70);
  const std::size_t last = n - (n == first ? 0 : random() % std::min<std::size_t>(n - first, 70));
  segments.offsets.push_back(first);
  for (std::size_t i = first; i < last; ++i) {
    if (segments.heads[i] == 0) continue;
    segments.offsets.push_back(i);
    while (random() % 4 == 0) segments.offsets.push_back(i);
  }
  segments.offsets.push_back(last);
  return segments;
}

/// Segments of one length, about `rarity`; some elements at the end are in no segment.
cut equal_cut(std::size_t n, unsigned rarity, random_engine& random) {
  const std::size_t length = random() % std::min(2 * std::size_t{rarity}, n + 1);
  const std::size_t most = length == 0 ? 9 : n / length;
  const std::size_t count = most == 1 ? 1 : most - random() % 2;
  cut segments{std::vector<unsigned char>(n), {}};
  for (std::size_t s = 0; s <= count; ++s) segments.offsets.push_back(s * length);
  return segments;
}

template <class T>
std::vector<T> expected(const table_row& row, const segmented_scan_kind& how,
                        const std::vector<T>& data, const cut& segments, T initial,
                        std::vector<T> out) {
  const T start = how.has_initial ? initial : omprim_test::identity<T>(row.op);
  const auto scan = [&](std::size_t first, std::size_t last) {
    omprim_test::scan_range(row.op, how.exclusive, start, data, first, last, out);
  };
  if (how.segments == segments_form::heads) {
    for (std::size_t first = 0; first < data.size();) {
      std::size_t last = first + 1;
      while (last < data.size() && segments.heads[last] == 0) ++last;
      scan(first, last);
      first = last;
    }
  } else {
    for (std::size_t s = 0; s + 1 < segments.offsets.size(); ++s) {
      scan(segments.offsets[s], segments.offsets[s + 1]);
    }
  }
  return out;
}

template <class T>
std::optional<std::string> run(const omprim::execution& where, const table_row& row,
                               const std::vector<T>& data, const segmented_scan_kind& how,
                               const cut& segments, std::size_t offset) {
  const T guard = T(77);
  const T initial = T(5);
  const std::size_t n = data.size();
  const placed_array<T> in(where, data, offset);
  std::vector<T> around(n + 8, guard);
  if (how.in_place) std::copy(data.begin(), data.end(), around.begin() + 4);
  const placed_array<T> out(where, around, offset);
  const placed_array<unsigned char> heads(where, segments.heads, offset);
  const placed_array<std::uint64_t> offsets64(where, segments.offsets);
  const placed_array<std::int32_t> offsets32(
      where, std::vector<std::int32_t>(segments.offsets.begin(), segments.offsets.end()), offset);
  const std::size_t count = segments.offsets.size() - 1;

  omprim::scan_request request;
  request.exclusive = how.exclusive;
  request.has_initial = how.has_initial;
  request.initial = omprim::detail::to_scalar(initial);
  request.out = out.pointer() + 4;
  request.segments =
      how.segments == segments_form::heads       ? omprim::by_heads(heads.data())
      : how.segments == segments_form::offsets32 ? omprim::by_offsets(offsets32.data(), count)
      : how.segments == segments_form::offsets64 ? omprim::by_offsets(offsets64.data(), count)
                                                 : omprim::by_length(segments.offsets[1], count);
  omprim::reduce_profile profile;
  omprim::scan_any(where, row.type, row.op, how.in_place ? request.out : in.data(), n, request,
                   {row.strategy, row.tuning, &profile});
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";
  const auto got = out.values();
  const std::vector<T> inside(around.begin() + 4, around.begin() + 4 + static_cast<long>(n));
  const auto want = expected(row, how, data, segments, initial, inside);
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

std::string to_text(const segmented_scan_kind& how) {
  const std::string forms[] = {"heads", "offsets of 4 bytes", "offsets of 8 bytes", "length"};
  return forms[static_cast<std::size_t>(how.segments)] +
         (how.exclusive ? ", exclusive" : ", inclusive") + (how.has_initial ? ", initial" : "") +
         (how.in_place ? ", in place" : "");
}

class TableSegmentedScan : public omprim_test::table_test {};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableSegmentedScan);

TEST_P(TableSegmentedScan, EveryRowMatchesPlainLoops) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const table_row& row : omprim_test::rows_for(where(), type(), omprim::algorithm::scan)) {
      if (!omprim::scans_segments(row.op)) continue;
      for (const std::size_t n : omprim_test::scan_sizes_of(row, random)) {
        const auto data = omprim_test::random_scan_data<T>(row.op, n, random);
        for (const unsigned rarity : {1U, 3U, 40U, 1000U, 1U << 30}) {
          const auto lengths = random_cut(n, rarity, random);
          const auto equal = equal_cut(n, rarity, random);
          for (const segments_form by : {segments_form::heads, segments_form::offsets32,
                                         segments_form::offsets64, segments_form::length}) {
            const cut& segments = by == segments_form::length ? equal : lengths;
            const segmented_scan_kind how{by, random() % 2 == 0, random() % 2 == 0,
                                          random() % 2 == 0};
            const auto problem = run(where(), row, data, how, segments, random() % 5);
            ASSERT_FALSE(problem) << omprim_test::name_of(row) << ", n " << n << ", a head in "
                                  << rarity << ", " << to_text(how) << ": " << *problem;
            ++runs;
          }
        }
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
