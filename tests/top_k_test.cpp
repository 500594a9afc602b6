// SPDX-License-Identifier: BSD-3-Clause
// The typed order statistics, by the variants that the library chooses.
#include <omprim/top_k.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/containers/top_k.hpp>

#include "support/backends.hpp"
#include "support/environment.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/top_k_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::status;
using omprim::top_k_options;
using omprim_test::at_positions;
using omprim_test::expect_error;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::to_words;

top_k_options top_k_options_of(bool smallest) {
  top_k_options options;
  options.smallest = smallest;
  return options;
}

/// The positions of some data in both orders of a stable sort.
struct orders {
  template <class T>
  explicit orders(const std::vector<T>& data)
      : ascending(omprim_test::sorted_positions(data, {})),
        descending(omprim_test::sorted_positions(data, {true, {}})) {}

  std::vector<std::size_t> ascending;
  std::vector<std::size_t> descending;
};

class TopK : public omprim_test::backend_test {
 protected:
  /// Compares the first k with those of a stable sort, with positions and without.
  template <class T>
  static void check_top(const std::vector<T>& data, const orders& sorted, std::size_t k,
                        bool smallest) {
    auto order = smallest ? sorted.ascending : sorted.descending;
    order.resize(k);
    const placed_array<T> in(where(), data, data.size() % 3);
    const placed_array<T> out(where(), std::vector<T>(k + 1, T(7)));
    const placed_array<T> alone(where(), std::vector<T>(k + 1, T(7)));
    const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(k + 1, -7));
    omprim::top_k(where(), in.data(), data.size(), k, out.pointer(), positions.pointer(),
                  top_k_options_of(smallest));
    omprim::top_k(where(), in.data(), data.size(), k, alone.pointer(), top_k_options_of(smallest));
    auto want = at_positions(data, order);
    want.push_back(T(7));  // nothing is written after the first k
    std::vector<std::int64_t> places(order.begin(), order.end());
    places.push_back(-7);
    ASSERT_EQ(positions.values(), places);
    ASSERT_EQ(to_words(out.values()), to_words(want));
    ASSERT_EQ(to_words(alone.values()), to_words(want)) << "without positions";
  }

  template <class T>
  static void check_rank(const std::vector<T>& data, const orders& sorted, std::size_t k) {
    const placed_array<T> in(where(), data, data.size() % 3);
    const T found = omprim::kth_smallest(where(), in.data(), data.size(), k);
    ASSERT_EQ(omprim_test::to_word(found), omprim_test::rank_bits(data[sorted.ascending[k]]))
        << "at place " << k;
  }

  template <class T>
  static void check(int input, std::size_t n, random_engine& random) {
    const auto data = omprim_test::top_k_data<T>(input, n, random);
    const orders sorted(data);
    SCOPED_TRACE("input " + std::to_string(input) + ", n " + std::to_string(n));
    for (const std::size_t k : std::set<std::size_t>{
             0, std::min<std::size_t>(n, 1), random() % (n + 1), random() % (n / 50 + 1), n}) {
      SCOPED_TRACE("k " + std::to_string(k));
      ASSERT_NO_FATAL_FAILURE(check_top(data, sorted, k, random() % 2 == 0));
      if (k < n) {
        ASSERT_NO_FATAL_FAILURE(check_rank(data, sorted, k));
      }
    }
  }
};
OMPRIM_ON_EVERY_BACKEND(TopK);

TEST_P(TopK, EverySmallSize) {
  random_engine random(omprim_test::test_seed());
  for (std::size_t n = 0; n <= 300; n += n < 70 ? 1 : 7) {
    const int input = static_cast<int>(random() % omprim_test::top_k_inputs);
    ASSERT_NO_FATAL_FAILURE(check<float>(input, n, random));
    ASSERT_NO_FATAL_FAILURE(check<std::int64_t>(input, n, random));
  }
}

TEST_P(TopK, EveryTypeAndInput) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    const bool starts_small = random() % 2 == 0;
    for (int input = 0; input < omprim_test::top_k_inputs; ++input) {
      const bool small = (input % 2 == 0) == starts_small;
      const std::size_t n = small ? 1000 + random() % 9000 : 30000 + random() % 3000;
      ASSERT_NO_FATAL_FAILURE(check<T>(input, n, random));
    }
  });
}

