// SPDX-License-Identifier: BSD-3-Clause
// Histograms in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/agent/histogram/bin_index.hpp>
#include <omprim/detail/reducer/bins.hpp>
#include <omprim/detail/reducer/edge_bins.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/strategy/histogram/global_bins.hpp>
#include <omprim/detail/strategy/histogram/local_bins.hpp>
#include <omprim/table.hpp>

#include "support/histogram_oracle.hpp"
#include "support/simt_backend.hpp"
#include "support/simt_inputs.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim::tuning;
using omprim_test::even_range;
using omprim_test::two_sub_groups;

constexpr tuning histogram_tuning{two_sub_groups, 2, 2};

template <template <class, tuning> class Strategy, class Bins, class T>
std::vector<std::int64_t> count(omprim_test::simt_backend& backend, const Bins& bins,
                                const std::vector<T>& data, std::size_t offset) {
  std::vector<std::int64_t> counts(bins.count, -1);
  Strategy<Bins, histogram_tuning>::run(
      backend, kernel::make_source(data.data() + offset, data.size() - offset), bins,
      counts.data());
  return counts;
}

template <template <class, tuning> class Strategy, class T>
void check_histogram() {
  omprim_test::random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  for (const std::size_t n : std::initializer_list<std::size_t>{1, 2, 63, 257, 1025, 5001}) {
    // More than 11,263 have counts of 16 bits; more than 22,528 are slices of one group each.
    for (const std::size_t bins :
         std::initializer_list<std::size_t>{1, 5, 300, 11263, 11264, 22529, 70000}) {
      SCOPED_TRACE("n " + std::to_string(n) + ", bins " + std::to_string(bins));
      const auto range = omprim_test::random_range<T>(bins, random);
      const auto data = omprim_test::histogram_data(range, n, random);
      EXPECT_EQ(count<Strategy>(backend,
                                kernel::even_bins<T>::make(range.lower, range.upper,
                                                           static_cast<std::uint32_t>(bins)),
                                data, 1),
                omprim_test::counts_by_definition(range, bins, data.data() + 1, n - 1));
      const auto edges = omprim_test::random_edges(range, random);
      EXPECT_EQ(count<Strategy>(backend, kernel::edge_bins<T>{edges.data(), bins}, data, 1),
                omprim_test::counts_by_definition(edges, bins, data.data() + 1, n - 1));
    }
  }
}

TEST(SimtHistogram, CountsInLocalMemory) {
  check_histogram<strategy::histogram_local_bins, float>();
  check_histogram<strategy::histogram_local_bins, std::int32_t>();
  check_histogram<strategy::histogram_local_bins, std::uint64_t>();
}

// Counts of 16 bits move to the totals before they are full: of bins in both halves of a word,
// alone and together, whose elements come in turn, so that no item counts several at once, or in
// runs.
TEST(SimtHistogram, MoreElementsInOneBinThan16BitsCount) {
  using bins_type = kernel::even_bins<std::int32_t>;
  omprim_test::simt_backend backend(3);
  for (const std::size_t bins : std::initializer_list<std::size_t>{11264, 20001, 45000}) {
    const auto last = static_cast<std::int32_t>(bins) - 1;
    const auto all = bins_type::make(0, last + 1, static_cast<std::uint32_t>(bins));
    const std::int32_t middle = (last + 2) / 2;
    for (const auto& pattern : std::vector<std::vector<std::int32_t>>{
             {0}, {middle - 1}, {middle}, {last}, {0, middle}, {middle, last, 0, middle - 1}}) {
      for (const std::size_t n : std::initializer_list<std::size_t>{
               std::size_t{1} << 15, (std::size_t{1} << 16) - 1, std::size_t{1} << 16, 300001}) {
        SCOPED_TRACE("n " + std::to_string(n) + ", bins " + std::to_string(bins) + ", from " +
                     std::to_string(pattern[0]));
        std::vector<std::int32_t> data(n);
        std::vector<std::int64_t> want(bins);
        for (std::size_t i = 0; i < n; ++i) {
          data[i] = pattern[i % pattern.size()];
          ++want[static_cast<std::size_t>(data[i])];
        }
        EXPECT_EQ((count<strategy::histogram_local_bins>(backend, all, data, 0)), want);
      }
    }
  }
}

TEST(SimtHistogram, CountsInGlobalMemory) {
  check_histogram<strategy::histogram_global_bins, std::int32_t>();
}

template <class Index, class Bins, class Range, class T>
void check_index(omprim_test::simt_backend& backend, const Bins& bins, const Range& range,
                 const std::vector<T>& data) {
  std::vector<Index> want;
  for (const T x : data) {
    const std::int64_t bin = omprim_test::bin_by_definition(range, x);
    want.push_back(static_cast<Index>(bin < 0 ? static_cast<std::int64_t>(bins.count) : bin));
  }
  want.push_back(Index(-7));  // not written
  std::vector<Index> index(data.size() + 1, Index(-7));
  strategy::write_bin_index<histogram_tuning>(backend, data.data(), data.size(), bins, index.data(),
                                              sizeof(Index) == 8);
  EXPECT_EQ(index, want);
}

template <class T>
void check_indices() {
  omprim_test::random_engine random(omprim_test::test_seed());
  omprim_test::simt_backend backend(3);
  for (const std::size_t n : std::initializer_list<std::size_t>{1, 255, 256, 257, 5001}) {
    for (const std::size_t bins : std::initializer_list<std::size_t>{1, 2, 300, 70000}) {
      SCOPED_TRACE("n " + std::to_string(n) + ", bins " + std::to_string(bins));
      const auto range = omprim_test::random_range<T>(bins, random);
      const auto data = omprim_test::histogram_data(range, n, random);
      const auto even =
          kernel::even_bins<T>::make(range.lower, range.upper, static_cast<std::uint32_t>(bins));
      check_index<std::int32_t>(backend, even, range, data);
      const auto edges = omprim_test::random_edges(range, random);
      check_index<std::int64_t>(backend, kernel::edge_bins<T>{edges.data(), bins}, edges, data);
    }
  }
}

TEST(SimtHistogram, BinOfEachElement) {
  check_indices<float>();
  check_indices<std::int64_t>();
}

}  // namespace
