// SPDX-License-Identifier: BSD-3-Clause
// Merges: by the variants that the library chooses and by every row; containers, errors.
#include <omprim/merge.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/containers/merge.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/fenced_array.hpp"
#include "support/memory.hpp"
#include "support/merge_oracle.hpp"
#include "support/rows.hpp"
#include "support/types.hpp"

namespace {

using omprim::merge_options;
using omprim::operation;
using omprim::status;
using omprim::table_row;
using omprim_test::array_problem;
using omprim_test::at_positions;
using omprim_test::expect_error;
using omprim_test::fenced_array;
using omprim_test::joined;
using omprim_test::merged_positions;
using omprim_test::placed_array;
using omprim_test::random_engine;
using omprim_test::sort_input;
using omprim_test::sorted_data;
using omprim_test::telling_companions;
using omprim_test::to_words;
using ints = std::vector<std::int32_t>;

merge_options merge_options_of(bool descending) {
  merge_options options;
  options.descending = descending;
  return options;
}

class Merge : public omprim_test::backend_test {
 protected:
  template <class V, class T>
  static void check(const std::vector<T>& a, const std::vector<T>& b, bool descending) {
    SCOPED_TRACE(std::to_string(a.size()) + " and " + std::to_string(b.size()) + " keys");
    const std::size_t n = a.size() + b.size();
    const auto order = merged_positions(a, b, descending);
    const auto values = telling_companions<V>(n);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(a.size());
    const auto want = to_words(at_positions(joined(a, b), order));
    const placed_array<T> first(where(), a);
    const placed_array<T> second(where(), b);
    const placed_array<T> out(where(), std::vector<T>(n));
    omprim::merge(where(), first.data(), a.size(), second.data(), b.size(), out.pointer(),
                  merge_options_of(descending));
    ASSERT_EQ(to_words(out.values()), want);
    const placed_array<V> of_first(where(), {values.begin(), middle});
    const placed_array<V> of_second(where(), {middle, values.end()});
    const placed_array<T> keys_out(where(), std::vector<T>(n));
    const placed_array<V> values_out(where(), std::vector<V>(n));
    omprim::merge_by_key(where(), first.data(), of_first.data(), a.size(), second.data(),
                         of_second.data(), b.size(), keys_out.pointer(), values_out.pointer(),
                         merge_options_of(descending));
    ASSERT_EQ(to_words(keys_out.values()), want);
    ASSERT_EQ(values_out.values(), at_positions(values, order));
  }
};
OMPRIM_ON_EVERY_BACKEND(Merge);

TEST_P(Merge, EveryTypeAndInput) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const sort_input input : omprim_test::every_sort_input) {
      const bool descending = random() % 2 == 0;
      const bool is_long = input == sort_input::random || input == sort_input::few_distinct;
      const std::size_t most = is_long ? 100000 : 3000;
      const auto a = sorted_data<T>(input, random() % most, descending, random);
      const auto b = sorted_data<T>(input, random() % most, descending, random);
      check<std::uint32_t>(a, b, descending);
      check<std::uint64_t>(b, a, descending);
    }
  });
}

TEST_P(Merge, EveryPairOfShortLengths) {
  random_engine random(omprim_test::test_seed());
  for (std::size_t first = 0; first <= 9; ++first) {
    for (std::size_t second = 0; second <= 9; ++second) {
      const auto a = sorted_data<float>(sort_input::telling, first, false, random);
      const auto b = sorted_data<float>(sort_input::telling, second, false, random);
      check<std::uint32_t>(a, b, false);
    }
  }
}

// One array is all before the other one, or lies in a gap of it.
TEST_P(Merge, ArraysThatDoNotMix) {
  std::vector<std::int64_t> low(70001);
  for (std::size_t i = 0; i < low.size(); ++i) low[i] = static_cast<std::int64_t>(i) / 3;
  std::vector<std::int64_t> high = low;
  for (std::int64_t& key : high) key += 1000000;
  check<std::uint32_t>(low, high, false);
  check<std::uint32_t>(high, low, false);
  check<std::uint32_t>(low, low, false);
  check<std::uint32_t>(joined(low, high), std::vector<std::int64_t>(50000, 500000), false);
  check<std::uint32_t>(std::vector<std::int64_t>(50000, 500000), joined(low, high), false);
}

