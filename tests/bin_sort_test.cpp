// SPDX-License-Identifier: BSD-3-Clause
// Bins of elements, and sorts by bin: the results of plain loops.
#include <omprim/bin_sort.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/histogram_oracle.hpp"
#include "support/memory.hpp"
#include "support/types.hpp"

namespace {

using omprim::bin_edges;
using omprim::even_bins;
using omprim::status;
using omprim_test::expect_error;
using omprim_test::placed_array;
using omprim_test::random_engine;
using sizes = std::initializer_list<std::size_t>;
using wide_ints = std::vector<std::int64_t>;

/// Bins by the definition, positions and offsets by loops.
struct expected {
  wide_ints index;
  wide_ints positions;
  wide_ints offsets;

  template <class Range, class T>
  expected(const Range& range, std::size_t bins, const std::vector<T>& data) : offsets(bins + 1) {
    std::vector<std::int64_t> next(bins + 2);
    for (const T x : data) {
      const std::int64_t bin = omprim_test::bin_by_definition(range, x);
      index.push_back(bin < 0 ? static_cast<std::int64_t>(bins) : bin);
      ++next[static_cast<std::size_t>(index.back()) + 1];
    }
    for (std::size_t b = 0; b <= bins; ++b) {
      next[b + 1] += next[b];
      offsets[b] = next[b];
    }
    positions.resize(data.size());
    for (std::size_t i = 0; i < data.size(); ++i) {
      positions[static_cast<std::size_t>(next[static_cast<std::size_t>(index[i])]++)] =
          static_cast<std::int64_t>(i);
    }
  }
};

class BinSort : public omprim_test::backend_test {
 protected:
  /// The results lie between numbers that no call may change.
  template <class Index, class Call>
  static wide_ints written(std::size_t n, const Call& call) {
    const placed_array<Index> out(where(), std::vector<Index>(n + 2, Index(-77)));
    call(out.pointer() + 1);
    const auto all = out.values();
    EXPECT_EQ(all.front(), Index(-77));
    EXPECT_EQ(all.back(), Index(-77));
    return wide_ints(all.begin() + 1, all.end() - 1);
  }
  template <class Index, class T, class Bins>
  static void check_index_size(const placed_array<T>& in, const Bins& bins, const expected& want) {
    const std::size_t n = in.size();
    ASSERT_EQ(
        written<Index>(n, [&](Index* out) { omprim::bin_index(where(), in.data(), n, bins, out); }),
        want.index);
    wide_ints offsets;
    ASSERT_EQ(written<Index>(n,
                             [&](Index* out) {
                               offsets =
                                   written<std::int64_t>(bins.count + 1, [&](std::int64_t* begins) {
                                     omprim::bin_sort(where(), in.data(), n, bins, out, begins);
                                   });
                             }),
              want.positions);
    ASSERT_EQ(offsets, want.offsets);
  }
  template <class T>
  static void check(std::size_t n, std::size_t bins, random_engine& random) {
    SCOPED_TRACE("n " + std::to_string(n) + ", bins " + std::to_string(bins));
    const auto range = omprim_test::random_range<T>(bins, random);
    const auto data = omprim_test::histogram_data(range, n, random);
    const auto edges = omprim_test::random_edges(range, random);
    const placed_array<T> in(where(), data, random() % 3);
    const placed_array<T> borders(where(), edges);
    const expected even(range, bins, data);
    check_index_size<std::int32_t>(in, even_bins(range.lower, range.upper, bins), even);
    check_index_size<std::int64_t>(in, bin_edges(borders.data(), bins),
                                   expected(edges, bins, data));
  }
};
OMPRIM_ON_EVERY_BACKEND(BinSort);

TEST_P(BinSort, ResultsAreThoseOfLoops) {
  random_engine random(omprim_test::test_seed());
  omprim_test::for_every_type([&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const std::size_t bins : sizes{1, 2, 255, 256, 257}) {
      for (const std::size_t n : sizes{0, 1, 2, 1023, 1025}) check<T>(n, bins, random);
    }
    check<T>(20000, 1 + random() % 300, random);
  });
  for (const std::size_t bins : sizes{65535, 65536, std::size_t{1} << 20}) {
    check<float>(1, bins, random);
    check<float>(100000, bins, random);
    check<std::int64_t>(50001, bins, random);
  }
}

