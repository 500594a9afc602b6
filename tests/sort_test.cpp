// SPDX-License-Identifier: BSD-3-Clause
// The typed sorts, by the variants that the library chooses.
#include <omprim/sort.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/backends.hpp"
#include "support/environment.hpp"
#include "support/memory.hpp"
#include "support/sort_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::key_bits;
using omprim::sort_options;
using omprim_test::at_positions;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::sort_data;
using omprim_test::sort_input;
using omprim_test::sort_options_of;
using omprim_test::sorted_positions;
using omprim_test::telling_companions;
using omprim_test::to_words;
using omprim_test::value_of_words;

TEST(SortOracle, PlacesAreInTheOrderOfValues) {
  omprim_test::for_every_type([](auto tag) {
    using T = typename decltype(tag)::type;
    random_engine random(omprim_test::test_seed());
    const auto keys = sort_data<T>(sort_input::telling, 300, random);
    for (const T a : keys) {
      for (const T b : keys) {
        ASSERT_EQ(omprim_test::comes_before(a, b),
                  omprim_test::place_in_order(a) < omprim_test::place_in_order(b))
            << a << " and " << b;
      }
    }
  });
}

class Sort : public omprim_test::backend_test {
 protected:
  /// The sorted keys, as words.
  template <class T>
  static auto sorted(const std::vector<T>& keys, const sort_options& options = {}) {
    const placed_array<T> in(where(), keys);
    const placed_array<T> out(where(), std::vector<T>(keys.size()));
    omprim::sort(where(), in.data(), keys.size(), out.pointer(), options);
    return to_words(out.values());
  }

  /// Sorts keys with their positions, and compares both.
  template <class T, class Value = std::uint32_t>
  static void check_pairs(const std::vector<T>& keys, bool descending, key_bits bits) {
    const auto order = sorted_positions(keys, {descending, bits});
    const auto values = telling_companions<Value>(keys.size());
    const placed_array<T> in(where(), keys);
    const placed_array<Value> carried(where(), values);
    omprim::sort_by_key(where(), in.pointer(), carried.pointer(), keys.size(),
                        sort_options_of(descending, bits));
    EXPECT_EQ(to_words(in.values()), to_words(at_positions(keys, order)));
    EXPECT_EQ(carried.values(), at_positions(values, order));
  }
};
OMPRIM_ON_EVERY_BACKEND(Sort);

TEST_P(Sort, EveryTypeAndInput) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const sort_input input : omprim_test::every_sort_input) {
      const std::size_t n = input == sort_input::random ? 200003 : 1 + random() % 9000;
      const auto keys = sort_data<T>(input, n, random);
      for (const bool descending : {false, true}) {
        SCOPED_TRACE("input " + std::to_string(static_cast<int>(input)) + ", n " +
                     std::to_string(n) + (descending ? ", descending" : ""));
        const auto want = to_words(at_positions(keys, sorted_positions(keys, {descending, {}})));
        ASSERT_EQ(sorted(keys, sort_options_of(descending)), want);
        const placed_array<T> both(where(), keys);
        omprim::sort(where(), both.pointer(), n, sort_options_of(descending));
        ASSERT_EQ(to_words(both.values()), want) << "in place";
      }
    }
  });
}

// Some keys share nearly all bits, too few to be in a sample of the keys: fewer than a group of a
// device sorts by itself, or more.
TEST_P(Sort, KeysThatShareLeadingBits) {
  random_engine random(omprim_test::test_seed());
  for (const std::size_t distance : {5000U, 350U}) {
    std::vector<std::uint64_t> keys(2'000'003);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const bool is_of_run = i % distance == distance / 2;
      keys[i] = is_of_run ? std::uint64_t{0x12345678} << 32U | random() % 100000 : random();
    }
    check_pairs(keys, random() % 2 == 0, {});
  }
}

TEST_P(Sort, FloatsHaveATotalOrder) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    using limits = std::numeric_limits<T>;
    const T inf = limits::infinity();
    const T least = limits::denorm_min();
    const auto nans = omprim_test::different_nans<T>();
    const std::vector<T> ascending{-inf, limits::lowest(), T(-1), -least, -T(0), T(0), least,
                                   T(1), limits::max(),    inf};
    std::vector<T> keys = nans;
    keys.insert(keys.end(), ascending.rbegin(), ascending.rend());
    std::vector<T> want = ascending;
    want.insert(want.end(), nans.begin(), nans.end());
    EXPECT_EQ(sorted(keys), to_words(want));
    std::vector<T> descending = nans;  // equal keys keep their order in this direction, too
    descending.insert(descending.end(), ascending.rbegin(), ascending.rend());
    EXPECT_EQ(sorted(want, sort_options_of(true)), to_words(descending));
  });
}

