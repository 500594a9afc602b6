// SPDX-License-Identifier: BSD-3-Clause
// Segments of arrays whose pieces are on several backends and devices.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/omprim.hpp>
#include <omprim/pieces.hpp>

#include "support/errors.hpp"
#include "support/pieces.hpp"

namespace {

using omprim::segmentation;
using omprim::status;
using omprim_test::cut_array;
using omprim_test::expect_error;
using omprim_test::for_every_cut;
using omprim_test::random_sizes;

using offset_vector = std::vector<std::int64_t>;

/// Offsets of segments of an array of n elements. With `gaps`, elements at both ends are outside.
offset_vector random_offsets(std::size_t n, std::size_t mean_length, bool gaps, unsigned seed) {
  std::mt19937 random(seed);
  const auto edge = static_cast<std::int64_t>(gaps ? n / 10 : 0);
  const std::int64_t end = static_cast<std::int64_t>(n) - edge;
  offset_vector offsets = {edge};
  while (offsets.back() < end) {
    const auto length = static_cast<std::int64_t>(random() % (2 * mean_length + 1));
    offsets.push_back(std::min(offsets.back() + length, end));
  }
  offsets.push_back(end);  // an empty segment at the end
  return offsets;
}

/// The segments of an array, as those that begin in each piece.
struct cut_segments {
  std::vector<offset_vector> offsets;
  std::vector<std::size_t> counts;
};

/// An offset belongs to the last piece that begins there or before, so that a piece may be empty.
cut_segments cut_offsets(const offset_vector& all, const std::vector<std::size_t>& sizes) {
  cut_segments cut;
  std::size_t next = 0;
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto size = static_cast<std::int64_t>(sizes[i]);
    const bool is_last = i + 1 == sizes.size();
    offset_vector own;
    while (next + 1 < all.size() && (is_last || all[next] < begin + size)) {
      own.push_back(all[next++] - begin);
    }
    cut.counts.push_back(own.size());
    const std::int64_t end = own.empty() ? all.back() : all[next];
    own.push_back(std::clamp<std::int64_t>(end - begin, 0, size));
    cut.offsets.push_back(own);
    begin += size;
  }
  return cut;
}

/// Offsets of each piece, at its place.
class placed_offsets {
 public:
  template <class T>
  placed_offsets(const cut_segments& cut, const std::vector<omprim::piece<T>>& pieces) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const auto& own = cut.offsets[i];
      const std::size_t bytes = own.size() * sizeof(std::int64_t);
      auto* const data = static_cast<std::int64_t*>(omprim::allocate(pieces[i].where, bytes));
      omprim::copy_in(pieces[i].where, data, own.data(), bytes);
      arrays_.push_back({pieces[i].where, data, own.size()});
      segments_.push_back(omprim::by_offsets(data, cut.counts[i]));
    }
  }
  placed_offsets(const placed_offsets&) = delete;
  placed_offsets& operator=(const placed_offsets&) = delete;
  ~placed_offsets() {
    for (const auto& array : arrays_) omprim::deallocate(array.where, array.data);
  }
  [[nodiscard]] const std::vector<segmentation>& segments() const { return segments_; }

 private:
  std::vector<omprim::piece<std::int64_t>> arrays_;
  std::vector<segmentation> segments_;
};

/// How many segments of one length begin in each piece.
std::vector<std::size_t> begun_segments(std::size_t length, std::size_t count,
                                        const std::vector<std::size_t>& sizes) {
  std::vector<std::size_t> begun(sizes.size());
  for (std::size_t s = 0; s < count; ++s) {
    std::size_t begin = 0;
    std::size_t i = 0;
    while (s * length >= begin + sizes[i]) begin += sizes[i++];
    ++begun[i];
  }
  return begun;
}

/// Every segmented reduction of the pieces gives what it gives for one array.
template <class T, class S>
void expect_as_one_array(const std::vector<T>& all, const segmentation& of_one,
                         const cut_array<T>& x, const S& segments,
                         const std::vector<std::size_t>& counts) {
  const std::size_t count = of_one.count;
  const cut_array<T> out(std::vector<T>(count, T(77)), counts);
  const cut_array<std::int64_t> positions(offset_vector(count, 77), counts);
  std::vector<T> expected(count);
  offset_vector expected_positions(count);
  const auto expect_counts = [&](const std::vector<omprim::selection_counts>& got) {
    std::uint64_t before = 0;
    ASSERT_EQ(got.size(), counts.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i], (omprim::selection_counts{counts[i], before, count})) << "piece " << i;
      before += counts[i];
    }
  };
  const auto expect_by = [&](auto op) {
    omprim::segmented_reduce(omprim::serial(), all.data(), of_one, expected.data(), op);
    expect_counts(omprim::segmented_reduce(x.pieces(), segments, out.pieces(), op));
    EXPECT_EQ(out.gather(), expected);
  };
  expect_by(omprim::plus{});
  expect_by(omprim::minimum{});
  expect_by(omprim::maximum{});
  omprim::segmented_argmin(omprim::serial(), all.data(), of_one, expected_positions.data(),
                           expected.data());
  expect_counts(omprim::segmented_argmin(x.pieces(), segments, positions.pieces(), out.pieces()));
  EXPECT_EQ(positions.gather(), expected_positions);
  EXPECT_EQ(out.gather(), expected);
  omprim::segmented_argmax(omprim::serial(), all.data(), of_one, expected_positions.data());
  expect_counts(omprim::segmented_argmax(x.pieces(), segments, positions.pieces()));
  EXPECT_EQ(positions.gather(), expected_positions);
}