// Threads share the work of so many elements.
TEST_P(BinSort, ManyElements) {
  random_engine random(omprim_test::test_seed());
  check<double>(300007, 1, random);
  check<float>(1000003, 100, random);
  check<std::int64_t>(300007, 1000, random);
}

TEST_P(BinSort, ElementsInNoBinComeLast) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const placed_array<float> in(where(), {nan, 2.5f, -1.0f, 0.5f, 3.0f, -0.0f, nan, 2.0f});
  const placed_array<std::int32_t> index(where(), std::vector<std::int32_t>(8));
  const placed_array<std::int32_t> positions(where(), std::vector<std::int32_t>(8));
  const placed_array<std::int64_t> offsets(where(), wide_ints(4));
  const even_bins bins(0.0f, 3.0f, 3);
  omprim::bin_index(where(), in.data(), 8, bins, index.pointer());
  EXPECT_EQ(index.values(), (std::vector<std::int32_t>{3, 2, 3, 0, 3, 0, 3, 2}));
  omprim::bin_sort(where(), in.data(), 8, bins, positions.pointer(), offsets.pointer());
  EXPECT_EQ(positions.values(), (std::vector<std::int32_t>{3, 5, 1, 7, 0, 2, 4, 6}));
  EXPECT_EQ(offsets.values(), (wide_ints{0, 2, 2, 4}));
}

TEST_P(BinSort, RunTimeTypesGiveTheSame) {
  random_engine random(omprim_test::test_seed());
  const auto range = omprim_test::random_range<double>(300, random);
  const auto data = omprim_test::histogram_data(range, 5000, random);
  const expected want(range, 300, data);
  const placed_array<double> in(where(), data);
  omprim::histogram_request bins;
  bins.lower.f = range.lower;
  bins.upper.f = range.upper;
  bins.bins = 300;
  constexpr auto even = omprim::operation::histogram_even;
  constexpr auto type = omprim::element::float64;
  EXPECT_EQ(written<std::int64_t>(5000,
                                  [&](std::int64_t* out) {
                                    omprim::bin_index_any(where(), type, even, in.data(), 5000,
                                                          bins, out, 8);
                                  }),
            want.index);
  const placed_array<std::int64_t> offsets(where(), wide_ints(301));
  EXPECT_EQ(written<std::int32_t>(5000,
                                  [&](std::int32_t* out) {
                                    omprim::bin_sort_any(where(), type, even, in.data(), 5000, bins,
                                                         out, 4, offsets.pointer());
                                  }),
            want.positions);
  EXPECT_EQ(offsets.values(), want.offsets);
}

TEST_P(BinSort, WrongArgumentsAreErrors) {
  const placed_array<int> in(where(), {1, 2, 3});
  const placed_array<std::int64_t> out(where(), wide_ints(8));
  std::int32_t* const nothing = nullptr;
  const auto sort_by = [&](const even_bins<int>& bins) {
    omprim::bin_sort(where(), in.data(), 3, bins, out.pointer(), out.pointer() + 3);
  };
  const auto refuses = [](const char* words, auto&& call) {
    expect_error(status::invalid_argument, {words}, call);
  };
  refuses("a histogram of 0 bins", [&] { sort_by(even_bins(0, 4, 0)); });
  refuses("lower bound", [&] { sort_by(even_bins(4, 4, 2)); });
  refuses("2^30 - 1", [&] { sort_by(even_bins(0, 4, omprim::most_bins)); });
  refuses("the pointer to the indices",
          [&] { omprim::bin_index(where(), in.data(), 3, even_bins(0, 4, 2), nothing); });
  refuses("the pointer to the positions", [&] {
    omprim::bin_sort(where(), in.data(), 3, even_bins(0, 4, 2), nothing, out.pointer());
  });
  refuses("the pointer to the offsets", [&] {
    omprim::bin_sort(where(), in.data(), 3, even_bins(0, 4, 2), out.pointer(),
                     static_cast<std::int64_t*>(nullptr));
  });
  EXPECT_EQ(out.values(), wide_ints(8));
}

}  // namespace