TEST_P(Sort, EqualKeysKeepTheirOrder) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const auto input :
         {sort_input::few_distinct, sort_input::all_equal, sort_input::one_digit}) {
      const auto keys = sort_data<T>(input, 200003, random);
      check_pairs(keys, false, {});
      check_pairs(keys, true, {});
    }
  });
}

// From sort_policy::wider_tiles_from keys on, devices take wider tiles.
TEST_P(Sort, ManyKeysWithValuesOf8Bytes) {
  random_engine random(omprim_test::test_seed());
  constexpr std::size_t n = (std::size_t{3} << 20) + 4321;
  check_pairs<std::uint32_t, std::uint64_t>(sort_data<std::uint32_t>(sort_input::random, n, random),
                                            false, {});
  check_pairs<float, std::uint64_t>(sort_data<float>(sort_input::few_distinct, n, random), true,
                                    {});
}

// A thread alone moves keys by tiles in passes of such digits, in others straight to the output.
TEST_P(Sort, DigitsThatBeginPowersOfTwoApart) {
  random_engine random(omprim_test::test_seed());
  std::vector<std::uint32_t> keys(std::size_t{1} << 18);
  for (const std::uint32_t counted : {0xff00ff00U, 0x00ff00ffU, 0xffff0000U}) {
    SCOPED_TRACE("of the bits " + std::to_string(counted));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(i % 256 * 0x01010101);
      keys[i] = (number & counted) | (static_cast<std::uint32_t>(random()) & ~counted);
    }
    check_pairs(keys, counted == 0xff00ff00U, {});
  }
}

// Keys or values alone may be in place, with an even and an odd number of digits that decide.
TEST_P(Sort, EachOutputMayBeItsInput) {
  random_engine random(omprim_test::test_seed());
  for (const auto input : {sort_input::random, sort_input::one_digit, sort_input::all_equal}) {
    const auto keys = sort_data<std::uint32_t>(input, 70001, random);
    const auto values = telling_companions<std::uint64_t>(keys.size());
    const auto order = sorted_positions(keys, {});
    for (const bool keys_in_place : {false, true}) {
      const placed_array<std::uint32_t> in(where(), keys);
      const placed_array<std::uint64_t> carried(where(), values);
      const placed_array<std::uint32_t> out(where(), std::vector<std::uint32_t>(keys.size()));
      const placed_array<std::uint64_t> moved(where(), std::vector<std::uint64_t>(keys.size()));
      const auto& keys_out = keys_in_place ? in : out;
      const auto& values_out = keys_in_place ? moved : carried;
      omprim::sort_by_key(where(), in.data(), carried.data(), keys.size(), keys_out.pointer(),
                          values_out.pointer());
      EXPECT_EQ(keys_out.values(), at_positions(keys, order));
      EXPECT_EQ(values_out.values(), at_positions(values, order));
      EXPECT_EQ((keys_in_place ? carried.values() == values : in.values() == keys), true)
          << "an input has changed";
    }
  }
}

TEST_P(Sort, ComparesTheChosenBits) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    constexpr int all = 8 * sizeof(T);
    for (const key_bits bits :
         {key_bits{0, 1}, key_bits{0, 8}, key_bits{3, 13}, key_bits{5, 29}, key_bits{7, 31},
          key_bits{all - 9, all}, key_bits{all - 1, all}, key_bits{0, all - 1}, key_bits{0, all}}) {
      SCOPED_TRACE("bits " + std::to_string(bits.first) + " to " + std::to_string(bits.last));
      const auto keys = sort_data<T>(sort_input::telling, 5003, random);
      check_pairs(keys, false, bits);
      check_pairs(keys, true, bits);
    }
  });
}

TEST_P(Sort, PositionsAreIntegersOf4Or8Bytes) {
  random_engine random(omprim_test::test_seed());
  const auto check = [&](auto tag, sort_input input, bool descending) {
    using Index = typename decltype(tag)::type;
    const auto keys = sort_data<double>(input, 30011, random);
    const auto order = sorted_positions(keys, {descending, {}});
    const placed_array<double> in(where(), keys);
    const placed_array<Index> out(where(), std::vector<Index>(keys.size(), Index(7)));
    omprim::argsort(where(), in.data(), keys.size(), out.pointer(), sort_options_of(descending));
    EXPECT_EQ(out.values(), std::vector<Index>(order.begin(), order.end()));
    EXPECT_EQ(to_words(in.values()), to_words(keys));
  };
  for (const auto input : omprim_test::every_sort_input) {
    check(omprim_test::type_tag<std::int32_t>{}, input, false);
    check(omprim_test::type_tag<std::uint32_t>{}, input, true);
    check(omprim_test::type_tag<std::int64_t>{}, input, false);
    check(omprim_test::type_tag<std::uint64_t>{}, input, true);
  }
}

