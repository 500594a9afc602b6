// SPDX-License-Identifier: BSD-3-Clause
// Calls on arrays whose pieces are on several backends and devices.
#include <omprim/pieces.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/measure.hpp>
#include <omprim/omprim.hpp>

#include "support/errors.hpp"
#include "support/pieces.hpp"

namespace {

using omprim::piece;
using omprim::status;
using omprim_test::cut_array;
using omprim_test::every_place;
using omprim_test::expect_error;
using omprim_test::for_every_cut;
using omprim_test::random_sizes;

template <class T>
class Pieces : public testing::Test {};
using every_type =
    testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(Pieces, every_type);

#define OMPRIM_EXPECT_AS_ONE_ARRAY(function) \
  EXPECT_EQ(omprim::function(x), omprim::function(omprim::serial(), all))

TYPED_TEST(Pieces, ReductionsEqualThoseOfOneArray) {
  for_every_cut<TypeParam>([](const std::vector<TypeParam>& all, const auto& sizes) {
    const cut_array<TypeParam> cut(all, sizes);
    const auto& x = cut.pieces();
    OMPRIM_EXPECT_AS_ONE_ARRAY(sum);
    OMPRIM_EXPECT_AS_ONE_ARRAY(min);
    OMPRIM_EXPECT_AS_ONE_ARRAY(max);
    OMPRIM_EXPECT_AS_ONE_ARRAY(argmin);
    OMPRIM_EXPECT_AS_ONE_ARRAY(argmax);
    OMPRIM_EXPECT_AS_ONE_ARRAY(minmax);
    OMPRIM_EXPECT_AS_ONE_ARRAY(sum_min_max);
    OMPRIM_EXPECT_AS_ONE_ARRAY(all);
    OMPRIM_EXPECT_AS_ONE_ARRAY(any);
    if constexpr (sizeof(TypeParam) == 4) {
      OMPRIM_EXPECT_AS_ONE_ARRAY(wide_sum);
    }
    if constexpr (std::is_floating_point_v<TypeParam>) {
      OMPRIM_EXPECT_AS_ONE_ARRAY(sum_of_absolutes);
      OMPRIM_EXPECT_AS_ONE_ARRAY(sum_of_squares);
      EXPECT_EQ(omprim::dot(x, x), omprim::dot(omprim::serial(), all, all));
    } else {
      EXPECT_EQ(omprim::reduce(x, omprim::multiplies{}),
                omprim::reduce(omprim::serial(), all, omprim::multiplies{}));
      EXPECT_EQ(omprim::reduce(x, omprim::bit_xor{}),
                omprim::reduce(omprim::serial(), all, omprim::bit_xor{}));
    }
    const auto large = omprim::greater_than(TypeParam(30));
    EXPECT_EQ(omprim::count_if(x, large), omprim::count_if(omprim::serial(), all, large));
  });
}

TYPED_TEST(Pieces, ScansEqualThoseOfOneArray) {
  for_every_cut<TypeParam>([](const std::vector<TypeParam>& all, const auto& sizes) {
    const auto expect_scans_by = [&](auto op) {
      const cut_array<TypeParam> x(all, sizes);
      const cut_array<TypeParam> out(all, sizes);
      std::vector<TypeParam> expected(all.size());
      omprim::inclusive_scan(omprim::serial(), all, expected, op);
      omprim::inclusive_scan(x.pieces(), out.pieces(), op);
      EXPECT_EQ(out.gather(), expected);
      omprim::exclusive_scan(omprim::serial(), all, expected, op, TypeParam(3));
      omprim::exclusive_scan(x.pieces(), x.pieces(), op, TypeParam(3));  // in place
      EXPECT_EQ(x.gather(), expected);
    };
    expect_scans_by(omprim::plus{});
    expect_scans_by(omprim::minimum{});
    expect_scans_by(omprim::maximum{});
  });
}

TYPED_TEST(Pieces, SelectionsStayWhereTheyAre) {
  for_every_cut<TypeParam>([](const std::vector<TypeParam>& all, const auto& sizes) {
    const cut_array<TypeParam> x(all, sizes);
    const cut_array<TypeParam> out(all, sizes);
    const auto keep = omprim::greater_than(TypeParam(12));
    std::vector<TypeParam> expected(all.size());
    expected.resize(omprim::select_if(omprim::serial(), all, expected, keep));
    const auto counts = omprim::select_if(x.pieces(), out.pieces(), keep);
    ASSERT_EQ(counts.size(), sizes.size());
    EXPECT_EQ(out.gather([&](std::size_t i) { return counts[i].local; }), expected);
    std::uint64_t before = 0;
    for (const omprim::selection_counts& one : counts) {
      EXPECT_EQ(one.before, before);
      EXPECT_EQ(one.total, expected.size());
      before += one.local;
    }
  });
}

TYPED_TEST(Pieces, FlagsAndPartitionsStayWhereTheyAre) {
  for_every_cut<TypeParam>([](const std::vector<TypeParam>& all, const auto& sizes) {
    const cut_array<TypeParam> x(all, sizes);
    const cut_array<TypeParam> out(all, sizes);
    const cut_array<TypeParam> rest(all, sizes);
    const auto keep = omprim::greater_than(TypeParam(12));
    std::vector<unsigned char> flags;
    for (const TypeParam value : all) flags.push_back(value > TypeParam(12) ? 1 : 0);
    const cut_array<unsigned char> cut_flags(flags, sizes);
    std::vector<TypeParam> expected(all.size());
    std::vector<TypeParam> rejected(all.size());
    expected.resize(omprim::partition(omprim::serial(), all, expected, rejected, keep));
    rejected.resize(all.size() - expected.size());
    const auto kept = [&](const auto& counts) {
      return out.gather([&](std::size_t i) { return counts[i].local; });
    };
    EXPECT_EQ(kept(omprim::select_flagged(x.pieces(), cut_flags.pieces(), out.pieces())), expected);
    const auto counts = omprim::partition(x.pieces(), out.pieces(), rest.pieces(), keep);
    EXPECT_EQ(kept(counts), expected);
    EXPECT_EQ(rest.gather([&](std::size_t i) { return sizes[i] - counts[i].local; }), rejected);
  });
}

TEST(PiecesScan, OffsetsOfCountsAreWide) {
  const std::vector<std::int32_t> all(100, std::numeric_limits<std::int32_t>::max());
  const auto sizes = random_sizes(all.size(), 1);
  const cut_array<std::int32_t> x(all, sizes);
  const cut_array<std::int64_t> out(std::vector<std::int64_t>(all.size()), sizes);
  omprim::exclusive_scan(x.pieces(), out.pieces(), omprim::plus{}, 5);
  const auto offsets = out.gather();
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    EXPECT_EQ(offsets[i], 5 + static_cast<std::int64_t>(i) * all[0]);
  }
}