class MergeErrors : public omprim_test::backend_test {
 protected:
  void refused(const std::vector<std::string>& words, const std::function<void()>& call,
               status code = status::invalid_argument) const {
    expect_error(code, words, call);
    EXPECT_EQ(out.values(), (ints{7, 7, 7})) << "a refused call has written";
  }
  const placed_array<std::int32_t> a{where(), {1, 2}};
  const placed_array<std::int32_t> b{where(), {5}};
  const placed_array<std::int32_t> out{where(), {7, 7, 7}};
  const placed_array<std::int32_t> values{where(), {1, 2, 3}};
  const std::int32_t* const nothing = nullptr;
  std::int32_t* const nowhere = nullptr;
};
OMPRIM_ON_EVERY_BACKEND(MergeErrors);

TEST_P(MergeErrors, MissingPointersAreNamed) {
  const auto merge = [&](const std::int32_t* x, const std::int32_t* y, std::int32_t* to) {
    omprim::merge(where(), x, 2, y, 1, to);
  };
  refused({"keys of the first array", "null", "2"},
          [&] { merge(nothing, b.data(), out.pointer()); });
  refused({"keys of the second array", "null", "1"},
          [&] { merge(a.data(), nothing, out.pointer()); });
  refused({"merged keys", "null", "3"}, [&] { merge(a.data(), b.data(), nowhere); });
  const auto by_key = [&](const std::int32_t* x, const std::int32_t* y, std::int32_t* to) {
    omprim::merge_by_key(where(), a.data(), x, 2, b.data(), y, 1, out.pointer(), to);
  };
  refused({"values of the first array", "null", "2"},
          [&] { by_key(nothing, values.data(), out.pointer()); });
  refused({"values of the second array", "null", "1"},
          [&] { by_key(values.data(), nothing, out.pointer()); });
  refused({"merged values", "null", "3"}, [&] { by_key(values.data(), values.data(), nowhere); });
}

TEST_P(MergeErrors, CallsThatMakeNoSense) {
  const std::size_t negative = std::numeric_limits<std::size_t>::max();
  refused({std::to_string(negative)},
          [&] { omprim::merge(where(), a.data(), negative, b.data(), 1, out.pointer()); });
  refused({std::to_string(negative)},
          [&] { omprim::merge(where(), a.data(), 2, b.data(), negative, out.pointer()); });
  const auto ask = [&](operation op, std::size_t bytes, const char* strategy = "") {
    omprim::merge_request request{b.data(),      1,    out.pointer(), values.data(), values.data(),
                                  out.pointer(), bytes};
    merge_options options;
    options.strategy = strategy;
    omprim::merge_any(where(), omprim::element::int32, op, a.data(), 2, request, options);
  };
  refused({"3 bytes", "4 or 8"}, [&] { ask(operation::merge_by_key, 3); });
  const auto by_key_from = [&](std::int32_t* x) {
    omprim::merge_request request{b.data(), 1, out.pointer(), x, x, x, 8};
    omprim::merge_any(where(), omprim::element::int32, operation::merge_by_key, a.data(), 2,
                      request);
  };
  const bool is_even = reinterpret_cast<std::uintptr_t>(values.pointer()) % 8 == 0;
  refused({"values of the first array", "8 bytes", "no multiple"},
          [&] { by_key_from(values.pointer() + (is_even ? 1 : 0)); });
  refused({"merge_any", "sort_any"}, [&] { ask(operation::argsort, 4); }, status::unknown_variant);
  refused(
      {"radix", "merge-path"}, [&] { ask(operation::merge, 4, "radix"); }, status::unknown_name);
}

class MergeContainers : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(MergeContainers);

TEST_P(MergeContainers, AreMerged) {
  if (!omprim_test::reads_host_memory(where())) GTEST_SKIP() << "needs memory of the host";
  const ints a{1, 4};
  const ints b{2, 4, 9};
  ints out(6, 7);
  omprim::merge(where(), a, b, out);
  EXPECT_EQ(out, (ints{1, 2, 4, 4, 9, 7}));
  std::vector<float> values(6, 7);
  const std::vector<float> of_a{1, 2};
  const std::vector<float> of_b{3, 4, 5};
  omprim::merge_by_key(where(), a, of_a, b, of_b, out, values);
  EXPECT_EQ(values, (std::vector<float>{1, 3, 2, 4, 5, 7}));
  omprim::merge(where(), ints{4, 1}, ints{9, 2}, out, merge_options_of(true));
  EXPECT_EQ(out, (ints{9, 4, 2, 1, 9, 7}));
  ints shorter(4, 7);
  std::vector<float> fewer(4, 7);
  const auto refused = [](const std::vector<std::string>& words, const auto& call) {
    expect_error(status::invalid_argument, words, call);
  };
  refused({"4", "5"}, [&] { omprim::merge(where(), a, b, shorter); });
  refused({"4", "5"}, [&] { omprim::merge_by_key(where(), a, of_a, b, of_b, shorter, values); });
  refused({"4", "5"}, [&] { omprim::merge_by_key(where(), a, of_a, b, of_b, out, fewer); });
  refused({"3", "2"}, [&] { omprim::merge_by_key(where(), a, of_b, b, of_b, out, values); });
  refused({"2", "3"}, [&] { omprim::merge_by_key(where(), a, of_a, b, of_a, out, values); });
}

