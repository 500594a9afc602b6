// SPDX-License-Identifier: BSD-3-Clause
// Sorts of segments by merges in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/detail/strategy/sort/merge.hpp>

#include "support/segments.hpp"
#include "support/simt_backend.hpp"
#include "support/simt_inputs.hpp"
#include "support/simt_sort.hpp"
#include "support/sort_oracle.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim_test::all_bits;
using omprim_test::random_engine;
using omprim_test::sort_input;

/// Items with 7 keys of 4 bytes, or with 3 of 8 bytes.
constexpr omprim::tuning segments_tuning{omprim_test::two_sub_groups, 1, 8};

using offset_list = std::vector<std::uint32_t>;

/// The positions of the keys in the order of each segment; those outside of segments stay.
template <class T>
std::vector<std::size_t> positions_by_segment(const std::vector<T>& data,
                                              const offset_list& offsets, bool descending) {
  std::vector<std::size_t> positions(data.size());
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = i;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    const std::vector<T> keys(data.begin() + offsets[s], data.begin() + offsets[s + 1]);
    const auto order = omprim_test::sorted_positions(keys, {descending, {}});
    for (std::size_t i = 0; i < order.size(); ++i)
      positions[offsets[s] + i] = offsets[s] + order[i];
  }
  return positions;
}

/// Sorts keys, and keys with values, in place or not, by merges only or not.
template <class T, class Value>
void check(omprim_test::simt_backend& backend, const std::vector<T>& data,
           const offset_list& offsets, bool descending, bool in_place, bool takes_whole = true) {
  using word = omprim_test::word_of<T>;
  const std::size_t end = offsets.back();
  const auto positions = positions_by_segment(data, offsets, descending);
  const std::vector<word> keys = omprim_test::to_words(data);
  const auto values = omprim_test::telling_companions<Value>(data.size());
  const kernel::segment_bounds bounds{offsets.data(), offsets.size() - 1, 0, 0};
  std::vector<word> in = keys;
  std::vector<word> out = keys;  // keys outside of segments are not written
  std::vector<word> alone = keys;
  std::vector<Value> carried = values;
  std::vector<Value> carried_out = values;
  using pairs = strategy::sort_problem<word, Value>;
  EXPECT_EQ((strategy::sort_merge<pairs, segments_tuning>::run_segments(
                backend,
                {in.data(), carried.data(), in_place ? in.data() : out.data(),
                 in_place ? carried.data() : carried_out.data(), end, all_bits<T>(descending)},
                bounds, takes_whole)),
            strategy::checked_segments::none);
  EXPECT_EQ(in_place ? in : out, omprim_test::at_positions(keys, positions));
  EXPECT_EQ(in_place ? carried : carried_out, omprim_test::at_positions(values, positions));
  using keys_only = strategy::sort_problem<word, strategy::no_value>;
  (void)strategy::sort_merge<keys_only, segments_tuning>::run_segments(
      backend, {alone.data(), nullptr, alone.data(), nullptr, end, all_bits<T>(descending)}, bounds,
      takes_whole);
  EXPECT_EQ(alone, omprim_test::at_positions(keys, positions));
}

