// SPDX-License-Identifier: BSD-3-Clause
// Reductions of several columns of values in the runs of one array of keys.
#include <omprim/columns.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/backends.hpp"
#include "support/environment.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/runs_oracle.hpp"
#include "support/types.hpp"
#include "support/values.hpp"

namespace {

using omprim::column;
using omprim::operation;
using omprim::status;
using omprim::value_column;
using omprim_test::expect_error;
using omprim_test::placed_array;

class Columns : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Columns);

TEST_P(Columns, EachIsReducedByItsOperator) {
  const placed_array<int> keys(where(), {2, 2, 3, 3, 3, 7});
  const placed_array<double> x(where(), {1, 2, 4, 8, 16, 32});
  const placed_array<std::int64_t> y(where(), {5, -5, 9, 3, 4, -1});
  const placed_array<int> unique_keys(where(), std::vector<int>(6, -1));
  const placed_array<double> sums(where(), std::vector<double>(6, -1));
  const placed_array<double> most(where(), std::vector<double>(6, -1));
  const placed_array<std::int64_t> least(where(), std::vector<std::int64_t>(6, -2));
  EXPECT_EQ(omprim::reduce_by_key(where(), keys.data(), 6, unique_keys.pointer(),
                                  {column(x.data(), sums.pointer()),
                                   column(x.data(), most.pointer(), omprim::maximum{}),
                                   column(y.data(), least.pointer(), omprim::minimum{})}),
            3U);
  EXPECT_EQ(unique_keys.values(), (std::vector<int>{2, 3, 7, -1, -1, -1}));
  EXPECT_EQ(sums.values(), (std::vector<double>{3, 28, 32, -1, -1, -1}));
  EXPECT_EQ(most.values(), (std::vector<double>{2, 16, 32, -1, -1, -1}));
  EXPECT_EQ(least.values(), (std::vector<std::int64_t>{-5, 3, -1, -2, -2, -2}));
}

TEST_P(Columns, TwoOneOrNone) {
  const placed_array<std::uint64_t> keys(where(), {9, 9, 4, 4, 9});
  const placed_array<float> x(where(), {1, 2, 4, 8, 16});
  placed_array<std::uint64_t> unique_keys(where(), std::vector<std::uint64_t>(5));
  const placed_array<float> sums(where(), std::vector<float>(5));
  const placed_array<float> least(where(), std::vector<float>(5));
  const std::vector<value_column> columns = {column(x.data(), sums.pointer()),
                                             column(x.data(), least.pointer(), omprim::minimum{})};
  const auto reduce = [&](std::size_t count) {
    for (std::size_t i = 0; i < 5; ++i) unique_keys.set(i, 0);
    EXPECT_EQ(omprim::reduce_by_key(where(), keys.data(), 5, unique_keys.pointer(), columns.data(),
                                    count),
              3U);
    EXPECT_EQ(unique_keys.values(), (std::vector<std::uint64_t>{9, 4, 9, 0, 0}));
  };
  reduce(0);
  EXPECT_EQ(sums.values(), std::vector<float>(5));
  reduce(1);
  EXPECT_EQ(sums.values(), (std::vector<float>{3, 12, 16, 0, 0}));
  EXPECT_EQ(least.values(), std::vector<float>(5));
  reduce(2);
  EXPECT_EQ(sums.values(), (std::vector<float>{3, 12, 16, 0, 0}));
  EXPECT_EQ(least.values(), (std::vector<float>{1, 4, 16, 0, 0}));
}

/// A column of n values, its output, and the expected results.
template <class T>
class checked_column {
 public:
  checked_column(const omprim::execution& where, operation as_segments, operation as_runs,
                 std::size_t n, const std::vector<std::size_t>& heads,
                 omprim_test::random_engine& random)
      : op_(as_segments),
        data_(omprim_test::segment_values<T>(as_segments, n, random)),
        values_(where, data_, 1),
        out_(where, std::vector<T>(heads.size() + 1, T(77)), 1),
        want_(omprim_test::results_of_runs(as_runs, heads, data_, n)) {
    want_.push_back(T(77));  // no room for more is used
  }
  [[nodiscard]] value_column column() const {
    value_column made = omprim::column(values_.data(), out_.pointer());
    made.op = op_;
    return made;
  }
  void check() const { EXPECT_EQ(out_.values(), want_); }

 private:
  operation op_;
  std::vector<T> data_;
  placed_array<T> values_;
  placed_array<T> out_;
  std::vector<T> want_;
};

