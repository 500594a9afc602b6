// SPDX-License-Identifier: BSD-3-Clause
// How a thread reads a share as several streams (agent/reduce/pack_rows.hpp).
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/agent/reduce/pack_rows.hpp>

namespace {

constexpr std::uint64_t most_streams = 4;

void expect_each_tile_once(std::uint64_t begin, std::uint64_t count, std::uint64_t streams) {
  std::vector<std::vector<std::uint64_t>> taken(streams);
  omprim::strategy::take_streams<most_streams>(
      {begin, begin + count}, streams,
      [&](std::uint64_t tile, std::uint64_t stream) { taken.at(stream).push_back(tile); });
  std::vector<std::uint64_t> all;
  for (const auto& tiles : taken) all.insert(all.end(), tiles.begin(), tiles.end());
  ASSERT_EQ(all.size(), count) << streams;
  for (std::uint64_t i = 0; i < count; ++i) {
    ASSERT_EQ(all[i], begin + i) << "the streams are consecutive parts, each in order";
  }
}

TEST(Streams, TakeEachTileOnce) {
  for (std::uint64_t streams = 1; streams <= most_streams; streams *= 2) {
    for (std::uint64_t count = 0; count < 400; ++count) expect_each_tile_once(7, count, streams);
    for (const std::uint64_t count : {1023U, 1024U, 4096U, 4099U}) {
      expect_each_tile_once(1000, count, streams);
    }
  }
}

TEST(Streams, DoNotBeginPowersOfTwoApart) {
  std::vector<std::uint64_t> first(most_streams, ~std::uint64_t{0});
  omprim::strategy::take_streams<most_streams>({0, 4096}, most_streams,
                                               [&](std::uint64_t tile, std::uint64_t stream) {
                                                 first[stream] = std::min(first[stream], tile);
                                               });
  for (std::uint64_t s = 1; s < most_streams; ++s) {
    EXPECT_NE((first[s] - first[s - 1]) % 1024, 0U);
  }
}

}  // namespace
