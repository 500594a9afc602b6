// SPDX-License-Identifier: BSD-3-Clause
// Selections, scans and a reduction of whole arrays: the code that GPUs run, with a fiber for each
// work-item. On a machine without a GPU this finds missing barriers and lanes that read the wrong
// neighbour. It does not find errors that need a memory order weaker than the processor's.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/strategy/reduce/single_pass.hpp>
#include <omprim/detail/strategy/scan/reduce_then_scan.hpp>
#include <omprim/detail/strategy/scan/single_pass.hpp>
#include <omprim/detail/strategy/select/count_single_pass.hpp>
#include <omprim/detail/strategy/select/reduce_then_scan.hpp>
#include <omprim/detail/strategy/select/single_pass.hpp>
#include <omprim/detail/strategy/select/three_phase.hpp>
#include <omprim/detail/strategy/select/unordered.hpp>
#include <omprim/operators.hpp>

#include "support/affine.hpp"
#include "support/simt_backend.hpp"
#include "support/simt_inputs.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using kernel::emit;
using omprim::tuning;
using omprim_test::affine;
using omprim_test::random_ints;
using omprim_test::simt_backend;
using omprim_test::size_scale;
using omprim_test::teams;
using omprim_test::then;
using omprim_test::two_sub_groups;

// Strategies refuse these types when they are instantiated.
struct reducer_without_combine {
  using element = int;
  using accumulator = int;
  template <int N>
  using vector = int;
  template <int N>
  static int identity();
  template <int N>
  static int lift(int loaded, std::uint64_t index);
};
struct reducer_with_combine : reducer_without_combine {
  static int combine(int a, int b);
};
static_assert(!kernel::reducer<reducer_without_combine> && kernel::reducer<reducer_with_combine>);
static_assert(!kernel::scanner<reducer_with_combine>);
static_assert(!kernel::selector<reducer_with_combine, int>);
static_assert(kernel::selector<kernel::in_range<int>, int>);
static_assert(!kernel::work_group<kernel::work_item>);
static_assert(omprim::backends::counting_backend<simt_backend>);
static_assert(!omprim::backends::least_backend<kernel::work_item>);

template <emit what>
using selection = kernel::selection<int, kernel::in_range<int>, what>;

/// The selection of the elements below `bound` with these outputs, as many as it has.
template <emit what, class... Output>
selection<what> below(int bound, const std::vector<int>& data, std::vector<Output>&... outputs) {
  return {{outputs.data()...}, data.data(), data.size(), nullptr, {0, bound - 1, 0}};
}

// Sizes around a tile of four elements for each item.
constexpr tuning select_tuning{two_sub_groups, 1, 4};
constexpr std::size_t sizes[] = {
    1, 63, 256 * size_scale - 1, 256 * size_scale, 256 * size_scale + 1, 1500 * size_scale};

template <template <class, tuning> class Strategy>
void check_selection(bool ordered) {
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    for (const std::size_t n : sizes) {
      for (const int bound : {0, 40, 100}) {
        SCOPED_TRACE(std::to_string(n) + " elements below " + std::to_string(bound) + ", " +
                     std::to_string(running) + " teams");
        const auto data = random_ints(n);
        std::vector<int> out(n, -1);
        std::vector<int> want;
        std::copy_if(data.begin(), data.end(), std::back_inserter(want),
                     [&](int x) { return x < bound; });
        const auto kept = Strategy<selection<emit::values>, select_tuning>::run(
            backend, below<emit::values>(bound, data, out));
        ASSERT_EQ(kept, want.size());
        EXPECT_TRUE(std::all_of(out.begin() + static_cast<std::ptrdiff_t>(kept), out.end(),
                                [](int x) { return x == -1; }))
            << "wrote behind the end";
        out.resize(kept);
        if (!ordered) {
          std::sort(out.begin(), out.end());
          std::sort(want.begin(), want.end());
        }
        EXPECT_EQ(out, want);
      }
    }
  }
}

TEST(SimtEmulation, SelectsInOnePass) { check_selection<strategy::select_single_pass>(true); }
TEST(SimtEmulation, SelectsInThreePhases) { check_selection<strategy::select_three_phase>(true); }
TEST(SimtEmulation, SelectsByReduceThenScan) {
  check_selection<strategy::select_reduce_then_scan>(true);
}
TEST(SimtEmulation, SelectsUnordered) { check_selection<strategy::select_unordered>(false); }

TEST(SimtEmulation, SelectsInPlace) {
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    auto data = random_ints(1300);
    std::vector<int> want;
    std::copy_if(data.begin(), data.end(), std::back_inserter(want), [](int x) { return x < 90; });
    const auto kept = strategy::select_single_pass<selection<emit::values>, select_tuning>::run(
        backend, below<emit::values>(90, data, data));
    data.resize(kept);
    EXPECT_EQ(data, want);
  }
}

