// SPDX-License-Identifier: BSD-3-Clause
// The code that GPUs run, with a fiber for each work-item. On a machine without a GPU this
// finds missing barriers and lanes that read the wrong neighbour. It does not find errors that need
// a memory order weaker than the processor's.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/agent/scan/tile.hpp>
#include <omprim/detail/agent/select/tile.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/strategy/reduce/single_pass.hpp>
#include <omprim/detail/strategy/scan/reduce_then_scan.hpp>
#include <omprim/detail/strategy/scan/segmented.hpp>
#include <omprim/detail/strategy/scan/single_pass.hpp>
#include <omprim/detail/strategy/segmented_reduce/group_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/groups_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/item_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/merge_path.hpp>
#include <omprim/detail/strategy/segmented_reduce/sub_group_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/work_queue.hpp>
#include <omprim/detail/strategy/select/count_single_pass.hpp>
#include <omprim/detail/strategy/select/reduce_then_scan.hpp>
#include <omprim/detail/strategy/select/single_pass.hpp>
#include <omprim/detail/strategy/select/three_phase.hpp>
#include <omprim/detail/strategy/select/unordered.hpp>
#include <omprim/operators.hpp>

#include "support/affine.hpp"
#include "support/segments.hpp"
#include "support/simt_backend.hpp"
#include "support/values.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using kernel::emit;
using omprim::tuning;
using omprim_test::affine;
using omprim_test::random_engine;
using omprim_test::simt_backend;
using omprim_test::then;

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

constexpr std::uint64_t teams[] = {1, 3};

std::vector<int> random_ints(std::size_t n) {
  random_engine random(omprim_test::test_seed() + n);
  std::vector<int> values(n);
  for (int& x : values) x = omprim_test::random_whole<int>(random, 0, 99);
  return values;
}

template <emit what>
using selection = kernel::selection<int, kernel::in_range<int>, what>;

/// The selection of the elements below `bound` with these outputs, as many as it has.
template <emit what, class... Output>
selection<what> below(int bound, const std::vector<int>& data, std::vector<Output>&... outputs) {
  return {{outputs.data()...}, data.data(), data.size(), nullptr, {0, bound - 1, 0}};
}

// Sizes around a tile of 64 items by four elements.
constexpr tuning select_tuning{64, 1, 4};
constexpr std::size_t sizes[] = {1, 63, 255, 256, 257, 1500};

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

template <class T>
using sums = kernel::scan<kernel::bits_scanner<T, kernel::sum_lane<T>, kernel::add_policy>>;

constexpr std::size_t scan_sizes[] = {1, 31, 511, 512, 513, 2100};
constexpr std::size_t offsets[] = {0, 1};

template <class T, class Out>
using wide_sums =
    kernel::scan<kernel::bits_scanner<T, kernel::sum_lane<Out>, kernel::scan_add_policy, Out>>;