template <class T, class Value>
void check_mixtures(std::size_t tile) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend one(1);
  omprim_test::simt_backend three(3);
  for (const auto mixture : omprim_test::every_mixture()) {
    const sort_input inputs[] = {sort_input::random, sort_input::few_distinct, sort_input::telling};
    const sort_input input = inputs[random() % 3];
    SCOPED_TRACE(omprim_test::name_of(mixture) + ", input " +
                 std::to_string(static_cast<int>(input)));
    const auto drawn = omprim_test::segment_offsets(mixture, tile, random, 300);
    const std::uint32_t before = random() % 2 == 0 ? 0 : static_cast<std::uint32_t>(random() % 700);
    offset_list offsets;
    for (const std::int64_t at : drawn) offsets.push_back(before + static_cast<std::uint32_t>(at));
    if (offsets.back() == before) continue;  // no keys
    const auto data = omprim_test::sort_data<T>(input, offsets.back() + 3, random);
    check<T, Value>(random() % 3 == 0 ? one : three, data, offsets, random() % 2 == 0,
                    random() % 2 == 0, random() % 2 == 0);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(SimtSegmentedSort, KeysOf4Bytes) {
  check_mixtures<float, std::uint32_t>(7 * omprim_test::two_sub_groups);
  check_mixtures<std::int32_t, std::uint64_t>(7 * omprim_test::two_sub_groups);
}

TEST(SimtSegmentedSort, KeysOf8Bytes) {
  check_mixtures<double, std::uint32_t>(3 * omprim_test::two_sub_groups);
}

// Segments that an item sorts alone: up to 16 keys, 32 of 4 bytes without values. And longer ones.
TEST(SimtSegmentedSort, ShortSegments) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  for (std::uint32_t length = 1; length <= 39; length += length < 18 ? 1 : 7) {
    SCOPED_TRACE(std::to_string(length) + " keys");
    offset_list offsets{static_cast<std::uint32_t>(random() % 5)};
    while (offsets.back() < 1200) {
      const bool is_shorter = random() % 4 == 0;
      const auto keys = is_shorter ? static_cast<std::uint32_t>(random() % length) : length;
      offsets.push_back(offsets.back() + keys);
    }
    const std::size_t n = offsets.back() + 3;
    const bool descending = random() % 2 == 0;
    check<std::int32_t, std::uint32_t>(
        backend, omprim_test::sort_data<std::int32_t>(sort_input::telling, n, random), offsets,
        descending, random() % 2 == 0);
    check<float, std::uint64_t>(backend,
                                omprim_test::sort_data<float>(sort_input::telling, n, random),
                                offsets, descending, random() % 2 == 0);
    check<double, std::uint32_t>(
        backend, omprim_test::sort_data<double>(sort_input::few_distinct, n, random), offsets,
        descending, random() % 2 == 0);
  }
}

// Segments of every number of tiles: of every number of rounds, an even or an odd one. The runs are
// cut by a launch before, or where all groups run at the same time, by the groups that merge them.
TEST(SimtSegmentedSort, SegmentsOfManyTiles) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend few(3);
  omprim_test::simt_backend enough(40);
  constexpr std::size_t tile = 7 * omprim_test::two_sub_groups;
  for (const std::size_t tiles : std::initializer_list<std::size_t>{1, 2, 3, 4, 5, 8, 9, 17}) {
    for (const std::uint32_t first : {0U, 1U}) {
      SCOPED_TRACE(std::to_string(tiles) + " tiles from " + std::to_string(first));
      const auto length = static_cast<std::uint32_t>(tiles * tile);
      const offset_list offsets{first, first + length - 1, first + length - 1, first + 2 * length};
      const auto data =
          omprim_test::sort_data<std::uint32_t>(sort_input::random, offsets.back(), random);
      check<std::uint32_t, std::uint32_t>(few, data, offsets, tiles % 2 == 0, first == 0, false);
      check<std::uint32_t, std::uint32_t>(enough, data, offsets, tiles % 2 == 0, first == 0, false);
    }
  }
}

/// Keys of 4 bytes, for which groups of the three kinds have room.
constexpr std::uint32_t short_room = 15 * omprim_test::two_sub_groups;
constexpr std::uint32_t medium_room = 2 * short_room;
constexpr std::uint32_t long_room = 4 * short_room;

// Segments that a group sorts whole: as many keys as it has room for, one more, and few. The
// longest one may need another kind of group than the mean length suggests, or merges.
TEST(SimtSegmentedSort, WholeSegments) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  for (const std::uint32_t longest :
       {short_room - 1, short_room, short_room + 1, medium_room, long_room, long_room + 1}) {
    for (const bool has_short_ones : {false, true}) {
      SCOPED_TRACE(std::to_string(longest) + " keys");
      offset_list offsets{static_cast<std::uint32_t>(random() % 5)};
      const auto add = [&](std::uint32_t keys) { offsets.push_back(offsets.back() + keys); };
      add(longest);
      add(0);
      add(has_short_ones ? 1 : longest - static_cast<std::uint32_t>(random() % 70));
      if (has_short_ones) add(33 + static_cast<std::uint32_t>(random() % 700));
      const std::size_t n = offsets.back() + 3;
      const bool descending = random() % 2 == 0;
      const bool in_place = random() % 2 == 0;
      check<float, std::uint64_t>(backend,
                                  omprim_test::sort_data<float>(sort_input::telling, n, random),
                                  offsets, descending, in_place);
      check<std::int32_t, std::uint32_t>(
          backend, omprim_test::sort_data<std::int32_t>(sort_input::few_distinct, n, random),
          offsets, descending, !in_place);
      check<double, std::uint32_t>(backend,
                                   omprim_test::sort_data<double>(sort_input::random, n, random),
                                   offsets, descending, in_place);
    }
  }
}