template <class Key>
void check_columns(const omprim::execution& where, std::size_t n, std::size_t mean,
                   omprim_test::random_engine& random) {
  SCOPED_TRACE("n " + std::to_string(n) + ", mean length " + std::to_string(mean));
  const auto data = omprim_test::data_in_runs<Key>(n, mean, random);
  const auto heads = omprim_test::heads_of(data);
  const placed_array<Key> keys(where, data, 1);
  const placed_array<Key> unique_keys(where, std::vector<Key>(heads.size() + 1), 1);
  using o = operation;
  const auto make = [&](auto tag, o as_segments, o as_runs) {
    return checked_column<typename decltype(tag)::type>(where, as_segments, as_runs, n, heads,
                                                        random);
  };
  const auto sums = make(omprim_test::type_tag<std::int32_t>{}, o::segmented_sum, o::run_sum);
  const auto doubles = make(omprim_test::type_tag<double>{}, o::segmented_sum, o::run_sum);
  const auto least = make(omprim_test::type_tag<std::int64_t>{}, o::segmented_min, o::run_min);
  const auto most = make(omprim_test::type_tag<float>{}, o::segmented_max, o::run_max);
  const auto count =
      omprim::reduce_by_key(where, keys.data(), n, unique_keys.pointer(),
                            {sums.column(), doubles.column(), least.column(), most.column()});
  ASSERT_EQ(count, heads.size());
  auto got = unique_keys.values();
  got.pop_back();
  const auto want = omprim_test::elements_at(heads, data);
  ASSERT_TRUE(omprim_test::same_bits(got, want));
  sums.check();
  doubles.check();
  least.check();
  most.check();
}

TEST_P(Columns, OfAnySize) {
  omprim_test::random_engine random(omprim_test::test_seed());
  for (std::size_t n = 0; n <= 300; ++n) check_columns<std::int32_t>(where(), n, 1 + n % 9, random);
  for (const std::size_t tiles : {1024U, 4096U, 16384U, 65536U, 1U << 18}) {
    for (const std::size_t n : {tiles - 1, tiles + 0U, tiles + 1}) {
      for (const std::size_t mean : {1U, 6U, 5000U}) {
        check_columns<std::int64_t>(where(), n, mean, random);
      }
    }
  }
}

TEST_P(Columns, OfKeysOfAllTypes) {
  omprim_test::random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    for (const std::size_t mean : {2U, 70U}) {
      check_columns<typename decltype(tag)::type>(where(), 30011, mean, random);
    }
  });
}

TEST_P(Columns, OfAllTypesKnownAtRunTime) {
  omprim_test::random_engine random(omprim_test::test_seed());
  constexpr std::size_t n = 5003;
  const auto data = omprim_test::data_in_runs<float>(n, 4, random);
  const auto heads = omprim_test::heads_of(data);
  const placed_array<float> keys(where(), data);
  const placed_array<float> unique_keys(where(), data);
  std::vector<value_column> columns;
  std::vector<std::function<void()>> checks;
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto made = std::make_shared<checked_column<T>>(where(), operation::segmented_max,
                                                          operation::run_max, n, heads, random);
    const value_column typed = made->column();
    columns.push_back(
        omprim::column_any(omprim_test::element_of<T>(), typed.op, typed.values, typed.out));
    checks.push_back([made] { made->check(); });
  });
  EXPECT_EQ(omprim::reduce_by_key_any(where(), omprim::element::float32, keys.data(), n,
                                      unique_keys.pointer(), columns.data(), columns.size()),
            heads.size());
  for (const auto& check : checks) check();
}

TEST_P(Columns, MayShareTheirValues) {
  omprim_test::random_engine random(omprim_test::test_seed());
  constexpr std::size_t n = 20011;
  const auto data = omprim_test::data_in_runs<std::uint32_t>(n, 11, random);
  const auto heads = omprim_test::heads_of(data);
  const auto want = omprim_test::results_of_runs(operation::run_sum, heads, data, n);
  const placed_array<std::uint32_t> keys(where(), data);  // the values, too
  const std::size_t runs = heads.size();
  constexpr std::size_t count = 100;
  const placed_array<std::uint32_t> unique_keys(where(), std::vector<std::uint32_t>(runs));
  const placed_array<std::uint32_t> out(where(), std::vector<std::uint32_t>(count * runs));
  std::vector<value_column> columns;
  columns.reserve(count);
  for (std::size_t c = 0; c < count; ++c) {
    columns.push_back(column(keys.data(), out.pointer() + c * runs));
  }
  EXPECT_EQ(
      omprim::reduce_by_key(where(), keys.data(), n, unique_keys.pointer(), columns.data(), count),
      runs);
  const auto got = out.values();
  for (std::size_t c = 0; c < count; ++c) {
    ASSERT_TRUE(std::equal(want.begin(), want.end(), got.data() + c * runs)) << c;
  }
}

