// SPDX-License-Identifier: BSD-3-Clause
// The typed functions for containers.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>

#include "support/errors.hpp"

namespace {

using omprim::status;
using omprim_test::expect_error;
using ints = std::vector<int>;
using positions = std::vector<std::int64_t>;

const omprim::execution where = omprim::serial();

TEST(Containers, ReductionsTakeThem) {
  const ints x{5, -1, 7, 0};
  EXPECT_EQ(omprim::sum(where, x), 11);
  EXPECT_EQ(omprim::sum(where, std::span(x).first(2)), 4);
  EXPECT_EQ(omprim::sum(where, std::array{1.5, 2.0}), 3.5);
  EXPECT_EQ(omprim::wide_sum(where, x), 11);
  EXPECT_EQ(omprim::min(where, x), -1);
  EXPECT_EQ(omprim::max(where, x), 7);
  EXPECT_EQ(omprim::reduce(where, x), 11);
  EXPECT_EQ(omprim::reduce(where, x, omprim::bit_or{}), -1);
  EXPECT_EQ(omprim::reduce(where, x, omprim::plus{}, 100), 111);
  EXPECT_EQ(omprim::argmin(where, x), (omprim::indexed<int>{-1, 1}));
  EXPECT_EQ(omprim::argmax(where, x), (omprim::indexed<int>{7, 2}));
  EXPECT_EQ(omprim::minmax(where, x), (omprim::extrema<int>{-1, 7}));
  EXPECT_EQ(omprim::sum_min_max(where, x), (omprim::summary<int>{11, -1, 7}));
  EXPECT_FALSE(omprim::all(where, x));
  EXPECT_TRUE(omprim::any(where, x));
  EXPECT_EQ(omprim::sum(where, ints{}), 0);
}

TEST(Containers, ReductionsOfFloatsTakeThem) {
  const std::vector<double> a{1, -2, 3};
  EXPECT_EQ(omprim::sum_of_absolutes(where, a), 6);
  EXPECT_EQ(omprim::sum_of_squares(where, a), 14);
  EXPECT_EQ(omprim::dot(where, a, std::array{1.0, 10.0, 100.0}), 281);
  expect_error(status::invalid_argument, {"dot", "3 elements", "2"},
               [&] { (void)omprim::dot(where, a, std::array{1.0, 10.0}); });
}

TEST(Containers, OptionsComeLast) {
  const ints x{5, -1};
  omprim::reduce_profile profile;
  omprim::reduce_options options;
  options.strategy = "sequential";
  options.profile = &profile;
  EXPECT_EQ(omprim::sum(where, x, options), 4);
  EXPECT_EQ(profile.strategy, "sequential");
}

TEST(Containers, ScansTakeThem) {
  const ints x{5, -1, 7};
  ints out(4, 9);
  omprim::inclusive_scan(where, x, out);
  EXPECT_EQ(out, (ints{5, 4, 11, 9}));
  omprim::exclusive_scan(where, x, std::span(out).first(3), omprim::maximum{}, 2);
  EXPECT_EQ(out, (ints{2, 5, 5, 9}));
  const std::array<bool, 3> heads{false, true, false};
  omprim::segmented_inclusive_scan(where, x, omprim::by_heads(heads), out);
  EXPECT_EQ(out, (ints{5, -1, 6, 9}));
  omprim::segmented_exclusive_scan(where, x, omprim::by_offsets(std::array{0, 2, 3}), out);
  EXPECT_EQ(out, (ints{0, 5, 0, 9}));
}

TEST(Containers, SelectionsTakeThem) {
  ints x{5, -1, 7, 7};
  ints out(2);
  positions at(3);
  EXPECT_EQ(omprim::count_if(where, x, omprim::less_than(6)), 2U);
  EXPECT_EQ(omprim::select_if(where, x, out, omprim::less_than(6)), 2U);
  EXPECT_EQ(out, (ints{5, -1}));
  EXPECT_EQ(omprim::select_index(where, x, at, omprim::equal_to(7)), 2U);
  EXPECT_EQ(at, (positions{2, 3, 0}));
  const std::array<bool, 4> flags{false, true, true, false};
  EXPECT_EQ(omprim::count_flagged(where, flags), 2U);
  EXPECT_EQ(omprim::select_flagged(where, x, flags, out), 2U);
  EXPECT_EQ(out, (ints{-1, 7}));
  ints rest(2);
  EXPECT_EQ(omprim::partition(where, x, out, rest, omprim::equal_to(7)), 2U);
  EXPECT_EQ(rest, (ints{5, -1}));
  EXPECT_EQ(omprim::unique_index(where, x, at), 3U);
  EXPECT_EQ(at, (positions{0, 1, 2}));
  EXPECT_EQ(omprim::count_unique(where, x), 3U);
  EXPECT_EQ(omprim::unique(where, x, x), 3U);
  EXPECT_EQ(omprim::select_if(where, x, omprim::greater_than(0)), 3U);
}

TEST(Containers, SegmentedReductionsTakeThem) {
  const ints x{5, -1, 7, 2};
  const ints rows{0, 1, 4};
  ints out(2);
  positions at(2);
  omprim::segmented_reduce(where, x, omprim::by_offsets(rows), out);
  EXPECT_EQ(out, (ints{5, 8}));
  omprim::segmented_reduce(where, x, omprim::by_length(2, 2), out, omprim::minimum{});
  EXPECT_EQ(out, (ints{-1, 2}));
  omprim::segmented_argmin(where, x, omprim::by_offsets(rows), at);
  EXPECT_EQ(at, (positions{0, 0}));
  omprim::segmented_argmax(where, x, omprim::by_offsets(rows), at, out);
  EXPECT_EQ(at, (positions{0, 1}));
  EXPECT_EQ(out, (ints{5, 7}));
  EXPECT_EQ(omprim::by_offsets(ints{}).count, 0U);
}

TEST(Containers, ExactSumsOfSegmentsTakeThem) {
  const std::vector<double> x{1e300, 1, -1e300, -2, 5};
  std::vector<double> out(4, 9);
  omprim::exact_segmented_sum(where, x, omprim::by_offsets(std::array{0, 3, 3, 5}), out);
  EXPECT_EQ(out, (std::vector<double>{1, 0, 3, 9}));
  EXPECT_FALSE(std::signbit(out[1])) << "an empty segment";
  omprim::reduce_profile profile;
  omprim::segment_options options;
  options.strategy = "sequential";
  options.profile = &profile;
  omprim::exact_segmented_sum(where, x, omprim::by_length(4, 1), std::span(out).first(1), options);
  EXPECT_EQ(out, (std::vector<double>{-1, 0, 3, 9}));
  EXPECT_EQ(profile.strategy, "sequential");
  expect_error(status::invalid_argument, {"4 elements", "5"},
               [&] { omprim::exact_segmented_sum(where, x, omprim::by_length(1, 5), out); });
  expect_error(status::invalid_argument, {"5 elements", "3 segments", "2"},
               [&] { omprim::exact_segmented_sum(where, x, omprim::by_length(2, 3), out); });
  EXPECT_EQ(out, (std::vector<double>{-1, 0, 3, 9}));
}

TEST(Containers, ReduceByKeyTakesThem) {
  const ints keys{3, 3, 8, 8};
  const std::vector<double> values{1, 2, 4, 8};
  ints unique_keys(2);
  std::vector<double> out(2);
  EXPECT_EQ(omprim::reduce_by_key(where, keys, values, unique_keys, out), 2U);
  EXPECT_EQ(unique_keys, (ints{3, 8}));
  EXPECT_EQ(out, (std::vector<double>{3, 12}));
  ints short_keys(1);
  expect_error(status::invalid_argument, {"1 elements", "2"},
               [&] { (void)omprim::reduce_by_key(where, keys, values, short_keys, out); });
  expect_error(status::invalid_argument, {"values", "2 elements", "4"},
               [&] { (void)omprim::reduce_by_key(where, keys, out, unique_keys, out); });
}

TEST(Containers, ReduceByKeyTakesColumnsOfThem) {
  const ints keys{3, 3, 8, 8};
  const std::vector<double> values{1, 2, 4, 8};
  const std::array<float, 4> others{5, -1, 7, 9};
  ints unique_keys(2);
  std::vector<double> out(2);
  std::array<float, 3> least{9, 9, 9};
  const auto both = [&](auto& sums) {
    return std::vector{omprim::column(values, sums),
                       omprim::column(others, least, omprim::minimum{})};
  };
  EXPECT_EQ(omprim::reduce_by_key(
                where, keys, unique_keys,
                {omprim::column(values, out), omprim::column(others, least, omprim::minimum{})}),
            2U);
  EXPECT_EQ(unique_keys, (ints{3, 8}));
  EXPECT_EQ(out, (std::vector<double>{3, 12}));
  EXPECT_EQ(least, (std::array<float, 3>{-1, 7, 9}));
  EXPECT_EQ(omprim::reduce_by_key(where, keys, std::span(unique_keys), both(out)), 2U);
  EXPECT_EQ(omprim::reduce_by_key(where, keys, unique_keys, {}), 2U) << "no columns";
  out = {-7, -7};
  std::vector<double> few(1);
  ints short_keys(1);
  omprim::runs_options options;
  options.strategy = "sequential";
  expect_error(status::invalid_argument, {"1 elements", "2"},
               [&] { (void)omprim::reduce_by_key(where, keys, short_keys, both(out), options); });
  expect_error(status::invalid_argument, {"1 elements", "2"},
               [&] { (void)omprim::reduce_by_key(where, keys, unique_keys, both(few)); });
  expect_error(status::invalid_argument, {"values of column 1", "3 elements", "keys has 4"}, [&] {
    (void)omprim::reduce_by_key(where, keys, unique_keys,
                                {omprim::column(values, out), omprim::column(least, least)});
  });
  EXPECT_EQ(out, (std::vector<double>{-7, -7}));
}

TEST(Containers, OutputsWithoutRoomAreRefusedAndNotWritten) {
  const ints x{5, -1, 7};
  ints out(2, 9);
  const auto refused = [&](auto call) {
    expect_error(status::invalid_argument, {"2 elements", "3"}, call);
  };
  refused([&] { omprim::inclusive_scan(where, x, out); });
  refused([&] { omprim::exclusive_scan(where, x, out); });
  refused([&] { omprim::segmented_inclusive_scan(where, x, omprim::by_length(1, 3), out); });
  refused([&] { omprim::segmented_reduce(where, x, omprim::by_length(1, 3), out); });
  refused([&] { omprim::segmented_argmax(where, x, omprim::by_length(1, 3), positions(3), out); });
  refused([&] { (void)omprim::select_if(where, x, out, omprim::less_than(9)); });
  refused([&] { (void)omprim::select_flagged(where, x, std::array{true, true, true}, out); });
  refused([&] { (void)omprim::unique(where, x, out); });
  expect_error(status::invalid_argument, {"3 elements", "2 segments", "2"},
               [&] { omprim::segmented_reduce(where, x, omprim::by_length(2, 2), out); });
  EXPECT_EQ(out, (ints{9, 9}));
}

TEST(Containers, BinsTakeThem) {
  const std::vector<double> x{0.5, 2.5, 0.1, 9, 1.5};
  const omprim::even_bins bins(0.0, 3.0, 3);
  ints index(5);
  omprim::bin_index(where, x, bins, index);
  EXPECT_EQ(index, (ints{0, 2, 0, 3, 1}));  // 3: in no bin
  ints order(5);
  positions offsets(4);
  omprim::bin_sort(where, x, bins, order, offsets);
  EXPECT_EQ(order, (ints{0, 2, 4, 1, 3}));
  EXPECT_EQ(offsets, (positions{0, 2, 3, 4}));
  const std::array<float, 5> weights{1, 2, 4, 8, 16};
  std::vector<float> sums(3);
  omprim::histogram(where, x, weights, bins, sums);
  EXPECT_EQ(sums, (std::vector<float>{5, 16, 2}));
  const auto wrong = status::invalid_argument;
  expect_error(wrong, {"array of weights has 2", "5"},
               [&] { omprim::histogram(where, x, std::array{1.0F, 2.0F}, bins, sums); });
  ints short_index(4);
  positions short_offsets(3);
  expect_error(wrong, {"output has 4", "5"},
               [&] { omprim::bin_index(where, x, bins, short_index); });
  expect_error(wrong, {"output has 3", "4"},
               [&] { omprim::bin_sort(where, x, bins, order, short_offsets); });
}

}  // namespace
