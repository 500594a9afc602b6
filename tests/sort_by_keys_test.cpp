// SPDX-License-Identifier: BSD-3-Clause
// Sorts by two arrays of keys.
#include <omprim/sort_by_keys.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/containers/sort_by_keys.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/search_oracle.hpp"

namespace {

using omprim::sort_options;
using omprim_test::at_positions;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::sort_input;
using omprim_test::sort_options_of;
using omprim_test::to_words;
using ints = std::vector<std::int32_t>;

template <class T, class U>
std::vector<std::size_t> positions_by_keys(const std::vector<T>& first,
                                           const std::vector<U>& second, bool first_descends,
                                           bool second_descends) {
  std::vector<std::size_t> positions(first.size());
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = i;
  const auto by_first = omprim_test::before_in<T>(first_descends);
  const auto by_second = omprim_test::before_in<U>(second_descends);
  std::sort(positions.begin(), positions.end(), [&](std::size_t a, std::size_t b) {
    if (by_first(first[a], first[b])) return true;
    if (by_first(first[b], first[a])) return false;
    if (by_second(second[a], second[b])) return true;
    return !by_second(second[b], second[a]) && a < b;
  });
  return positions;
}

class SortByKeys : public omprim_test::backend_test {
 protected:
  template <class T, class U>
  static void check(sort_input input, std::size_t n, random_engine& random) {
    const auto first = omprim_test::sort_data<T>(input, n, random);
    const auto second = omprim_test::sort_data<U>(sort_input::telling, n, random);
    const bool first_descends = random() % 2 == 0;
    const bool second_descends = random() % 2 == 0;
    const auto by_first = sort_options_of(first_descends);
    const auto by_second = sort_options_of(second_descends);
    const auto order = positions_by_keys(first, second, first_descends, second_descends);
    const auto want_first = to_words(at_positions(first, order));
    const auto want_second = to_words(at_positions(second, order));
    const placed_array<T> a(where(), first);
    const placed_array<U> b(where(), second);
    const placed_array<std::int32_t> positions(where(), ints(n, 7));
    omprim::argsort_by_keys(where(), a.data(), b.data(), n, positions.pointer(), by_first,
                            by_second);
    ASSERT_EQ(positions.values(), ints(order.begin(), order.end()));
    const placed_array<T> a_out(where(), std::vector<T>(n));
    const placed_array<U> b_out(where(), std::vector<U>(n));
    omprim::sort_by_keys(where(), a.data(), b.data(), n, a_out.pointer(), b_out.pointer(), by_first,
                         by_second);
    ASSERT_EQ(to_words(a_out.values()), want_first);
    ASSERT_EQ(to_words(b_out.values()), want_second);
    ASSERT_EQ(to_words(a.values()), to_words(first));
    omprim::sort_by_keys(where(), a.pointer(), b.pointer(), n, by_first, by_second);
    ASSERT_EQ(to_words(a.values()), want_first);
    ASSERT_EQ(to_words(b.values()), want_second);
  }
};
OMPRIM_ON_EVERY_BACKEND(SortByKeys);

TEST_P(SortByKeys, TheFirstDecidesThenTheSecondThenThePlace) {
  random_engine random(omprim_test::test_seed());
  for (const auto input :
       {sort_input::few_distinct, sort_input::all_equal, sort_input::telling, sort_input::random}) {
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, std::size_t{200}, std::size_t{30011}}) {
      check<std::int32_t, double>(input, n, random);
      check<double, std::uint32_t>(input, n, random);
      check<std::uint64_t, float>(input, n, random);
      check<float, float>(input, n, random);
    }
  }
}

TEST_P(SortByKeys, Containers) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "needs memory of the host";
  const ints material{2, 1, 2, 1};
  const std::vector<double> energy{0.5, 4, 0.25, 3};
  ints positions(4);
  omprim::argsort_by_keys(where(), material, energy, positions);
  EXPECT_EQ(positions, (ints{3, 1, 2, 0}));
  ints sorted(4);
  std::vector<double> sorted_energy(4);
  omprim::sort_by_keys(where(), material, energy, sorted, sorted_energy, sort_options_of(true));
  EXPECT_EQ(sorted, (ints{2, 2, 1, 1}));
  EXPECT_EQ(sorted_energy, (std::vector<double>{0.25, 0.5, 3, 4}));
  ints both = material;
  std::vector<double> other = energy;
  omprim::sort_by_keys(where(), both, other);
  EXPECT_EQ(both, (ints{1, 1, 2, 2}));
  EXPECT_EQ(other, (std::vector<double>{3, 4, 0.25, 0.5}));
  ints shorter(3);
  omprim_test::expect_error(omprim::status::invalid_argument, {"3", "4"},
                            [&] { omprim::argsort_by_keys(where(), material, energy, shorter); });
  omprim_test::expect_error(omprim::status::invalid_argument, {"3", "4"},
                            [&] { omprim::sort_by_keys(where(), shorter, other); });
}

}  // namespace