TYPED_TEST(Pieces, UniqueSeesTheElementBeforeThePiece) {
  for_every_cut<TypeParam>([](const std::vector<TypeParam>& random, const auto& sizes) {
    std::vector<TypeParam> all = random;
    std::sort(all.begin(), all.end());  // runs of a hundred elements, longer than some pieces
    const cut_array<TypeParam> x(all, sizes);
    const cut_array<TypeParam> out(all, sizes);
    std::vector<TypeParam> expected(all.size());
    expected.resize(omprim::unique(omprim::serial(), all, expected));
    const auto counts = omprim::unique(x.pieces(), out.pieces());
    EXPECT_EQ(out.gather([&](std::size_t i) { return counts[i].local; }), expected);
    if (!counts.empty()) {
      EXPECT_EQ(counts.front().total, expected.size());
    }
  });
}

TYPED_TEST(Pieces, HistogramsCountAllPieces) {
  for_every_cut<TypeParam>([](const std::vector<TypeParam>& all, const auto& sizes) {
    const cut_array<TypeParam> x(all, sizes);
    const auto expect_counts_in = [&](const auto& bins) {
      std::vector<std::int64_t> expected(bins.count);
      omprim::histogram(omprim::serial(), all.data(), all.size(), bins, expected.data());
      EXPECT_EQ(omprim::histogram(x.pieces(), bins), expected);
    };
    expect_counts_in(omprim::even_bins(TypeParam(2), TypeParam(40), 19));
    const std::vector<TypeParam> edges = {1, 2, 10, 10, 30};
    expect_counts_in(omprim::bin_edges(edges.data(), 4));
  });
}

