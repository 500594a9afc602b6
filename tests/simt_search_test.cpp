// SPDX-License-Identifier: BSD-3-Clause
// Searches in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/strategy/search/bisection.hpp>
#include <omprim/table.hpp>

#include "support/search_oracle.hpp"
#include "support/simt_backend.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim_test::random_engine;
using omprim_test::sort_input;

constexpr omprim::tuning search_tuning{64, 1, 4};

template <class T, class Index>
void check(omprim_test::simt_backend& backend, kernel::key_kind kind, std::size_t n,
           std::size_t count, random_engine& random) {
  using word = omprim_test::word_of<T>;
  const omprim_test::search_order how{random() % 2 == 0, random() % 2 == 0};
  SCOPED_TRACE("n " + std::to_string(n) + ", " + std::to_string(count) + " values");
  const auto sorted = omprim_test::sorted_data<T>(sort_input::telling, n, how.descending, random);
  const auto values = omprim_test::searched_data(sorted, count, random);
  const auto sorted_words = omprim_test::to_words(sorted);
  const auto value_words = omprim_test::to_words(values);
  std::vector<Index> positions(count, 7);
  strategy::search_bisection<strategy::search_problem<word>, search_tuning>::run(
      backend, {sorted_words.data(), n, value_words.data(), count, positions.data(),
                sizeof(Index) == 8, how.is_upper, kind, how.descending});
  EXPECT_EQ(positions, omprim_test::searched_positions<Index>(sorted, values, how));
}

TEST(SimtSearch, PositionsAreThoseOfTheStandardLibrary) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  // More elements than are in local memory, and more tiles than there are teams.
  for (const std::size_t n : {0U, 1U, 2U, 3U, 7U, 8U, 1000U, 1023U, 1024U, 1025U, 5000U}) {
    for (const std::size_t count : {1U, 64U, 255U, 257U, 1500U}) {
      check<float, std::int32_t>(backend, kernel::key_kind::floating, n, count, random);
      check<std::int64_t, std::int64_t>(backend, kernel::key_kind::signed_integer, n, count,
                                        random);
    }
  }
}

// In an array beyond caches, an item searches for values that are far from each other one by one.
TEST(SimtSearch, ValuesFarFromEachOther) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(2);
  std::vector<float> sorted(strategy::search_policy::cached_bytes / sizeof(float) + 5);
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = static_cast<float>(i / 2);
  const auto sorted_words = omprim_test::to_words(sorted);
  std::vector<float> values(700);
  for (float& value : values) value = static_cast<float>(random() % sorted.size() / 2);
  for (const bool is_far : {true, false}) {
    if (!is_far) std::sort(values.begin(), values.end());
    const auto value_words = omprim_test::to_words(values);
    std::vector<std::int32_t> positions(values.size(), 7);
    strategy::search_bisection<strategy::search_problem<std::uint32_t>, search_tuning>::run(
        backend, {sorted_words.data(), sorted.size(), value_words.data(), values.size(),
                  positions.data(), false, false, kernel::key_kind::floating, false});
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto found = std::lower_bound(sorted.begin(), sorted.end(), values[i]);
      ASSERT_EQ(positions[i], found - sorted.begin()) << "value " << i << ", far: " << is_far;
    }
  }
}

// Arrays of 2^31 and more elements are counted in 64 bits.
TEST(SimtSearch, CountsManyElements) {
  random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(2);
  using word = std::uint32_t;
  using order = kernel::integer_order<word>;
  const auto sorted = omprim_test::sorted_data<word>(sort_input::telling, 3000, false, random);
  const auto values = omprim_test::searched_data(sorted, 1000, random);
  std::vector<std::int64_t> positions(values.size(), 7);
  backend.launch(3, strategy::search_by_bisection<word, order, std::int64_t, search_tuning>{
                        sorted.data(), sorted.size(), values.data(), values.size(),
                        positions.data(), order{0}, 1U, 0U});
  EXPECT_EQ(positions, omprim_test::searched_positions<std::int64_t>(sorted, values, {}));
}

}  // namespace