/// Sums of T as results of type Out.
template <template <class, tuning> class Strategy, tuning t, class T, class Out = T>
void check_scan() {
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    for (const std::size_t n : scan_sizes) {
      for (const std::size_t offset : offsets) {  // aligned and not aligned for wide loads
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
  check_scan<strategy::scan_single_pass, tuning{64, 4, 2}, std::int32_t>();
}
TEST(SimtEmulation, ScansWideValuesInOnePass) {
  check_scan<strategy::scan_single_pass, tuning{64, 2, 2}, std::int64_t>();
}
TEST(SimtEmulation, ScansIntoWiderResults) {
  check_scan<strategy::scan_single_pass, tuning{64, 2, 3}, std::int32_t, std::int64_t>();
}
TEST(SimtEmulation, ScansByReduceThenScan) {
  check_scan<strategy::scan_reduce_then_scan, tuning{64, 4, 2}, std::int32_t>();
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
    strategy::scan_single_pass<scan, tuning{64, 1, 2}>::run(backend, what);
    EXPECT_EQ(out, want);
    std::fill(out.begin(), out.end(), affine{0, 0});
    strategy::scan_reduce_then_scan<scan, tuning{32, 1, 3}>::run(backend, what);
    EXPECT_EQ(out, want);
  }
}

template <class T, tuning t>
void check_segments() {
  using scanner = typename sums<T>::scanner;
  using scan = strategy::scan_segments<
      scanner, strategy::scan_single_pass<strategy::segmented_scan<scanner>, t>, tuning{32, 1, 2}>;
  constexpr std::size_t n = 1500;
  const auto ints = random_ints(n);
  const std::vector<T> data(ints.begin(), ints.end());
  for (const int rarity : {2, 20, 2000}) {
    std::vector<unsigned char> heads(n);
    std::vector<std::uint32_t> rows = {3};  // the elements before it are in no segment
    std::vector<T> want(data);
    T sum = 0;
    for (std::size_t i = 3; i < n; ++i) {
      heads[i] = i == 3 || ints[i] % rarity == 1 ? 1 : 0;
      if (heads[i] != 0) {
        rows.insert(rows.end(), 1 + i % 3, static_cast<std::uint32_t>(i));
        sum = 7;
      }
      want[i] = sum += data[i];
    }
    rows.push_back(n);
    const auto segments = omprim::by_offsets(rows.data(), rows.size() - 1);
    const auto length = static_cast<std::size_t>(rarity);
    const auto equal = omprim::by_length(length, (n - 1) / length);
    std::vector<T> want_equal(data);
    for (std::size_t i = 0; i < equal.count * length; ++i) {
      want_equal[i] += i % length == 0 ? T(7) : want_equal[i - 1];
    }
    for (const std::uint64_t running : teams) {
      simt_backend backend(running);
      std::vector<T> by_length(data);
      EXPECT_LT(scan::run(backend, {data.data(), n, equal, by_length.data(), 7, false}).position,
                0);
      EXPECT_EQ(by_length, want_equal) << "by length, " << running << " teams";
      std::vector<T> out(data);
      EXPECT_LT(scan::run(backend, {data.data(), n, segments, out.data(), 7, false}).position, 0);
      EXPECT_EQ(out, want) << "by offsets, " << running << " teams";
      EXPECT_LT(scan::run(backend, {data.data(), n, segments, out.data(), 7, true}).position, 0);
      for (std::size_t i = 3; i < n; ++i) {
        ASSERT_EQ(out[i], want[i] - data[i]) << "exclusive, element " << i;
      }
      std::vector<unsigned char> aligned(heads.begin() + 3, heads.end());
      for (const unsigned char* at : {heads.data() + 3, aligned.data()}) {
        std::fill(out.begin(), out.end(), T(0));
        const auto marked = omprim::by_heads(at);
        EXPECT_LT(
            scan::run(backend, {data.data() + 3, n - 3, marked, out.data() + 3, 7, false}).position,
            0);
        EXPECT_TRUE(std::equal(out.begin() + 3, out.end(), want.begin() + 3))
            << "by heads, " << running << " teams";
      }
      rows.back() = n + 1;
      const auto wrong = scan::run(backend, {data.data(), n, segments, out.data(), 7, false});
      EXPECT_EQ(wrong.position, static_cast<std::int64_t>(rows.size()) - 2);
      EXPECT_EQ(wrong.second, n + 1);
      rows.back() = n;
    }
  }
}

TEST(SimtEmulation, ScansSegments) { check_segments<std::int32_t, tuning{32, 4, 9}>(); }
TEST(SimtEmulation, ScansSegmentsInSmallTiles) { check_segments<std::int32_t, tuning{64, 1, 2}>(); }
TEST(SimtEmulation, ScansSegmentsOfWideValues) {
  check_segments<std::int64_t, tuning{32, 2, 18}>();
}
TEST(SimtEmulation, ScansSegmentsByHalfASubGroup) {
  check_segments<std::int64_t, tuning{16, 1, 3}>();
}

TEST(SimtEmulation, Reduces) {
  using reducer = kernel::scalar_reducer<int, omprim::plus>;
  const auto data = random_ints(3000);
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    EXPECT_EQ((strategy::reduce_single_pass<reducer, tuning{64, 4, 2}>::run(
                  backend, kernel::make_source(data.data(), data.size()))),
              std::accumulate(data.begin(), data.end(), 0));
  }
}

template <class Reducer, class T>
kernel::segmented<Reducer> segmented_of(const std::vector<std::int64_t>& bounds,
                                        const std::vector<T>& data, std::vector<T>& out,
                                        std::vector<std::int64_t>& positions) {
  return {data.data(), {bounds.data(), bounds.size() - 1, 0, 1}, out.data(), positions.data()};
}

