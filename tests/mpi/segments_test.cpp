// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/mpi.hpp>
#include <omprim/omprim.hpp>

#include "shares.hpp"

namespace {

using omprim::segmentation;
using omprim_test::for_every_share;
using omprim_test::part_of;
using omprim_test::placed;
using omprim_test::share;
using omprim_test::shared_by;
using omprim_test::small_integers;

namespace mpi = omprim::mpi;

/// Offsets of segments of an array of n elements, some of them empty. With `gaps`, elements at both
/// ends are outside.
std::vector<std::int32_t> random_offsets(std::size_t n, std::size_t mean_length, bool gaps) {
  std::mt19937 random(5);
  const std::size_t edge = gaps ? n / 10 : 0;
  std::vector<std::int32_t> offsets = {static_cast<std::int32_t>(edge)};
  for (std::size_t end = edge; end < n - edge;) {
    end = std::min(end + random() % (2 * mean_length + 1), n - edge);
    offsets.push_back(static_cast<std::int32_t>(end));
  }
  return offsets;
}

/// The segments that begin on this rank.
struct own_segments {
  std::size_t first;  ///< number of the first one among all
  std::size_t count;
  std::vector<std::int32_t> offsets;  ///< from this rank's first element
};

/// A segment begins on the rank that has its first element; of empty arrays on the last rank.
template <class T>
own_segments segments_of(const share<T>& mine, std::size_t n,
                         const std::vector<std::int32_t>& offsets) {
  const bool is_last = omprim_test::rank_of_world() + 1 == omprim_test::ranks_of_world();
  const auto from_here = [&](std::int32_t offset) {
    const auto inside = std::clamp(static_cast<std::size_t>(offset), mine.begin(), mine.end());
    return static_cast<std::int32_t>(inside - mine.begin());
  };
  own_segments own{0, 0, {}};
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    const auto begin = static_cast<std::size_t>(offsets[s]);
    if (begin < mine.begin()) own.first = s + 1;
    const bool ends_all = begin == n && is_last;
    if ((begin < mine.begin() || begin >= mine.end()) && !ends_all) continue;
    own.offsets.push_back(from_here(offsets[s]));
    ++own.count;
  }
  const bool has_none = own.count == 0;
  own.offsets.push_back(from_here(has_none ? offsets.back() : offsets[own.first + own.count]));
  return own;
}

/// Every segmented reduction gives the results of one array for `count` segments from `first` on,
/// which begin on this rank.
template <class T>
void expect_as_one_array(const std::vector<T>& all, const segmentation& of_one,
                         const share<T>& mine, const segmentation& own, std::size_t first,
                         std::size_t count) {
  const std::vector<T> empty(count, T(77));
  const std::vector<std::int64_t> no_positions(count, 77);
  const placed<T> out(mine.where(), empty.data(), count);
  const placed<std::int64_t> places(mine.where(), no_positions.data(), count);
  std::vector<T> expected(of_one.count);
  std::vector<std::int64_t> positions(of_one.count);
  const auto expect = [&](const omprim::selection_counts& counts) {
    EXPECT_EQ(counts,
              (omprim::selection_counts{count, count == 0 ? counts.before : first, of_one.count}));
    EXPECT_EQ(out.all(), part_of(expected, first, first + count));
  };
  const auto expect_by = [&](auto op) {
    omprim::segmented_reduce(omprim::serial(), all.data(), of_one, expected.data(), op);
    expect(mpi::segmented_reduce(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), own,
                                 out.data(), op));
  };
  expect_by(omprim::plus{});
  expect_by(omprim::minimum{});
  omprim::segmented_argmin(omprim::serial(), all.data(), of_one, positions.data(), expected.data());
  expect(mpi::segmented_argmin(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), own,
                               places.data(), out.data()));
  EXPECT_EQ(places.all(), part_of(positions, first, first + count));
  omprim::segmented_argmax(omprim::serial(), all.data(), of_one, positions.data(), expected.data());
  (void)mpi::segmented_argmax(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), own,
                              places.data());
  EXPECT_EQ(places.all(), part_of(positions, first, first + count));
}

template <class T>
class MpiSegments : public testing::Test {};
using every_type =
    testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(MpiSegments, every_type);

