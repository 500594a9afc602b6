// SPDX-License-Identifier: BSD-3-Clause
// Sorts by the vectors of one thread of a processor: by networks, and by splits.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/agent/sort/column_network.hpp>
#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/sort.hpp>

#include "support/sort_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim_test::at_positions;
using omprim_test::random_engine;
using omprim_test::sort_options_of;
using omprim_test::sorted_positions;
using omprim_test::to_words;
using policy = omprim::strategy::sort_policy;

/// Many equal keys, and the ones where comparisons go wrong.
template <class T>
T special_key(random_engine& random) {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    const T some[] = {T(0),
                      -T(0),
                      limits::infinity(),
                      -limits::infinity(),
                      limits::denorm_min(),
                      -limits::denorm_min(),
                      limits::lowest(),
                      limits::max(),
                      T(1)};
    return some[random() % std::size(some)];
  } else {
    const T some[] = {T(0), T(1), limits::min(), limits::max(), T(~T(0)), T(limits::max() / 2)};
    return some[random() % std::size(some)];
  }
}
template <class T>
std::vector<T> any_keys(std::size_t n, random_engine& random) {
  std::vector<T> keys(n);
  for (T& key : keys) {
    key = omprim_test::from_word<T>(static_cast<omprim_test::word_of<T>>(random()));
    if (key != key) key = T(1);  // NaN go another way
  }
  return keys;
}
template <class T>
std::vector<T> special_keys(std::size_t n, random_engine& random) {
  std::vector<T> keys(n);
  for (T& key : keys) key = special_key<T>(random);
  return keys;
}

template <class T>
void check(const std::vector<T>& keys, bool descending) {
  const auto want = to_words(at_positions(keys, sorted_positions(keys, {descending, {}})));
  std::vector<T> out = keys;
  omprim::sort(omprim::serial(), out.data(), out.size(), sort_options_of(descending));
  ASSERT_EQ(to_words(out), want) << "n " << keys.size();
}

/// The same with values.
template <class T>
void check_values(const std::vector<T>& keys, bool descending, omprim::key_bits bits) {
  const auto order = sorted_positions(keys, {descending, bits});
  std::vector<T> out = keys;
  std::vector<std::int64_t> positions(keys.size());
  const auto options = sort_options_of(descending, bits);
  omprim::argsort(omprim::serial(), keys.data(), keys.size(), positions.data(), options);
  ASSERT_EQ(positions, std::vector<std::int64_t>(order.begin(), order.end())) << keys.size();
  std::vector<std::int32_t> values(positions.rbegin(), positions.rend());
  const std::vector<std::int32_t> moved = at_positions(values, order);
  omprim::sort_by_key(omprim::serial(), out.data(), values.data(), out.size(), options);
  ASSERT_EQ(values, moved) << keys.size();
  ASSERT_EQ(to_words(out), to_words(at_positions(keys, order))) << keys.size();
}

TEST(SortByNetwork, EachNumberOfKeys) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::size_t most = policy::most_network_bytes / sizeof(T);
    for (std::size_t n = 1; n <= most + 1; n += n < 300 ? 1 : 1 + random() % (n / 8)) {
      check(any_keys<T>(n, random), random() % 2 == 0);
      check(special_keys<T>(n, random), random() % 2 == 0);
    }
    check(any_keys<T>(most, random), false);
    check(special_keys<T>(most, random), true);
  });
}

/// Keys most of which are 7; the others are in [least, most].
template <class T>
std::vector<T> mostly_seven(std::size_t n, unsigned least, unsigned most, random_engine& random) {
  std::vector<T> keys(n, T(7));
  for (std::size_t i = 0; i < 1 + n / 100; ++i) {
    keys[random() % n] = static_cast<T>(least + random() % (most - least + 1));
  }
  return keys;
}

// More keys than a network sorts are split first, by pivots that are many keys or few.
TEST(SortBySplits, ManyEqualKeys) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::size_t most = policy::most_network_bytes / sizeof(T);
    for (const std::size_t n : {most + 1, 2 * most + 77, 5 * most + 5}) {
      check(special_keys<T>(n, random), random() % 2 == 0);
      check(any_keys<T>(n, random), random() % 2 == 0);
      check(mostly_seven<T>(n, 5, 6, random), false);
      check(mostly_seven<T>(n, 8, 9, random), false);
      check(mostly_seven<T>(n, 6, 8, random), false);
      std::vector<T> keys = any_keys<T>(n, random);
      for (std::size_t i = 0; i < n; i += 2) keys[i] = T(0);
      if constexpr (std::is_floating_point_v<T>) {
        for (std::size_t i = 0; i < n; i += 6) keys[i] = -T(0);
      }
      check(keys, random() % 2 == 0);
    }
  });
}