// More segments than groups check for themselves: a launch before does.
TEST(SimtSegmentedSort, ManyWholeSegments) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(1);
  offset_list offsets{1};
  for (int i = 0; i < 20; ++i) {
    offsets.push_back(offsets.back() + short_room - static_cast<std::uint32_t>(random() % 99));
  }
  const auto data =
      omprim_test::sort_data<std::uint32_t>(sort_input::random, offsets.back(), random);
  check<std::uint32_t, std::uint64_t>(backend, data, offsets, true, true);
  std::swap(offsets[7], offsets[8]);
  auto keys = omprim_test::to_words(data);
  using problem = strategy::sort_problem<std::uint32_t, strategy::no_value>;
  EXPECT_EQ(
      (strategy::sort_merge<problem, segments_tuning>::run_segments(
          backend,
          {keys.data(), nullptr, keys.data(), nullptr, keys.size(), all_bits<std::uint32_t>(false)},
          {offsets.data(), offsets.size() - 1, 0, 0})),
      7U);
  EXPECT_EQ(keys, omprim_test::to_words(data)) << "nothing is sorted";
}

// Segments of one length, by some of the bits.
TEST(SimtSegmentedSort, WholeSegmentsByBits) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  constexpr std::uint32_t length = 700;
  constexpr std::uint32_t segments = 5;
  std::vector<std::uint32_t> keys(std::size_t{length} * segments + 9);
  for (auto& key : keys) key = static_cast<std::uint32_t>(random());
  auto wanted = keys;
  for (std::uint32_t s = 0; s < segments; ++s) {
    const auto begin = keys.begin() + std::ptrdiff_t{s} * length;
    const std::vector<std::uint32_t> segment(begin, begin + length);
    const auto sorted = omprim_test::at_positions(
        segment, omprim_test::sorted_positions(segment, {false, {3, 14}}));
    std::copy(sorted.begin(), sorted.end(), wanted.begin() + std::ptrdiff_t{s} * length);
  }
  using problem = strategy::sort_problem<std::uint32_t, strategy::no_value>;
  EXPECT_EQ((strategy::sort_merge<problem, segments_tuning>::run_segments(
                backend,
                {keys.data(),
                 nullptr,
                 keys.data(),
                 nullptr,
                 keys.size(),
                 {kernel::key_kind::unsigned_integer, false, 3, 14}},
                {nullptr, segments, length, 0})),
            strategy::checked_segments::none);
  EXPECT_EQ(keys, wanted);
}

TEST(SimtSegmentedSort, FewFallingOffsetsAreFound) {
  omprim_test::simt_backend backend(3);
  std::vector<std::uint32_t> keys(5000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::uint32_t>(5000 - i);
  const auto before = keys;
  const offset_list offsets{0, 900, 1800, 1700, 5001};
  using problem = strategy::sort_problem<std::uint32_t, strategy::no_value>;
  const auto fault = strategy::sort_merge<problem, segments_tuning>::run_segments(
      backend,
      {keys.data(), nullptr, keys.data(), nullptr, keys.size(), all_bits<std::uint32_t>(false)},
      {offsets.data(), offsets.size() - 1, 0, 0});
  EXPECT_EQ(fault, 2U);
  EXPECT_EQ(keys, before) << "nothing is sorted";
}

TEST(SimtSegmentedSort, FallingOffsetsAreFound) {
  omprim_test::simt_backend backend(3);
  std::vector<std::uint32_t> keys(5000, 7);
  keys[4999] = 1;
  offset_list offsets(3001);
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = static_cast<std::uint32_t>(i);
  offsets.back() = 5000;
  std::swap(offsets[1700], offsets[1701]);
  std::swap(offsets[2500], offsets[2501]);
  using problem = strategy::sort_problem<std::uint32_t, strategy::no_value>;
  const auto fault = strategy::sort_merge<problem, segments_tuning>::run_segments(
      backend,
      {keys.data(), nullptr, keys.data(), nullptr, keys.size(), all_bits<std::uint32_t>(false)},
      {offsets.data(), offsets.size() - 1, 0, 0});
  EXPECT_EQ(fault, 1700U);
  EXPECT_EQ(keys[4999], 1U) << "nothing is sorted";
}

}  // namespace
