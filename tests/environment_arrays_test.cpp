// SPDX-License-Identifier: BSD-3-Clause
// Selections, scans and segments in floating-point environments other than the default one
// (support/environment.hpp).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>

#include "support/backends.hpp"
#include "support/environment.hpp"

#if OMPRIM_HAS_ENVIRONMENTS

namespace {

using omprim_test::environment;
using omprim_test::guarded_units;
using omprim_test::same_bits;
using omprim_test::units;

class EnvironmentOfArrays : public omprim_test::environment_test {};
OMPRIM_ON_EVERY_BACKEND(EnvironmentOfArrays);

TEST_P(EnvironmentOfArrays, SelectionsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    std::vector<T> kept;
    std::vector<T> left;
    std::vector<std::int64_t> places;
    std::vector<T> changed;
    std::vector<std::int64_t> changes;
    for (std::size_t i = 0; i < n; ++i) {
      (a.k[i] > 0 ? kept : left).push_back(a.values[i]);
      if (a.k[i] > 0) places.push_back(static_cast<std::int64_t>(i));
      if (i > 0 && a.k[i] == a.k[i - 1]) continue;
      changed.push_back(a.values[i]);
      changes.push_back(static_cast<std::int64_t>(i));
    }
    std::vector<T> selected(n);
    std::vector<T> rejected(n);
    std::vector<T> distinct(n);
    std::vector<T> in_halves(n);
    std::vector<std::int64_t> at(n);
    std::vector<std::int64_t> heads(n);
    const auto keep = omprim::greater_than(T(0));
    {
      const environment other(state);
      EXPECT_EQ(omprim::count_if(where(), a.data, n, keep), kept.size());
      EXPECT_EQ(omprim::count_unique(where(), a.data, n), changed.size());
      selected.resize(omprim::select_if(where(), a.data, n, selected.data(), keep));
      at.resize(omprim::select_index(where(), a.data, n, at.data(), keep));
      in_halves.resize(
          omprim::partition(where(), a.data, n, in_halves.data(), rejected.data(), keep));
      distinct.resize(omprim::unique(where(), a.data, n, distinct.data()));
      heads.resize(omprim::unique_index(where(), a.data, n, heads.data()));
    }
    rejected.resize(left.size());
    EXPECT_TRUE(same_bits(selected, kept));
    EXPECT_TRUE(same_bits(in_halves, kept));
    EXPECT_TRUE(same_bits(rejected, left));
    EXPECT_TRUE(same_bits(distinct, changed));
    EXPECT_EQ(at, places);
    EXPECT_EQ(heads, changes);
  });
}

TEST_P(EnvironmentOfArrays, FlaggedSelectionsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    std::vector<unsigned char> flags(n);
    std::vector<T> kept;
    for (std::size_t i = 0; i < n; ++i) {
      flags[i] = a.k[i] % 3 == 0 ? 7 : 0;
      if (flags[i] != 0) kept.push_back(a.values[i]);
    }
    std::vector<T> selected(n);
    std::size_t counted = 0;
    {
      const environment other(state);
      counted = omprim::count_flagged(where(), flags.data(), n);
      selected.resize(omprim::select_flagged(where(), a.data, flags.data(), n, selected.data()));
    }
    EXPECT_EQ(counted, kept.size());
    EXPECT_TRUE(same_bits(selected, kept));
  });
}

// Keys that differ by less than a normal number, and values of that size.
TEST_P(EnvironmentOfArrays, ReductionsByKeyAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    std::vector<int> keys(n);
    std::vector<int> distinct;
    std::vector<int> sums;
    for (std::size_t i = 0; i < n; ++i) {
      keys[i] = a.k[i / 3];
      if (i == 0 || keys[i] != keys[i - 1]) {
        distinct.push_back(keys[i]);
        sums.push_back(0);
      }
      sums.back() += a.k[i];
    }
    const auto key_units = units<T>(keys);
    std::vector<T> unique_keys(n);
    std::vector<T> totals(n);
    std::size_t runs = 0;
    {
      const environment other(state);
      runs = omprim::reduce_by_key(where(), key_units.data(), a.data, n, unique_keys.data(),
                                   totals.data());
    }
    unique_keys.resize(runs);
    totals.resize(runs);
    EXPECT_TRUE(same_bits(unique_keys, units<T>(distinct)));
    EXPECT_EQ(totals, units<T>(sums));
  });
}

TEST_P(EnvironmentOfArrays, ExclusiveScansOfSegmentsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    std::vector<unsigned char> heads(n);
    std::vector<int> before(n);
    for (std::size_t i = 0; i < n; ++i) {
      heads[i] = i % 70 == 0 || i % 1000 == 3 ? 1 : 0;
      before[i] = heads[i] != 0 ? 5 : before[i - 1] + a.k[i - 1];
    }
    std::vector<T> out(n);
    const T initial = a.unit(5);
    {
      const environment other(state);
      omprim::segmented_exclusive_scan(where(), a.data, n, omprim::by_heads(heads.data()),
                                       out.data(), omprim::plus{}, initial);
    }
    EXPECT_TRUE(same_bits(out, units<T>(before)));
  });
}