// Few different keys are counted, if no other turns up.
TEST(SortBySplits, FewDifferentKeys) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::size_t most = policy::most_network_bytes / sizeof(T);
    for (const std::size_t different : {1U, 2U, 7U, 8U, 9U, 16U, 17U, 40U, 130U}) {
      auto some = any_keys<T>(different, random);
      if constexpr (std::is_floating_point_v<T>) {
        if (different > 2) some[0] = T(0);
        if (different > 2) some[1] = -T(0);
      }
      std::vector<T> keys(3 * most + random() % 1000);
      for (T& key : keys) key = some[random() % different];
      check(keys, random() % 2 == 0);
      keys.back() = T(12345);
      check(keys, random() % 2 == 0);
      for (std::size_t i = 0; i < 20; ++i) keys[random() % keys.size()] = static_cast<T>(i);
      check(keys, random() % 2 == 0);
      if constexpr (std::is_floating_point_v<T>) {
        for (const T nan : omprim_test::different_nans<T>()) keys[random() % keys.size()] = nan;
        check(keys, random() % 2 == 0);
      }
    }
  });
}

// Samples of such keys are mostly of the same few keys.
TEST(SortBySplits, RepeatedKeysBetweenFewOthers) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<T> keys(100003);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      keys[i] = i % 64 == 0 ? any_keys<T>(1, random)[0] : static_cast<T>(i % 3);
    }
    check(keys, false);
  });
}

TEST(SortByNetwork, EachNumberOfKeysWithValues) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    // On all ISA levels.
    constexpr std::size_t most = 4096;
    for (std::size_t n = 1; n <= most + 1; n += n < 300 ? 1 : 1 + random() % (n / 8)) {
      const auto first = static_cast<int>(random() % 20);
      const omprim::key_bits bits =
          random() % 2 == 0 ? omprim::key_bits{} : omprim::key_bits{first, first + 9};
      check_values(any_keys<T>(n, random), random() % 2 == 0, bits);
      auto keys = special_keys<T>(n, random);
      if constexpr (std::is_floating_point_v<T>) {
        for (const T nan : omprim_test::different_nans<T>()) keys[random() % n] = nan;
      }
      check_values(keys, random() % 2 == 0, bits);
    }
  });
}

// A network that sorts all inputs of zeros and ones sorts all inputs (D. E. Knuth, The Art of
// Computer Programming, volume 3).
TEST(ColumnNetwork, SortsAllZerosAndOnes) {
  constexpr int lanes = 4;
  for (std::uint64_t rows = 1; rows <= 5; ++rows) {
    const auto shape = omprim::strategy::network_shape::of(rows);
    ASSERT_EQ(shape.rows(), static_cast<int>(rows));
    const int size = lanes * shape.rows();
    for (std::uint32_t input = 0; input < 1U << size; ++input) {
      std::int32_t elements[lanes * 5];
      for (int i = 0; i < size; ++i) elements[i] = static_cast<std::int32_t>(input >> i & 1U);
      omprim::strategy::column_network<std::int32_t, lanes>::sort(elements, shape);
      std::int32_t before = 0;
      for (int i = 0; i < size; ++i) {
        const std::int32_t element = elements[i % shape.rows() * lanes + i / shape.rows()];
        ASSERT_LE(before, element) << rows << " rows, input " << input;
        before = element;
      }
      ASSERT_EQ(std::count(elements, elements + size, 1), std::popcount(input));
    }
  }
}

TEST(ColumnNetwork, ShapesHaveFewRowsTooMany) {
  using omprim::strategy::network_shape;
  for (std::uint64_t least = 1; least < 10000; ++least) {
    const auto rows = static_cast<std::uint64_t>(network_shape::of(least).rows());
    EXPECT_GE(rows, least);
    EXPECT_LE(4 * rows, 5 * least) << least;
  }
}

}  // namespace