template <class T>
class PiecesSegments : public testing::Test {};
using every_type =
    testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(PiecesSegments, every_type);

TYPED_TEST(PiecesSegments, ByOffsetsEqualThoseOfOneArray) {
  for (const std::size_t mean_length : {3U, 200U, 20000U}) {
    for_every_cut<TypeParam>([&](const std::vector<TypeParam>& all, const auto& sizes) {
      const bool gaps = mean_length == 200;
      const auto offsets = random_offsets(all.size(), mean_length, gaps, 5);
      const auto cut = cut_offsets(offsets, sizes);
      const cut_array<TypeParam> x(all, sizes);
      const placed_offsets placed(cut, x.pieces());
      expect_as_one_array(all, omprim::by_offsets(offsets.data(), offsets.size() - 1), x,
                          placed.segments(), cut.counts);
    });
  }
}

TYPED_TEST(PiecesSegments, ByLengthEqualThoseOfOneArray) {
  for (const std::size_t length : {1U, 7U, 600U, 4999U}) {
    for_every_cut<TypeParam>([&](const std::vector<TypeParam>& all, const auto& sizes) {
      for (const std::size_t count : {all.size() / length, all.size() / length / 2}) {
        const auto segments = omprim::by_length(length, count);
        expect_as_one_array(all, segments, cut_array<TypeParam>(all, sizes), segments,
                            begun_segments(length, count, sizes));
      }
    });
  }
}

TEST(PiecesSegmentsEmpty, AreOfTheFirstPiece) {
  const std::vector<int> all = {1, 2, 3};
  const std::vector<std::size_t> sizes = {0, 2, 1};
  const auto segments = omprim::by_length(0, 4);
  expect_as_one_array(all, segments, cut_array<int>(all, sizes), segments, {4, 0, 0});
}

TEST(PiecesSegmentsExact, BitsDoNotDependOnTheCut) {
  std::mt19937_64 random(3);
  std::vector<double> all(4001);
  for (double& x : all) {
    x = std::ldexp(static_cast<double>(random() >> 11) - 0x1p52,
                   static_cast<int>(random() % 1500) - 800);
  }
  for (unsigned seed = 0; seed < 5; ++seed) {
    const auto sizes = random_sizes(all.size(), seed);
    const auto offsets = random_offsets(all.size(), 300 * seed + 1, seed % 2 == 1, seed);
    const auto cut = cut_offsets(offsets, sizes);
    const cut_array<double> x(all, sizes);
    const placed_offsets placed(cut, x.pieces());
    const cut_array<double> out(std::vector<double>(offsets.size() - 1), cut.counts);
    std::vector<double> expected(offsets.size() - 1);
    omprim::exact_segmented_sum(omprim::serial(), all.data(),
                                omprim::by_offsets(offsets.data(), expected.size()),
                                expected.data());
    (void)omprim::exact_segmented_sum(x.pieces(), placed.segments(), out.pieces());
    EXPECT_EQ(out.gather(), expected);
  }
}

TEST(PiecesSegmentsErrors, NameThePieceOrTheRange) {
  const std::vector<double> x(5, 1.0);
  std::vector<double> out(5);
  const offset_vector offsets = {1, 3, 6};
  const offset_vector descending = {4, 3, 5};
  const std::vector<unsigned char> heads(5);
  const std::vector<omprim::piece<const double>> pieces = {{omprim::serial(), x.data(), 5}};
  const std::vector<omprim::piece<double>> outputs = {{omprim::serial(), out.data(), 5}};
  const std::vector<omprim::piece<double>> short_output = {{omprim::serial(), out.data(), 1}};
  const std::vector<omprim::piece<double>> no_output = {{omprim::serial(), nullptr, 5}};
  const auto refuses = [&](const std::vector<std::string>& words, const auto& segments,
                           const auto& to) {
    expect_error(status::invalid_argument, words,
                 [&] { (void)omprim::segmented_reduce(pieces, segments, to); });
  };
  using each = std::vector<segmentation>;
  refuses({"piece 0 of 1", "6", "n, which is 5"}, each{omprim::by_offsets(offsets.data(), 2)},
          outputs);
  refuses({"piece 0 of 1", "4", "3"}, each{omprim::by_offsets(descending.data(), 2)}, outputs);
  refuses({"1 elements", "2"}, each(2, omprim::by_offsets(offsets.data(), 1)), outputs);
  refuses({"by length", "once"}, each{omprim::by_length(1, 2)}, outputs);
  refuses({"for each piece"}, omprim::by_offsets(offsets.data(), 1), outputs);
  refuses({"heads"}, omprim::by_heads(heads.data()), outputs);
  refuses({"3 segments of 2 elements", "n is 5"}, omprim::by_length(2, 3), outputs);
  refuses({"piece 0 of 1", "output has 1", "2"}, omprim::by_length(2, 2), short_output);
  refuses({"null"}, omprim::by_length(5, 1), no_output);
  refuses({"null"}, omprim::by_length(2, 2), no_output);
}

}  // namespace