TEST_P(TopK, ManyElements) {
  random_engine random(omprim_test::test_seed());
  const int input = static_cast<int>(random() % omprim_test::top_k_inputs);
  ASSERT_NO_FATAL_FAILURE(check<float>(input, 300007, random));
  ASSERT_NO_FATAL_FAILURE(check<std::int64_t>(input, 150001, random));
}

// So many that a device does not sort them.
TEST_P(TopK, RanksOfMillions) {
  random_engine random(omprim_test::test_seed());
  std::vector<float> data((std::size_t{1} << 22) + 5);
  for (float& x : data) x = static_cast<float>(random() % 100000) - 50000;
  const placed_array<float> in(where(), data);
  for (const std::size_t k : {std::size_t{0}, random() % data.size(), data.size() - 1}) {
    std::nth_element(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(k), data.end());
    EXPECT_EQ(omprim::kth_smallest(where(), in.data(), data.size(), k), data[k]) << "place " << k;
  }
}

TEST_P(TopK, AllRanksOfAShortArray) {
  random_engine random(omprim_test::test_seed());
  const auto data = omprim_test::sort_data<double>(omprim_test::sort_input::telling, 100, random);
  const orders sorted(data);
  for (std::size_t k = 0; k < data.size(); ++k) {
    ASSERT_NO_FATAL_FAILURE(check_rank(data, sorted, k));
    ASSERT_NO_FATAL_FAILURE(check_top(data, sorted, k, k % 2 == 0));
  }
}

TEST_P(TopK, NanIsAboveAllOthers) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const placed_array<float> in(where(), {1, nan, -0.0f, 0.0f, -nan, 2});
  const placed_array<float> out(where(), std::vector<float>(6));
  const placed_array<std::int64_t> positions(where(), std::vector<std::int64_t>(6));
  omprim::top_k(where(), in.data(), 6, 6, out.pointer(), positions.pointer());
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{1, 4, 5, 0, 3, 2}));
  EXPECT_EQ(to_words(out.values()), to_words(std::vector<float>{nan, -nan, 2, 1, 0.0f, -0.0f}));
  omprim::top_k(where(), in.data(), 6, 6, out.pointer(), positions.pointer(),
                top_k_options_of(true));
  EXPECT_EQ(positions.values(), (std::vector<std::int64_t>{2, 3, 0, 5, 1, 4}));
  EXPECT_EQ(omprim::median(where(), in.data(), 6), 1.0f);
  EXPECT_EQ(omprim_test::to_word(omprim::kth_smallest(where(), in.data(), 6, 5)),
            omprim_test::to_word(nan));
}

TEST_P(TopK, MedianIsAnElement) {
  const placed_array<std::int32_t> in(where(), {40, 10, 30, 20});
  EXPECT_EQ(omprim::median(where(), in.data(), 4), 20);
  EXPECT_EQ(omprim::median(where(), in.data(), 3), 30);
  EXPECT_EQ(omprim::median(where(), in.data(), 1), 40);
}

TEST_P(TopK, QuantilesAreOfTheNearestRank) {
  const placed_array<double> in(where(), {50, 20, 10, 40, 30});
  const std::vector<double> p{0, 0.5, 1, 0.2, 0.21, 0.8, 0.99, 5e-324};
  std::vector<double> out(p.size());
  omprim::quantiles(where(), in.data(), 5, p.data(), p.size(), out.data());
  EXPECT_EQ(out, (std::vector<double>{10, 30, 50, 10, 20, 40, 50, 10}));
  omprim::quantiles(where(), in.data(), 5, p.data(), 0, out.data());
  EXPECT_EQ(out[0], 10);
}

TEST_P(TopK, ManyQuantiles) {
  random_engine random(omprim_test::test_seed());
  const auto data = omprim_test::top_k_data<float>(0, 100000, random);
  const auto order = omprim_test::sorted_positions(data, {});
  const placed_array<float> in(where(), data);
  std::vector<double> p;
  std::vector<float> want;
  for (int i = 0; i < 20; ++i) {
    const std::size_t place = random() % data.size();
    p.push_back((static_cast<double>(place) + 0.5) / static_cast<double>(data.size()));
    want.push_back(data[order[place]]);
  }
  std::vector<float> out(p.size());
  omprim::quantiles(where(), in.data(), data.size(), p.data(), p.size(), out.data());
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_EQ(omprim_test::to_word(out[i]), omprim_test::rank_bits(want[i])) << p[i];
  }
}