/// Fewer runs, for strategies in which a group takes one segment at a time: thousands take minutes.
constexpr std::size_t runs_by_group = 100;

template <template <class, tuning> class Strategy, class Reducer, class T, tuning t>
void check_segments(omprim::operation op, std::size_t runs = omprim_test::several_runs) {
  random_engine random(omprim_test::test_seed());
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    for (const auto mixture : omprim_test::every_mixture()) {
      SCOPED_TRACE(omprim_test::name_of(mixture) + ", " + std::to_string(running) + " teams");
      const auto bounds =
          omprim_test::segment_offsets(mixture, static_cast<std::size_t>(t.tile()), random, runs);
      const auto n = static_cast<std::size_t>(bounds.back());
      const auto data = omprim_test::segment_values<T>(op, n, random);
      std::vector<T> out(bounds.size() - 1, T(-1));
      std::vector<std::int64_t> positions(bounds.size() - 1, -7);
      using what = kernel::segmented<Reducer>;
      Strategy<what, t>::run(backend, segmented_of<Reducer>(bounds, data, out, positions));
      for (std::size_t s = 0; s < out.size(); ++s) {
        const auto want =
            omprim_test::reduced_segment(op, data.data() + bounds[s], bounds[s + 1] - bounds[s]);
        ASSERT_EQ(out[s], want.value) << "segment " << s;
        if constexpr (kernel::has_index<Reducer>) {
          ASSERT_EQ(positions[s], want.index) << "segment " << s;
        }
      }
    }
  }
}

using int_sum = kernel::bits_scanner<int, unsigned, kernel::add_policy>;
using double_sum = kernel::bits_scanner<double, double, kernel::add_policy>;
using float_argmin = kernel::indexed_reducer<float, kernel::minimum_policy>;
constexpr auto summing = omprim::operation::segmented_sum;

TEST(SimtEmulation, SumsSegmentsByMergePath) {
  check_segments<strategy::segmented_merge_path, int_sum, int, tuning{64, 4, 1}>(summing);
  check_segments<strategy::segmented_merge_path, double_sum, double, tuning{32, 2, 4}>(summing);
}
TEST(SimtEmulation, FindsPositionsInSegmentsByMergePath) {
  check_segments<strategy::segmented_merge_path, float_argmin, float, tuning{64, 2, 2}>(
      omprim::operation::segmented_argmin);
}
TEST(SimtEmulation, SumsSegmentsByTicket) {
  check_segments<strategy::segmented_work_queue, double_sum, double, tuning{64, 2, 2}>(
      summing, runs_by_group);
}
TEST(SimtEmulation, SumsSegmentsByEveryOtherStrategy) {
  constexpr tuning t{32, 1, 2};
  check_segments<strategy::segmented_item_per_segment, int_sum, int, t>(summing);
  check_segments<strategy::segmented_sub_group_per_segment, int_sum, int, t>(summing);
  check_segments<strategy::segmented_group_per_segment, int_sum, int, t>(summing, runs_by_group);
  check_segments<strategy::segmented_groups_per_segment, int_sum, int, t>(summing, runs_by_group);
}

TEST(SimtEmulation, KeepsTheOrderWithinSegments) {
  random_engine random(omprim_test::test_seed());
  const auto bounds =
      omprim_test::segment_offsets(omprim_test::segment_lengths::mixed, 256, random);
  std::vector<affine> data;
  for (std::int64_t i = 0; i < bounds.back(); ++i) {
    data.push_back({omprim_test::random_bits<std::uint32_t>(random) | 1U, 3});
  }
  std::vector<std::int64_t> unused;
  for (const std::uint64_t running : teams) {
    simt_backend backend(running);
    std::vector<affine> out(bounds.size() - 1);
    using reducer = kernel::scalar_scanner<affine, then>;
    strategy::segmented_merge_path<kernel::segmented<reducer>, tuning{64, 1, 4}>::run(
        backend, segmented_of<reducer>(bounds, data, out, unused));
    for (std::size_t s = 0; s < out.size(); ++s) {
      affine all{1, 0};
      for (auto i = bounds[s]; i < bounds[s + 1]; ++i) {
        all = then::combine(all, data[static_cast<std::size_t>(i)]);
      }
      ASSERT_EQ(out[s], all) << "segment " << s;
    }
  }
}

}  // namespace