TEST(SimtEmulation, PartitionsAndCountsAndFindsPositions) {
  simt_backend backend(3);
  const auto data = random_ints(1111);
  std::vector<int> kept(data.size());
  std::vector<int> left(data.size());
  std::vector<std::int64_t> positions(data.size());
  using one_pass = strategy::select_single_pass<selection<emit::both_halves>, select_tuning>;
  const auto count = one_pass::run(backend, below<emit::both_halves>(30, data, kept, left));
  using positions_pass = strategy::select_single_pass<selection<emit::indices>, select_tuning>;
  ASSERT_EQ(positions_pass::run(backend, below<emit::indices>(30, data, positions)), count);
  using count_pass = strategy::count_single_pass<selection<emit::nothing>, select_tuning>;
  EXPECT_EQ(count_pass::run(backend, below<emit::nothing>(30, data)), count);
  std::size_t next_kept = 0;
  std::size_t next_left = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data[i] < 30) {
      ASSERT_EQ(positions[next_kept], static_cast<std::int64_t>(i));
      ASSERT_EQ(kept[next_kept++], data[i]);
    } else {
      ASSERT_EQ(left[next_left++], data[i]);
    }
  }
}

constexpr std::size_t scan_sizes[] = {
    1, 31, 512 * size_scale - 1, 512 * size_scale, 512 * size_scale + 1, 2100 * size_scale};
constexpr std::size_t scan_offsets[] = {0, 1};

template <class T, class Out>
using wide_sums =
    kernel::scan<kernel::bits_scanner<T, kernel::sum_lane<Out>, kernel::scan_add_policy, Out>>;

/// Sums of T as results of type Out.
template <template <class, tuning> class Strategy, tuning t, class T, class Out = T>
void check_scan() {
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    for (const std::size_t n : scan_sizes) {
      for (const std::size_t offset : scan_offsets) {  // aligned and not aligned for wide loads
        const auto ints = random_ints(n + offset);
        const std::vector<T> data(ints.begin(), ints.end());
        std::vector<Out> out(n + offset, Out(-1));
        for (const unsigned exclusive : {0U, 1U}) {
          std::vector<Out> want(n);
          if (exclusive != 0) {
            std::exclusive_scan(data.begin() + static_cast<std::ptrdiff_t>(offset), data.end(),
                                want.begin(), Out(7));
          } else {
            std::inclusive_scan(data.begin() + static_cast<std::ptrdiff_t>(offset), data.end(),
                                want.begin(), std::plus<Out>{}, Out(7));
          }
          using scan = wide_sums<T, Out>;
          Strategy<scan, t>::run(backend,
                                 scan{data.data() + offset, n, out.data() + offset, 7, exclusive});
          EXPECT_EQ(std::vector<Out>(out.begin() + static_cast<std::ptrdiff_t>(offset), out.end()),
                    want)
              << n << " elements, " << running << " teams";
        }
      }
    }
  }
}

TEST(SimtEmulation, ScansInOnePass) {
  check_scan<strategy::scan_single_pass, tuning{two_sub_groups, 4, 2}, std::int32_t>();
}
TEST(SimtEmulation, ScansWideValuesInOnePass) {
  check_scan<strategy::scan_single_pass, tuning{two_sub_groups, 2, 2}, std::int64_t>();
}
TEST(SimtEmulation, ScansIntoWiderResults) {
  check_scan<strategy::scan_single_pass, tuning{two_sub_groups, 2, 3}, std::int32_t,
             std::int64_t>();
}
TEST(SimtEmulation, ScansByReduceThenScan) {
  check_scan<strategy::scan_reduce_then_scan, tuning{two_sub_groups, 4, 2}, std::int32_t>();
}

TEST(SimtEmulation, KeepsTheOrderOfOperatorsThatDoNotCommute) {
  using scan = kernel::scan<kernel::scalar_scanner<affine, then>>;
  const auto ints = random_ints(1500);
  std::vector<affine> data;
  for (const int x : ints) data.push_back({static_cast<unsigned>(x) | 1U, 3});
  std::vector<affine> want;
  affine all{1, 0};
  for (const affine& one : data) want.push_back(all = then::combine(all, one));
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    std::vector<affine> out(data.size());
    const scan what{data.data(), data.size(), out.data(), {1, 0}, 0};
    strategy::scan_single_pass<scan, tuning{two_sub_groups, 1, 2}>::run(backend, what);
    EXPECT_EQ(out, want);
    std::fill(out.begin(), out.end(), affine{0, 0});
    strategy::scan_reduce_then_scan<scan, tuning{32, 1, 3}>::run(backend, what);
    EXPECT_EQ(out, want);
  }
}

TEST(SimtEmulation, Reduces) {
  using reducer = kernel::scalar_reducer<int, omprim::plus>;
  const auto data = random_ints(3000);
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    EXPECT_EQ((strategy::reduce_single_pass<reducer, tuning{two_sub_groups, 4, 2}>::run(
                  backend, kernel::make_source(data.data(), data.size()))),
              std::accumulate(data.begin(), data.end(), 0));
  }
}

}  // namespace