TEST_P(Sort, MovesValuesOfAnySizeAndAlignment) {
  random_engine random(omprim_test::test_seed());
  const auto keys = sort_data<float>(sort_input::few_distinct, 3000, random);
  const auto check = [&]<class V>(V /*value*/) {
    SCOPED_TRACE(std::to_string(sizeof(V)) + " bytes");
    for (const bool descending : {false, true}) {
      const auto order = sorted_positions(keys, {descending, {}});
      const auto values = telling_companions<V>(keys.size());
      const placed_array<float> in(where(), keys);
      const placed_array<V> moved(where(), values);
      const placed_array<float> out(where(), std::vector<float>(keys.size()));
      const placed_array<V> values_out(where(), std::vector<V>(keys.size()));
      omprim::sort_by_key(where(), in.data(), moved.data(), keys.size(), out.pointer(),
                          values_out.pointer(), sort_options_of(descending));
      EXPECT_EQ(to_words(out.values()), to_words(at_positions(keys, order)));
      EXPECT_EQ(values_out.values(), at_positions(values, order));
      EXPECT_EQ(moved.values(), values) << "an input has changed";
      omprim::sort_by_key(where(), in.pointer(), moved.pointer(), keys.size(),
                          sort_options_of(descending));
      EXPECT_EQ(to_words(in.values()), to_words(at_positions(keys, order))) << "in place";
      EXPECT_EQ(moved.values(), at_positions(values, order)) << "in place";
    }
  };
  check(std::uint8_t{});
  check(std::uint16_t{});
  check(value_of_words<std::uint8_t, 3>{});
  check(value_of_words<std::uint8_t, 4>{});
  check(value_of_words<std::uint32_t, 2>{});
  check(value_of_words<std::uint32_t, 3>{});
  check(value_of_words<std::uint64_t, 2>{});
  check(value_of_words<std::uint64_t, 5>{});
}

// 8 bytes that lie at multiples of 4 are no word of 8 bytes.
TEST_P(Sort, ValuesMayLieWhereTheirTypeAllows) {
  using pair = value_of_words<std::uint32_t, 2>;
  const placed_array<std::int32_t> keys(where(), {3, -1, 2});
  const placed_array<std::uint32_t> values(where(), {0, 1, 2, 3, 4, 5, 6});
  omprim::sort_by_key(where(), keys.pointer(), reinterpret_cast<pair*>(values.pointer() + 1), 3);
  EXPECT_EQ(keys.values(), (std::vector<std::int32_t>{-1, 2, 3}));
  EXPECT_EQ(values.values(), (std::vector<std::uint32_t>{0, 3, 4, 5, 6, 1, 2}));
}

TEST_P(Sort, EmptyInputWritesNothing) {
  const placed_array<float> out(where(), {5.0f});
  const placed_array<std::int32_t> positions(where(), {5});
  float* const nothing = nullptr;
  std::int32_t* const no_values = nullptr;
  omprim::sort(where(), nothing, 0);
  omprim::sort(where(), nothing, 0, out.pointer());
  omprim::sort_by_key(where(), nothing, no_values, 0);
  omprim::sort_by_key(where(), nothing, no_values, 0, out.pointer(), positions.pointer());
  omprim::argsort(where(), nothing, 0, positions.pointer());
  omprim::argsort(where(), nothing, 0, no_values);
  EXPECT_EQ(out.values(), std::vector<float>{5.0f});
  EXPECT_EQ(positions.values(), std::vector<std::int32_t>{5});
}

TEST_P(Sort, SeveralThreadsAtTheSameTime) {
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back([seed, here = where()] {
      random_engine random(seed);
      for (int round = 0; round < 5; ++round) {
        auto keys = sort_data<std::uint64_t>(sort_input::random, 40000 + 3 * seed, random);
        const placed_array<std::uint64_t> both(here, keys);
        omprim::sort(here, both.pointer(), keys.size());
        std::sort(keys.begin(), keys.end());
        EXPECT_EQ(both.values(), keys);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

#if OMPRIM_HAS_ENVIRONMENTS
// Few keys are compared as floats. Subnormals must not be equal to zero then.
TEST_P(Sort, SameOrderInAnyFloatingPointEnvironment) {
  random_engine random(1);
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t n : {std::size_t{1000}, std::size_t{100003}}) {
      std::vector<T> keys(n);
      for (T& key : keys)
        key = omprim_test::from_word<T>(static_cast<omprim_test::word_of<T>>(random() % 1000));
      for (std::size_t i = 0; i < keys.size(); i += 3) keys[i] = -keys[i];
      const auto want = to_words(at_positions(keys, sorted_positions(keys, {})));
      const placed_array<T> in(where(), keys);
      const placed_array<T> out(where(), keys);
      for (const unsigned state : omprim_test::environments) {
        {
          const omprim_test::environment here(state);
          omprim::sort(where(), in.data(), keys.size(), out.pointer());
        }
        EXPECT_EQ(to_words(out.values()), want) << state;
      }
    }
  });
}
#endif

}  // namespace