TEST_P(EnvironmentOfArrays, ScansAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    std::vector<int> sums(n);
    std::vector<int> least(n);
    std::partial_sum(a.k.begin(), a.k.end(), sums.begin());
    std::partial_sum(a.k.begin(), a.k.end(), least.begin(),
                     [](int x, int y) { return std::min(x, y); });
    std::vector<T> running(n);
    std::vector<T> lowest(n);
    std::vector<T> before(n);
    {
      const environment other(state);
      omprim::inclusive_scan(where(), a.data, n, running.data());
      omprim::inclusive_scan(where(), a.data, n, lowest.data(), omprim::minimum{});
      omprim::exclusive_scan(where(), a.data, n, before.data());
    }
    EXPECT_EQ(running, units<T>(sums));
    EXPECT_EQ(lowest, units<T>(least));
    sums.insert(sums.begin(), 0);
    sums.pop_back();
    EXPECT_EQ(before, units<T>(sums));
  });
}

TEST_P(EnvironmentOfArrays, SegmentsAreExact) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    for (const std::size_t length : {std::size_t{5}, std::size_t{1000}}) {
      std::vector<int> sums;
      std::vector<int> scanned;
      std::vector<std::int64_t> least;
      std::vector<std::int64_t> greatest;
      std::vector<std::int64_t> offsets = {0};
      for (std::size_t i = 0; i < n; i += length) {
        const auto first = a.k.begin() + static_cast<std::ptrdiff_t>(i);
        const auto last = a.k.begin() + static_cast<std::ptrdiff_t>(std::min(n, i + length));
        sums.push_back(std::accumulate(first, last, 0));
        std::partial_sum(first, last, std::back_inserter(scanned));
        least.push_back(std::min_element(first, last) - first);  // positions within the segment
        greatest.push_back(std::max_element(first, last) - first);
        offsets.push_back(last - a.k.begin());
      }
      const std::size_t count = sums.size();
      const auto segments = omprim::by_offsets(offsets.data(), count);
      std::vector<T> totals(count);
      std::vector<T> out(n);
      std::vector<T> values(count);
      std::vector<std::int64_t> low(count);
      std::vector<std::int64_t> high(count);
      {
        const environment other(state);
        omprim::segmented_reduce(where(), a.data, segments, totals.data());
        omprim::segmented_argmin(where(), a.data, segments, low.data(), values.data());
        omprim::segmented_argmax(where(), a.data, segments, high.data());
        omprim::segmented_inclusive_scan(where(), a.data, n, segments, out.data());
      }
      EXPECT_EQ(totals, units<T>(sums));
      EXPECT_EQ(out, units<T>(scanned));
      for (std::size_t s = 0; s < count; ++s) {
        ASSERT_EQ(low[s], least[s]) << "segment " << s;
        ASSERT_EQ(high[s], greatest[s]) << "segment " << s;
        const auto place = static_cast<std::size_t>(offsets[s] + low[s]);
        ASSERT_EQ(std::memcmp(&values[s], &a.values[place], sizeof(T)), 0);
      }
    }
  });
}

TEST_P(EnvironmentOfArrays, BoundsOfSelectionsMayBeDenormal) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    for (const int bound : {-6, -1, 0, 1, 6}) {
      const T unit = a.unit(bound);
      const auto expected = [&](auto&& keeps) {
        return std::count_if(a.k.begin(), a.k.end(), keeps);
      };
      const std::vector<std::ptrdiff_t> counts = {
          expected([=](int k) { return k < bound; }),  expected([=](int k) { return k <= bound; }),
          expected([=](int k) { return k > bound; }),  expected([=](int k) { return k >= bound; }),
          expected([=](int k) { return k == bound; }), expected([=](int k) { return k != bound; })};
      std::vector<std::ptrdiff_t> got;
      {
        const environment other(state);
        for (const auto& keep :
             {omprim::less_than(unit), omprim::at_most(unit), omprim::greater_than(unit),
              omprim::at_least(unit), omprim::equal_to(unit), omprim::not_equal_to(unit)}) {
          got.push_back(static_cast<std::ptrdiff_t>(omprim::count_if(where(), a.data, n, keep)));
        }
      }
      EXPECT_EQ(got, counts) << "bound " << bound;
    }
  });
}

TEST_P(EnvironmentOfArrays, InitialValuesOfScansMayBeDenormal) {
  for_each_case([](auto tag, unsigned state, std::size_t n) {
    using T = typename decltype(tag)::type;
    const guarded_units<T> a(n);
    std::vector<int> sums(n);
    std::exclusive_scan(a.k.begin(), a.k.end(), sums.begin(), 5);
    std::vector<T> before(n);
    const T initial = a.unit(5);
    {
      const environment other(state);
      omprim::exclusive_scan(where(), a.data, n, before.data(), omprim::plus{}, initial);
    }
    EXPECT_TRUE(same_bits(before, units<T>(sums)));
  });
}

}  // namespace
#endif