template <class T>
void expect_same_bits(T a, T b) {
  EXPECT_EQ(std::memcmp(&a, &b, sizeof(T)), 0) << a << " and " << b;
}

TEST(PiecesExact, BitsDoNotDependOnTheCut) {
  std::mt19937_64 random(3);
  std::vector<double> all(4001);
  for (double& x : all) {
    x = std::ldexp(static_cast<double>(random() >> 11) - 0x1p52,
                   static_cast<int>(random() % 1500) - 800);
  }
  const auto serial = omprim::serial();
  for (unsigned seed = 0; seed < 5; ++seed) {
    const cut_array<double> cut(all, random_sizes(all.size(), seed));
    const auto& x = cut.pieces();
    expect_same_bits(omprim::exact_sum(x), omprim::exact_sum(serial, all));
    expect_same_bits(omprim::exact_sum_of_absolutes(x),
                     omprim::exact_sum_of_absolutes(serial, all));
    expect_same_bits(omprim::exact_sum_of_squares(x), omprim::exact_sum_of_squares(serial, all));
    expect_same_bits(omprim::exact_norm2(x), omprim::exact_norm2(serial, all));
    expect_same_bits(omprim::exact_mean(x), omprim::exact_mean(serial, all));
    expect_same_bits(omprim::exact_dot(x, x), omprim::exact_dot(serial, all, all));
    expect_same_bits(omprim::exact_weighted_sum(x, x), omprim::exact_dot(serial, all, all));
  }
}

TEST(PiecesEmpty, AreAnEmptyInput) {
  const std::vector<piece<const float>> none;
  EXPECT_EQ(omprim::sum(none), 0.0F);
  EXPECT_EQ(omprim::min(none), std::numeric_limits<float>::infinity());
  EXPECT_EQ(omprim::argmax(none).index, -1);
  expect_same_bits(omprim::exact_sum(none), 0.0F);
  EXPECT_TRUE(std::isnan(omprim::exact_mean(none)));
}

TEST(PiecesErrors, NameTheFirstPieceThatFailed) {
  const std::vector<double> x(5, 1.0);
  std::vector<double> out(5);
  const std::vector<piece<const double>> pieces = {{omprim::serial(), x.data(), 5},
                                                   {omprim::host(), nullptr, 4},
                                                   {omprim::serial(), nullptr, 3}};
  const std::vector<piece<double>> outputs = {{omprim::serial(), out.data(), 5},
                                              {omprim::host(), out.data(), 4},
                                              {omprim::serial(), out.data(), 3}};
  const std::vector<std::string> words = {"piece 1 of 3", "host", "null"};
  const auto wrong = status::invalid_argument;
  expect_error(wrong, words, [&] { (void)omprim::sum(pieces); });
  expect_error(wrong, words, [&] { (void)omprim::exact_sum(pieces); });
  expect_error(wrong, words, [&] { (void)omprim::count_if(pieces, omprim::less_than(1.0)); });
  expect_error(wrong, words, [&] { omprim::inclusive_scan(pieces, outputs); });
  expect_error(wrong, words,
               [&] { (void)omprim::select_if(pieces, outputs, omprim::less_than(1.0)); });
}

TEST(PiecesErrors, SelectionsNeedRoomInEachPiece) {
  const std::vector<int> x(5, 1);
  std::vector<int> out(5);
  const std::vector<piece<const int>> pieces = {{omprim::serial(), x.data(), 2},
                                                {omprim::serial(), x.data(), 5}};
  const std::vector<piece<int>> outputs = {{omprim::serial(), out.data(), 2},
                                           {omprim::serial(), out.data(), 4}};
  expect_error(status::invalid_argument, {"piece 1 of 2", "5", "4"},
               [&] { (void)omprim::select_if(pieces, outputs, omprim::greater_than(0)); });
}

