// SPDX-License-Identifier: BSD-3-Clause
// The typed searches, by the variants that the library chooses; their containers and their errors.
#include <omprim/search.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/containers/search.hpp>

#include "support/backends.hpp"
#include "support/environment.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/search_oracle.hpp"
#include "support/types.hpp"

namespace {

using omprim::search_options;
using omprim::status;
using omprim_test::expect_error;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::search_order;
using omprim_test::sort_input;
using ints = std::vector<std::int32_t>;

search_options search_options_of(bool descending) {
  search_options options;
  options.descending = descending;
  return options;
}

class Search : public omprim_test::backend_test {
 protected:
  template <class Index, class T>
  static std::vector<Index> found(const std::vector<T>& sorted, const std::vector<T>& values,
                                  const search_order& how) {
    const placed_array<T> in(where(), sorted);
    const placed_array<T> asked(where(), values);
    const placed_array<Index> out(where(), std::vector<Index>(values.size(), Index(77)));
    const search_options options = search_options_of(how.descending);
    if (how.is_upper) {
      omprim::upper_bound(where(), in.data(), in.size(), asked.data(), asked.size(), out.pointer(),
                          options);
    } else {
      omprim::lower_bound(where(), in.data(), in.size(), asked.data(), asked.size(), out.pointer(),
                          options);
    }
    return out.values();
  }
  template <class Index, class T>
  static void check(const std::vector<T>& sorted, const std::vector<T>& values,
                    const search_order& how) {
    SCOPED_TRACE("n " + std::to_string(sorted.size()) + ", " + std::to_string(values.size()) +
                 " values" + (how.descending ? ", descending" : "") +
                 (how.is_upper ? ", upper" : ", lower"));
    const auto want = omprim_test::searched_positions<Index>(sorted, values, how);
    ASSERT_EQ((found<Index>(sorted, values, how)), want);
  }
};
OMPRIM_ON_EVERY_BACKEND(Search);

TEST_P(Search, EveryTypeAndInput) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const sort_input input : omprim_test::every_sort_input) {
      for (const search_order how :
           {search_order{false, false}, {false, true}, {true, false}, {true, true}}) {
        const std::size_t n = input == sort_input::random ? 100003 : random() % 3000;
        const auto sorted = omprim_test::sorted_data<T>(input, n, how.descending, random);
        const auto values = omprim_test::searched_data(sorted, 1 + random() % 5000, random);
        check<std::int64_t>(sorted, values, how);
        check<std::int32_t>(sorted, values, how);
      }
    }
  });
}

TEST_P(Search, EveryShortLength) {
  random_engine random(omprim_test::test_seed());
  for (std::size_t n = 0; n <= 70; ++n) {
    const auto sorted = omprim_test::sorted_data<float>(sort_input::telling, n, n % 2 == 1, random);
    for (const std::size_t count : {std::size_t{1}, 3 * n + 1}) {
      const auto values = omprim_test::searched_data(sorted, count, random);
      for (const bool is_upper : {false, true}) {
        check<std::int32_t>(sorted, values, {n % 2 == 1, is_upper});
      }
    }
  }
}

TEST_P(Search, FloatsHaveATotalOrder) {
  omprim_test::for_floating_types([&](auto tag) {
    using T = typename decltype(tag)::type;
    using limits = std::numeric_limits<T>;
    const auto nans = omprim_test::different_nans<T>();
    std::vector<T> sorted{-limits::infinity(),  -limits::denorm_min(), -T(0), T(0),
                          limits::denorm_min(), limits::infinity()};
    sorted.insert(sorted.end(), nans.begin(), nans.end());
    const auto n = static_cast<std::int32_t>(sorted.size());
    std::vector<T> values = {-limits::infinity(), -T(0),   T(0),
                             limits::infinity(),  nans[0], -nans[1]};
    EXPECT_EQ((found<std::int32_t>(sorted, values, {})), (ints{0, 2, 3, 5, 6, 6}));
    EXPECT_EQ((found<std::int32_t>(sorted, values, {false, true})), (ints{1, 3, 4, 6, n, n}));
  });
}

TEST_P(Search, ExtremesOfIntegers) {
  const std::vector<std::uint64_t> sorted{0, 0, 5, ~std::uint64_t{0}};
  const std::vector<std::uint64_t> values{0, 1, ~std::uint64_t{0}};
  EXPECT_EQ((found<std::int32_t>(sorted, values, {})), (ints{0, 2, 3}));
  EXPECT_EQ((found<std::int32_t>(sorted, values, {false, true})), (ints{2, 2, 4}));
  const std::vector<std::uint64_t> falling(sorted.rbegin(), sorted.rend());
  EXPECT_EQ((found<std::int32_t>(falling, values, {true, false})), (ints{2, 2, 0}));
  EXPECT_EQ((found<std::int32_t>(falling, values, {true, true})), (ints{4, 2, 1}));
}

TEST_P(Search, OfNothingAndForNothing) {
  const placed_array<float> values(where(), {5.0f, 6.0f});
  const placed_array<std::int64_t> out(where(), {7, 8});
  const float* const nothing = nullptr;
  std::int64_t* const no_positions = nullptr;
  omprim::lower_bound(where(), values.data(), 2, nothing, 0, out.pointer());
  omprim::upper_bound(where(), values.data(), 2, nothing, 0, no_positions);
  EXPECT_EQ(out.values(), (std::vector<std::int64_t>{7, 8}));
  omprim::lower_bound(where(), nothing, 0, values.data(), 2, out.pointer());
  EXPECT_EQ(out.values(), (std::vector<std::int64_t>{0, 0}));
}