/// One thread adds up in one order. All threads do by the strategy "sequential".
TEST_P(Columns, SumsOfFloatsHaveTheBitsOfOneCallEach) {
  if (where().where() == omprim::backend::device) GTEST_SKIP() << "sums of floats may differ";
  omprim_test::random_engine random(omprim_test::test_seed());
  std::uniform_real_distribution<double> any(-1, 1);
  constexpr std::size_t n = 200003;
  std::vector<double> x(n);
  for (double& each : x) each = any(random);
  for (const std::size_t mean : {3U, 40U, 30000U}) {
    const auto keys = omprim_test::data_in_runs<int>(n, mean, random);
    std::vector<int> unique_keys(n);
    std::vector<double> sums(n), again(n), alone(n);
    omprim::runs_options options;
    if (where().where() != omprim::backend::serial) options.strategy = "sequential";
    const auto runs = omprim::reduce_by_key(
        where(), keys.data(), n, unique_keys.data(),
        {column(x.data(), sums.data()), column(x.data(), again.data())}, options);
    EXPECT_EQ(omprim::reduce_by_key(where(), keys.data(), x.data(), n, unique_keys.data(),
                                    alone.data(), omprim::plus{}, options),
              runs);
    EXPECT_EQ(sums, alone);
    EXPECT_EQ(again, alone);
  }
}

TEST_P(Columns, OptionsChooseTheRowOfEach) {
  if (where().where() == omprim::backend::device) GTEST_SKIP() << "devices have one strategy";
  const std::vector<int> keys = {1, 1, 2};
  const std::vector<float> x = {1, 2, 4};
  std::vector<int> unique_keys(3);
  std::vector<float> sums(3), most(3);
  omprim::reduce_profile profile;
  omprim::runs_options options;
  options.strategy = "sequential";
  options.profile = &profile;
  EXPECT_EQ(omprim::reduce_by_key(
                where(), keys.data(), 3, unique_keys.data(),
                {column(x.data(), sums.data()), column(x.data(), most.data(), omprim::maximum{})},
                options),
            2U);
  EXPECT_EQ(profile.strategy, "sequential");
  EXPECT_EQ(sums, (std::vector<float>{3, 4, 0}));
  EXPECT_EQ(most, (std::vector<float>{2, 4, 0}));
}

/// A device finds the runs once where there are many values.
TEST_P(Columns, OfManyValuesOnDevices) {
  if (where().where() != omprim::backend::device) GTEST_SKIP() << "no device";
  constexpr std::size_t n = (std::size_t{1} << 24) + 77;
  constexpr std::size_t length = 7;  // run r has the key 3 r, and values that are r
  std::vector<std::uint32_t> data(n);
  for (std::size_t i = 0; i < n; ++i) data[i] = static_cast<std::uint32_t>(3 * (i / length));
  const placed_array<std::uint32_t> keys(where(), data);
  for (std::uint32_t& each : data) each /= 3;
  const placed_array<std::uint32_t> x(where(), data);
  const placed_array<double> y(where(), {data.begin(), data.end()});
  const std::size_t runs = n / length + 1;
  const placed_array<std::uint32_t> unique_keys(where(), std::vector<std::uint32_t>(runs));
  const placed_array<std::uint32_t> least(where(), std::vector<std::uint32_t>(runs));
  const placed_array<std::uint32_t> sums(where(), std::vector<std::uint32_t>(runs));
  const placed_array<double> doubles(where(), std::vector<double>(runs));
  ASSERT_EQ(omprim::reduce_by_key(
                where(), keys.data(), n, unique_keys.pointer(),
                {column(x.data(), least.pointer(), omprim::minimum{}),
                 column(y.data(), doubles.pointer()), column(x.data(), sums.pointer())}),
            runs);
  const auto got_keys = unique_keys.values(), got_least = least.values(), got_sums = sums.values();
  const auto got_doubles = doubles.values();
  for (std::size_t r = 0; r < runs; ++r) {
    const auto number = static_cast<std::uint32_t>(r);
    const auto factor = static_cast<std::uint32_t>(r + 1 < runs ? length : n % length);
    ASSERT_EQ(got_keys[r], 3 * number) << "run " << r;
    ASSERT_EQ(got_least[r], number) << "run " << r;
    ASSERT_EQ(got_sums[r], factor * number) << "run " << r;
    ASSERT_EQ(got_doubles[r], double(factor) * double(number)) << "run " << r;
  }
}

/// Arrays of three elements, which no refused call writes.
class RefusedColumns : public omprim_test::backend_test {
 protected:
  placed_array<int> keys{where(), {4, 4, 7}};
  placed_array<int> x{where(), {5, -1, 7}};
  placed_array<int> y{where(), {5, -1, 7}};
  placed_array<int> unique_keys{where(), {9, 9, 9}};
  placed_array<int> first{where(), {9, 9, 9}};
  placed_array<int> second{where(), {9, 9, 9}};