template <class V, class T>
array_problem run(const table_row& row, const omprim::execution& where, const std::vector<T>& a,
                  const std::vector<T>& b, bool descending, std::size_t offset) {
  using word = omprim_test::word_of<T>;
  const std::size_t n = a.size() + b.size();
  const auto order = merged_positions(a, b, descending);
  const auto values = telling_companions<V>(n);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(a.size());
  const fenced_array<word> first(where, to_words(a), offset);
  const fenced_array<word> second(where, to_words(b), offset + 1);
  const fenced_array<V> of_first(where, {values.begin(), middle}, offset + 3);
  const fenced_array<V> of_second(where, {middle, values.end()}, offset + 1);
  const fenced_array<word> keys_out(where, std::vector<word>(n, 7), offset + 2);
  const fenced_array<V> values_out(where, std::vector<V>(n, 7), offset);
  omprim::reduce_profile profile;
  const merge_options options{{row.strategy, row.tuning, &profile}, descending};
  omprim::merge_request request{second.pointer(), b.size(), keys_out.pointer()};
  if (row.op == operation::merge_by_key) {
    request.values = of_first.pointer();
    request.second_values = of_second.pointer();
    request.values_out = values_out.pointer();
    request.value_bytes = sizeof(V);
  }
  omprim::merge_any(where, omprim_test::element_of<T>(), row.op, first.pointer(), a.size(), request,
                    options);
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) return "another row ran";
  if (auto wrong = keys_out.compare("keys", to_words(at_positions(joined(a, b), order)))) {
    return wrong;
  }
  if (row.op == operation::merge) return std::nullopt;
  return values_out.compare("values", at_positions(values, order));
}

class TableMerge : public omprim_test::table_test {
 protected:
  static std::vector<table_row> rows() {
    const auto stands_for =
        omprim::size_of(type()) == 4 ? omprim::element::uint32 : omprim::element::uint64;
    return omprim_test::rows_for(where(), stands_for, omprim::algorithm::merge);
  }
};
OMPRIM_ON_EVERY_TYPE_AND_BACKEND(TableMerge);

TEST_P(TableMerge, EveryRowMergesByComparisons) {
  SCOPED_TRACE("OMPRIM_TEST_SEED=" + std::to_string(omprim_test::test_seed()));
  random_engine random(omprim_test::test_seed());
  int runs = 0;
  omprim_test::with_type(type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const table_row& row : rows()) {
      const std::size_t tile = omprim_test::tile_of(row);
      for (const std::size_t n : std::set<std::size_t>{0, 1, 2, 33, tile - 1, tile, tile + 1,
                                                       tile / 2, 2 * tile, 5 * tile + 5}) {
        for (const std::size_t of_a : std::set<std::size_t>{0, n / 2, random() % (n + 1), n}) {
          const bool descending = random() % 2 == 0;
          const auto input = random() % 2 == 0 ? sort_input::telling : sort_input::few_distinct;
          const auto a = sorted_data<T>(input, of_a, descending, random);
          const auto b = sorted_data<T>(input, n - of_a, descending, random);
          const std::size_t offset = random() % 4;
          const auto wrong = random() % 2 == 0
                                 ? run<std::uint32_t>(row, where(), a, b, descending, offset)
                                 : run<std::uint64_t>(row, where(), a, b, descending, offset);
          ASSERT_FALSE(wrong) << omprim_test::name_of(row) << ", " << of_a << " and " << n - of_a
                              << " keys: " << *wrong;
          ++runs;
        }
      }
    }
  });
  EXPECT_GT(runs, 0) << "no row of this type is compiled";
}

}  // namespace