TEST_P(Search, SeveralThreadsAtTheSameTime) {
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back([seed] {
      random_engine random(seed);
      for (int round = 0; round < 5; ++round) {
        const auto sorted =
            omprim_test::sorted_data<double>(sort_input::random, 20000 + 3 * seed, false, random);
        check<std::int32_t>(sorted, omprim_test::searched_data(sorted, 9000, random), {});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

#if OMPRIM_HAS_ENVIRONMENTS
// Subnormals would be equal to zero if elements were compared as floats.
TEST_P(Search, SamePositionsInAnyFloatingPointEnvironment) {
  std::vector<float> sorted(1001);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    sorted[i] = omprim_test::from_word<float>(static_cast<std::uint32_t>(i));
  }
  const auto want = omprim_test::searched_positions<std::int32_t>(sorted, sorted, {});
  for (const unsigned state : omprim_test::environments) {
    const omprim_test::environment here(state);
    EXPECT_EQ((found<std::int32_t>(sorted, sorted, {})), want) << state;
  }
}
#endif

class SearchErrors : public omprim_test::backend_test {
 protected:
  void refused(const std::vector<std::string>& words, const std::function<void()>& call,
               status code = status::invalid_argument) const {
    expect_error(code, words, call);
    EXPECT_EQ(out.values(), (ints{7, 7})) << "a refused call has written";
  }
  const placed_array<float> sorted{where(), {1, 2, 3}};
  const placed_array<float> values{where(), {5, 6}};
  const placed_array<std::int32_t> out{where(), {7, 7}};
  const float* const nothing = nullptr;
  std::int32_t* const nowhere = nullptr;
};
OMPRIM_ON_EVERY_BACKEND(SearchErrors);

TEST_P(SearchErrors, MissingPointersAreNamed) {
  refused({"pointer to the sorted elements", "null", "3"},
          [&] { omprim::lower_bound(where(), nothing, 3, values.data(), 2, out.pointer()); });
  refused({"pointer to the values", "null", "2"},
          [&] { omprim::lower_bound(where(), sorted.data(), 3, nothing, 2, out.pointer()); });
  refused({"pointer to the positions", "null", "2"},
          [&] { omprim::upper_bound(where(), sorted.data(), 3, values.data(), 2, nowhere); });
}

TEST_P(SearchErrors, SizesThatNoArrayHas) {
  const std::size_t negative = std::numeric_limits<std::size_t>::max();
  refused({std::to_string(negative)}, [&] {
    omprim::lower_bound(where(), sorted.data(), negative, values.data(), 2, out.pointer());
  });
  refused({std::to_string(negative)}, [&] {
    omprim::lower_bound(where(), sorted.data(), 3, values.data(), negative, out.pointer());
  });
  refused({"2147483648", "4 bytes", "2147483647"}, [&] {
    omprim::lower_bound(where(), sorted.data(), std::size_t{1} << 31, values.data(), 2,
                        out.pointer());
  });
}

TEST_P(SearchErrors, RequestsThatMakeNoSense) {
  using omprim::element;
  using omprim::operation;
  const auto ask = [&](operation op, std::size_t bytes, const search_options& options = {}) {
    const omprim::search_request request{values.data(), 2, out.pointer(), bytes};
    omprim::search_any(where(), element::float32, op, sorted.data(), 3, request, options);
  };
  refused({"2 bytes", "4 or 8"}, [&] { ask(operation::lower_bound, 2); });
  refused(
      {"search_any", "argsort", "sort_any"}, [&] { ask(operation::argsort, 4); },
      status::unknown_variant);
  search_options options;
  options.strategy = "radix";
  refused(
      {"radix", "bisection"}, [&] { ask(operation::lower_bound, 4, options); },
      status::unknown_name);
  options.strategy = "";
  options.tuning = {7, 3, 5};
  refused(
      {"bisection", "7x3x5"}, [&] { ask(operation::upper_bound, 4, options); },
      status::unknown_variant);
}

class SearchContainers : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(SearchContainers);

TEST_P(SearchContainers, AreSearched) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "needs memory of the host";
  const ints sorted{1, 3, 3, 5};
  const ints values{3, 0, 9};
  ints positions(4, -1);
  omprim::lower_bound(where(), sorted, values, positions);
  EXPECT_EQ(positions, (ints{1, 0, 4, -1}));
  omprim::upper_bound(where(), sorted, values, positions);
  EXPECT_EQ(positions, (ints{3, 0, 4, -1}));
  omprim::lower_bound(where(), ints{5, 3, 3, 1}, values, positions, search_options_of(true));
  EXPECT_EQ(positions, (ints{1, 4, 0, -1}));
  ints shorter(2, 9);
  expect_error(status::invalid_argument, {"2", "3"},
               [&] { omprim::lower_bound(where(), sorted, values, shorter); });
  expect_error(status::invalid_argument, {"2", "3"},
               [&] { omprim::upper_bound(where(), sorted, values, shorter); });
  EXPECT_EQ(shorter, (ints{9, 9}));
}

}  // namespace