  void refused(const std::vector<std::string>& words, int* to_keys, const value_column& a,
               const value_column& b, status code = status::invalid_argument) {
    expect_error(code, words,
                 [&] { (void)omprim::reduce_by_key(where(), keys.data(), 3, to_keys, {a, b}); });
    EXPECT_EQ(keys.values(), (std::vector<int>{4, 4, 7}));
    for (const auto* input : {&x, &y}) EXPECT_EQ(input->values(), (std::vector<int>{5, -1, 7}));
    for (const auto* output : {&unique_keys, &first, &second}) {
      EXPECT_EQ(output->values(), (std::vector<int>{9, 9, 9}));
    }
  }
};
OMPRIM_ON_EVERY_BACKEND(RefusedColumns);

TEST_P(RefusedColumns, OutputsOverOtherArrays) {
  const auto good = column(x.data(), first.pointer());
  const auto over = [&](const placed_array<int>& out) { return column(y.data(), out.pointer()); };
  refused({"reduce_by_key", "the unique keys over the keys"}, keys.pointer(), good, over(second));
  refused({"reduce_by_key", "the unique keys over the values of column 1"}, y.pointer(), good,
          over(second));
  refused({"the results of column 0 over the unique keys"}, first.pointer(), good, over(second));
  refused({"the results of column 1 over the keys"}, unique_keys.pointer(), good, over(keys));
  refused({"the results of column 1 over the values of column 0"}, unique_keys.pointer(), good,
          over(x));
  refused({"the results of column 1 over the values of column 1"}, unique_keys.pointer(), good,
          over(y));
  refused({"the results of column 1 over the results of column 0"}, unique_keys.pointer(), good,
          over(first));
  refused({"the unique keys over the keys"}, keys.pointer(), good, good);  // the first one is named
}

TEST_P(RefusedColumns, MissingArraysAndTypes) {
  const auto good = column(x.data(), first.pointer());
  const int* const no_values = nullptr;
  int* const nowhere = nullptr;
  refused({"the output pointer for the keys", "null", "3"}, nowhere, good, good);
  refused({"the values of column 1", "null", "3"}, unique_keys.pointer(), good,
          column(no_values, second.pointer()));
  refused({"the output pointer of column 0", "null", "3"}, unique_keys.pointer(),
          column(x.data(), nowhere), good);
  refused({"column 1 has no type"}, unique_keys.pointer(), good, {});
  expect_error(status::invalid_argument, {"columns", "null", "2"}, [&] {
    const value_column* const none = nullptr;
    (void)omprim::reduce_by_key(where(), keys.data(), 3, unique_keys.pointer(), none, 2);
  });
  EXPECT_EQ(omprim::reduce_by_key(where(), no_values, 0, nowhere,
                                  {column(no_values, nowhere), column(no_values, nowhere)}),
            0U);
}

TEST_P(RefusedColumns, OtherOperationsTypesAndRows) {
  const auto good = column(x.data(), first.pointer());
  auto bad = column(y.data(), second.pointer());
  using o = operation;
  bad.op = o::segmented_argmin;
  refused({"segmented_argmin", "segmented_sum, _min"}, unique_keys.pointer(), good, bad,
          status::unknown_variant);
  bad.op = o::run_first;
  refused({"run_first", "runs_any"}, unique_keys.pointer(), good, bad, status::unknown_variant);
  bad.op = static_cast<o>(-1);
  refused({"operation"}, unique_keys.pointer(), good, bad, status::unknown_name);
  expect_error(status::unknown_name, {"element type"}, [&] {
    (void)omprim::column_any(static_cast<omprim::element>(9), o::segmented_sum, x.data(),
                             first.pointer());
  });
  expect_error(status::unknown_name, {"element type"}, [&] {
    (void)omprim::reduce_by_key_any(where(), static_cast<omprim::element>(-1), keys.data(), 3,
                                    unique_keys.pointer(), &good, 1);
  });
  expect_error(status::unknown_name, {"histogram", "single-pass"}, [&] {
    omprim::runs_options options;
    options.strategy = "histogram";
    (void)omprim::reduce_by_key(where(), keys.data(), 3, unique_keys.pointer(), {good}, options);
  });
  expect_error(status::invalid_argument, {std::to_string(~std::size_t(0)), "no array"}, [&] {
    (void)omprim::reduce_by_key(where(), keys.data(), ~std::size_t(0), unique_keys.pointer(),
                                {good});
  });
}

/// Where devices cannot read host memory, one such column is an error before anything is written.
TEST_P(RefusedColumns, HostMemoryOnDevices) {
  if (!omprim_test::refuses_host_memory(where())) GTEST_SKIP() << "takes host memory";
  const std::vector<int> on_host(3);
  refused({"device"}, unique_keys.pointer(), column(x.data(), first.pointer()),
          column(on_host.data(), second.pointer()), status::not_on_device);
}

}  // namespace
