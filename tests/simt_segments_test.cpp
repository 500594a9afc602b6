// SPDX-License-Identifier: BSD-3-Clause
// Scans and reductions of segments: the code that GPUs run, as in simt_emulation_test.cpp.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/strategy/scan/segmented.hpp>
#include <omprim/detail/strategy/scan/single_pass.hpp>
#include <omprim/detail/strategy/segmented_reduce/group_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/groups_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/item_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/merge_path.hpp>
#include <omprim/detail/strategy/segmented_reduce/sub_group_per_segment.hpp>
#include <omprim/detail/strategy/segmented_reduce/work_queue.hpp>
#include <omprim/segmentation.hpp>

#include "support/affine.hpp"
#include "support/segments.hpp"
#include "support/simt_backend.hpp"
#include "support/simt_inputs.hpp"
#include "support/values.hpp"

namespace {

namespace kernel = omprim::kernel;
namespace strategy = omprim::strategy;
using omprim::tuning;
using omprim_test::affine;
using omprim_test::random_engine;
using omprim_test::random_ints;
using omprim_test::simt_backend;
using omprim_test::teams;
using omprim_test::then;
using omprim_test::two_sub_groups;

template <class T, tuning t>
void check_segmented_scan() {
  using scanner = kernel::bits_scanner<T, kernel::sum_lane<T>, kernel::add_policy>;
  using scan =
      strategy::scan_segments<scanner,
                              strategy::scan_single_pass<strategy::segmented_scan<scanner>, t>>;
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
      std::copy(data.begin(), data.end(), out.begin());
      EXPECT_LT(scan::run(backend, {data.data(), n, segments, out.data(), 7, false}).position, 0);
      EXPECT_EQ(out, want) << "after a call with wrong offsets";
    }
  }
}

TEST(SimtEmulation, ScansSegments) { check_segmented_scan<std::int32_t, tuning{32, 4, 9}>(); }
TEST(SimtEmulation, ScansSegmentsInSmallTiles) {
  check_segmented_scan<std::int32_t, tuning{two_sub_groups, 1, 2}>();
}
TEST(SimtEmulation, ScansSegmentsOfWideValues) {
  check_segmented_scan<std::int64_t, tuning{32, 2, 18}>();
}
TEST(SimtEmulation, ScansSegmentsByHalfASubGroup) {
  check_segmented_scan<std::int64_t, tuning{16, 1, 3}>();
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
  check_segments<strategy::segmented_merge_path, int_sum, int, tuning{two_sub_groups, 4, 1}>(
      summing);
  check_segments<strategy::segmented_merge_path, double_sum, double, tuning{32, 2, 4}>(summing);
}
TEST(SimtEmulation, FindsPositionsInSegmentsByMergePath) {
  check_segments<strategy::segmented_merge_path, float_argmin, float, tuning{two_sub_groups, 2, 2}>(
      omprim::operation::segmented_argmin);
}
TEST(SimtEmulation, SumsSegmentsByTicket) {
  check_segments<strategy::segmented_work_queue, double_sum, double, tuning{two_sub_groups, 2, 2}>(
      summing, runs_by_group);
}
TEST(SimtEmulation, SumsSegmentsByEveryOtherStrategy) {
  constexpr tuning t{32, 1, 2};
  check_segments<strategy::segmented_item_per_segment, int_sum, int, t>(summing);
  check_segments<strategy::segmented_sub_group_per_segment, int_sum, int, t>(summing);
  check_segments<strategy::segmented_group_per_segment, int_sum, int, t>(summing, runs_by_group);
  check_segments<strategy::segmented_groups_per_segment, int_sum, int, t>(summing, runs_by_group);
}

/// Checks lengths from 1 up to more than two tiles. There are some 7 tiles of values, so that
/// sub-groups of few teams take several turns.
template <class Reducer, class T, tuning t>
void check_equal_segments(omprim::operation op) {
  random_engine random(omprim_test::test_seed());
  const auto tile = static_cast<std::size_t>(t.tile());
  for (std::size_t length = 1; length <= 2 * tile + 1; length += 1 + length / 5) {
    const std::size_t count = (7 * tile + random() % tile) / length + 1;
    const auto data = omprim_test::segment_values<T>(op, length * count, random);
    for (const std::uint64_t running : teams) {
      SCOPED_TRACE(std::to_string(length) + " values, " + std::to_string(running) + " teams");
      simt_backend backend(running);
      std::vector<T> out(count, T(-1));
      std::vector<std::int64_t> positions(count, -7);
      using what = kernel::segmented<Reducer>;
      strategy::segmented_merge_path<what, t>::run(
          backend, {data.data(), {nullptr, count, length, 0}, out.data(), positions.data()});
      for (std::size_t s = 0; s < count; ++s) {
        const auto want = omprim_test::reduced_segment(op, data.data() + s * length,
                                                       static_cast<std::int64_t>(length));
        ASSERT_EQ(out[s], want.value) << "segment " << s;
        if constexpr (kernel::has_index<Reducer>) {
          ASSERT_EQ(positions[s], want.index) << "segment " << s;
        }
      }
    }
  }
}
TEST(SimtEmulation, SumsSegmentsOfOneLength) {
  check_equal_segments<int_sum, int, tuning{two_sub_groups, 4, 1}>(summing);
  check_equal_segments<double_sum, double, tuning{two_sub_groups, 2, 8}>(summing);
}
TEST(SimtEmulation, FindsPositionsInSegmentsOfOneLength) {
  check_equal_segments<float_argmin, float, tuning{32, 2, 2}>(omprim::operation::segmented_argmin);
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
    strategy::segmented_merge_path<kernel::segmented<reducer>, tuning{two_sub_groups, 1, 4}>::run(
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