TEST(PiecesErrors, HistogramsHaveBins) {
  const std::vector<piece<double>> none;
  EXPECT_EQ(omprim::histogram(none, omprim::even_bins(0.0, 1.0, 3)), std::vector<std::int64_t>(3));
  const auto expect_error_for = [&](std::size_t bins) {
    expect_error(status::invalid_argument, {"bins"},
                 [&] { (void)omprim::histogram(none, omprim::even_bins(0.0, 1.0, bins)); });
  };
  expect_error_for(0);
  expect_error_for(omprim::most_bins + 1);
}

TEST(PiecesErrors, RangesAreAlike) {
  const std::vector<double> x(5, 1.0);
  const piece<const double> first{omprim::serial(), x.data(), 5};
  const piece<const double> shorter{omprim::serial(), x.data(), 4};
  const piece<const double> elsewhere{omprim::host(), x.data(), 5};
  using range = std::vector<piece<const double>>;
  const range one = {first};
  const auto wrong = status::invalid_argument;
  expect_error(wrong, {"1 elements", "2"}, [&] { (void)omprim::dot(one, range{first, first}); });
  expect_error(wrong, {"piece 0", "5", "4"}, [&] { (void)omprim::dot(one, range{shorter}); });
  expect_error(wrong, {"piece 0", "where"},
               [&] { (void)omprim::exact_dot(one, range{elsewhere}); });
}

TEST(PiecesSplit, SharesElementsByWeight) {
  using sizes = std::vector<std::size_t>;
  EXPECT_EQ(omprim::split(10, {1, 1}), (sizes{5, 5}));
  EXPECT_EQ(omprim::split(10, {3, 1, 0}), (sizes{7, 3, 0}));
  EXPECT_EQ(omprim::split(0, {3, 1}), (sizes{0, 0}));
  EXPECT_EQ(omprim::split(7, {0, 2, 0}), (sizes{0, 7, 0}));
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> weights(1 + random() % 9);
    for (double& w : weights) w = static_cast<double>(random());
    const std::size_t n = random();
    const auto parts = omprim::split(n, weights);
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), std::size_t{0}), n);
  }
}

TEST(PiecesSplit, RefusesWeightsThatShareNothing) {
  const auto wrong = status::invalid_argument;
  expect_error(wrong, {"weight", "-1"}, [] { (void)omprim::split(10, {1, -1}); });
  expect_error(wrong, {"weight", "nan"}, [] { (void)omprim::split(10, {std::nan("")}); });
  expect_error(wrong, {"above 0"}, [] { (void)omprim::split(10, {0, 0}); });
  expect_error(wrong, {"above 0"}, [] { (void)omprim::split(10, {}); });
}

TEST(PiecesSplit, SpeedsAreMeasuredOnEveryPlace) {
  for (const omprim::execution& where : every_place()) {
    EXPECT_GT(omprim::reading_speed(where, 1 << 20), 0) << omprim_test::name_of(where);
  }
}

std::int64_t sum_of_serial_pieces(const std::vector<std::int64_t>& x, std::size_t pieces) {
  std::vector<piece<const std::int64_t>> cut;
  for (std::size_t p = 0; p < pieces; ++p) {
    const std::size_t begin = x.size() * p / pieces;
    cut.push_back({omprim::serial(), x.data() + begin, x.size() * (p + 1) / pieces - begin});
  }
  return omprim::sum(cut);
}

TEST(PiecesThreads, ServeCallsOfSeveralThreadsAtOnce) {
  std::vector<std::int64_t> x(1000);
  std::iota(x.begin(), x.end(), 0);
  std::atomic<int> right = 0;
  std::vector<std::thread> callers;
  for (std::size_t caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&, caller] {
      for (std::size_t i = 0; i < 200; ++i) {
        if (sum_of_serial_pieces(x, 1 + (i + caller) % 9) == 499'500) ++right;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(right, 800);
}

#if defined(__x86_64__)  // QEMU 7.2 ends a child process with an error when it starts a thread
TEST(PiecesThreads, AreMadeAnewInAChildProcess) {
  const std::vector<std::int64_t> x(1000, 1);
  EXPECT_EQ(sum_of_serial_pieces(x, 4), 1000);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(sum_of_serial_pieces(x, 4) == 1000 ? 0 : 1);
  int outcome = -1;
  ASSERT_EQ(waitpid(child, &outcome, 0), child);
  EXPECT_EQ(outcome, 0);
}
#endif

}  // namespace