TEST_P(TopK, TakesContainers) {
  if (!omprim_test::reads_host_memory(where())) return;
  const std::vector<float> x{3, 1, 4, 1, 5};
  std::vector<float> best(2);
  std::vector<std::int64_t> positions(3);
  omprim::top_k(where(), x, 2, best, positions);
  EXPECT_EQ(best, (std::vector<float>{5, 4}));
  EXPECT_EQ(positions, (std::vector<std::int64_t>{4, 2, 0}));
  omprim::top_k(where(), x, 2, best, top_k_options_of(true));
  EXPECT_EQ(best, (std::vector<float>{1, 1}));
  EXPECT_EQ(omprim::kth_smallest(where(), x, 2), 3);
  EXPECT_EQ(omprim::median(where(), x), 3);
  omprim::quantiles(where(), x, std::vector<double>{0, 1}, best);
  EXPECT_EQ(best, (std::vector<float>{1, 5}));
  expect_error(status::invalid_argument, {"2", "3"}, [&] { omprim::top_k(where(), x, 3, best); });
}

TEST_P(TopK, RefusedCallsNameTheirNumbers) {
  const placed_array<float> in(where(), {3, 1, 2});
  const placed_array<float> out(where(), {7, 7, 7});
  const float* const nothing = nullptr;
  float* const nowhere = nullptr;
  const auto refused = [&](const std::vector<std::string>& words, const auto& call) {
    expect_error(status::invalid_argument, words, call);
    EXPECT_EQ(out.values(), (std::vector<float>{7, 7, 7})) << "a refused call has written";
  };
  refused({"4", "3"}, [&] { omprim::top_k(where(), in.data(), 3, 4, out.pointer()); });
  refused({"1", "0"}, [&] { omprim::top_k(where(), nothing, 0, 1, out.pointer()); });
  refused({"place 3", "3"}, [&] { (void)omprim::kth_smallest(where(), in.data(), 3, 3); });
  refused({"place 0", "0"}, [&] { (void)omprim::median(where(), nothing, 0); });
  refused({"data", "null"}, [&] { omprim::top_k(where(), nothing, 3, 1, out.pointer()); });
  refused({"output", "null"}, [&] { omprim::top_k(where(), in.data(), 3, 1, nowhere); });
  std::vector<float> found(3);
  for (const double p : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    refused({"probability"},
            [&] { omprim::quantiles(where(), in.data(), 3, &p, 1, found.data()); });
  }
  const double half = 0.5;
  const double* const no_probabilities = nullptr;
  refused({"no elements"}, [&] { omprim::quantiles(where(), nothing, 0, &half, 1, found.data()); });
  refused({"probabilities", "null"},
          [&] { omprim::quantiles(where(), in.data(), 3, no_probabilities, 1, found.data()); });
  refused({"output", "null"}, [&] { omprim::quantiles(where(), in.data(), 3, &half, 1, nowhere); });
  refused({"18446744073709551615"}, [&] {
    omprim::top_k(where(), in.data(), std::numeric_limits<std::size_t>::max(), 1, out.pointer());
  });
  expect_error(status::unknown_variant, {"top_k_any"}, [&] {
    omprim::sort_any(where(), omprim::element::float32, omprim::operation::top_k, in.data(), 3, {});
  });
}

TEST_P(TopK, SeveralThreadsAtTheSameTime) {
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back([seed] {
      random_engine random(seed);
      for (int round = 0; round < 3; ++round) check<std::uint64_t>(0, 40000 + 3 * seed, random);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

#if OMPRIM_HAS_ENVIRONMENTS
// Subnormals would be equal to zero if elements were compared as floats.
TEST_P(TopK, SameResultsInAnyFloatingPointEnvironment) {
  random_engine random(1);
  std::vector<float> data(60001);
  for (float& x : data)
    x = omprim_test::from_word<float>(static_cast<std::uint32_t>(random() % 1000));
  for (std::size_t i = 0; i < data.size(); i += 3) data[i] = -data[i];
  const orders sorted(data);
  for (const unsigned state : omprim_test::environments) {
    const omprim_test::environment here(state);
    check_top(data, sorted, 500, state % 2 == 0);
    check_rank(data, sorted, 20011);
  }
  const double tenth = 0.1;
  const placed_array<float> in(where(), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  for (const unsigned state : omprim_test::environments) {
    float found = -1;
    {
      const omprim_test::environment here(state);
      omprim::quantiles(where(), in.data(), 10, &tenth, 1, &found);
    }
    EXPECT_EQ(found, 0) << "0.1 * 10 is not rounded to 1";
  }
}
#endif

}  // namespace