TYPED_TEST(MpiSegments, ByOffsetsEqualThoseOfOneArray) {
  for (const std::size_t mean_length : {3U, 200U, 2000U}) {
    for_every_share([&](std::size_t n, shared_by how) {
      const auto all = small_integers<TypeParam>(n);
      const auto offsets = random_offsets(n, mean_length, mean_length == 200);
      const share<TypeParam> mine(all, how);
      const own_segments own = segments_of(mine, n, offsets);
      const placed<std::int32_t> my_offsets(mine.where(), own.offsets.data(), own.offsets.size());
      expect_as_one_array(all, omprim::by_offsets(offsets.data(), offsets.size() - 1), mine,
                          omprim::by_offsets(my_offsets.data(), own.count), own.first, own.count);
    });
  }
}

TYPED_TEST(MpiSegments, ByLengthEqualThoseOfOneArray) {
  for (const std::size_t length : {1U, 7U, 1000U}) {
    for_every_share([&](std::size_t n, shared_by how) {
      const auto all = small_integers<TypeParam>(n);
      const share<TypeParam> mine(all, how);
      for (const std::size_t count : {n / length, n / length / 2}) {
        const auto segments = omprim::by_length(length, count);
        const auto begun = [&](std::size_t end) {
          return std::min((end + length - 1) / length, count);
        };
        const std::size_t first = begun(mine.begin());
        expect_as_one_array(all, segments, mine, segments, first, begun(mine.end()) - first);
      }
    });
  }
}

TEST(MpiSegmentsEmpty, AreOfTheFirstRank) {
  const std::vector<int> all(2 * static_cast<std::size_t>(omprim_test::ranks_of_world()), 1);
  const share<int> mine(all, shared_by::last_rank_alone);
  const auto segments = omprim::by_length(0, 3);
  const std::size_t first = omprim_test::rank_of_world() == 0 ? 0 : 3;
  expect_as_one_array(all, segments, mine, segments, first, 3 - first);
}

TEST(MpiSegmentsExact, BitsDoNotDependOnTheShares) {
  for_every_share([](std::size_t n, shared_by how) {
    const auto all = omprim_test::wide_numbers<double>(n, 1500);
    const auto offsets = random_offsets(n, 500, false);
    const share<double> mine(all, how);
    const own_segments own = segments_of(mine, n, offsets);
    const placed<std::int32_t> my_offsets(mine.where(), own.offsets.data(), own.offsets.size());
    const std::vector<double> empty(own.count);
    const placed<double> out(mine.where(), empty.data(), empty.size());
    std::vector<double> expected(offsets.size() - 1);
    omprim::exact_segmented_sum(omprim::serial(), all.data(), offsets.data(), expected.size(),
                                expected.data());
    (void)mpi::exact_segmented_sum(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(),
                                   omprim::by_offsets(my_offsets.data(), own.count), out.data());
    EXPECT_EQ(out.all(), part_of(expected, own.first, own.first + own.count));
  });
}

TEST(MpiSegmentsErrors, AreThoseOfAllRanks) {
  const std::vector<float> values(4, 1.0F);
  std::vector<float> out(4);
  const std::vector<std::int32_t> wrong = {0, 5};
  const std::vector<unsigned char> heads(4);
  const int rank = omprim_test::rank_of_world();
  const auto ranks = static_cast<std::size_t>(omprim_test::ranks_of_world());
  const auto refuses = [&](const std::string& word, const segmentation& segments, float* to) {
    try {
      (void)mpi::segmented_reduce(MPI_COMM_WORLD, omprim::serial(), values.data(), values.size(),
                                  segments, to);
      ADD_FAILURE() << "no error that names " << word;
    } catch (const omprim::error& e) {
      EXPECT_EQ(e.code(), omprim::status::invalid_argument);
      EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
    }
  };
  refuses("n, which is 4", omprim::by_offsets(wrong.data(), 1), out.data());
  refuses("heads", omprim::by_heads(heads.data()), out.data());
  refuses("elements; n is", omprim::by_length(4, ranks + 1), out.data());
  refuses("null", omprim::by_length(4 * ranks, 1), rank == 0 ? nullptr : out.data());
  if (ranks == 1) return;
  refuses("different", omprim::by_length(1, rank == 0 ? 1 : 2), out.data());
  const std::vector<std::int32_t> offsets = {0, 4};
  refuses("different", rank == 0 ? omprim::by_offsets(offsets.data(), 1) : omprim::by_length(1, 4),
          out.data());
}

}  // namespace
