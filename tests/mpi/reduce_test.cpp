// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/mpi.hpp>
#include <omprim/omprim.hpp>

#include "shares.hpp"

namespace {

using omprim_test::for_every_share;
using omprim_test::share;
using omprim_test::shared_by;
using omprim_test::small_integers;

namespace mpi = omprim::mpi;

template <class T>
class MpiReduce : public testing::Test {};
using every_type =
    testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(MpiReduce, every_type);

/// Expects the result of f(where, data, n) over ranks to be that of one array.
#define OMPRIM_EXPECT_AS_ONE_ARRAY(function)                                       \
  EXPECT_EQ(mpi::function(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size()), \
            omprim::function(omprim::serial(), all.data(), all.size()))

TYPED_TEST(MpiReduce, EqualsTheReductionOfOneArray) {
  for_every_share([](std::size_t n, shared_by how) {
    const auto all = small_integers<TypeParam>(n);
    const share<TypeParam> mine(all, how);
    OMPRIM_EXPECT_AS_ONE_ARRAY(sum);
    OMPRIM_EXPECT_AS_ONE_ARRAY(min);
    OMPRIM_EXPECT_AS_ONE_ARRAY(max);
    OMPRIM_EXPECT_AS_ONE_ARRAY(argmin);
    OMPRIM_EXPECT_AS_ONE_ARRAY(argmax);
    OMPRIM_EXPECT_AS_ONE_ARRAY(minmax);
    OMPRIM_EXPECT_AS_ONE_ARRAY(sum_min_max);
    OMPRIM_EXPECT_AS_ONE_ARRAY(all);
    OMPRIM_EXPECT_AS_ONE_ARRAY(any);
    if constexpr (sizeof(TypeParam) == 4) OMPRIM_EXPECT_AS_ONE_ARRAY(wide_sum);
    if constexpr (std::is_floating_point_v<TypeParam>) {
      OMPRIM_EXPECT_AS_ONE_ARRAY(sum_of_absolutes);
      OMPRIM_EXPECT_AS_ONE_ARRAY(sum_of_squares);
      EXPECT_EQ(mpi::dot(MPI_COMM_WORLD, mine.where(), mine.data(), mine.data(), mine.size()),
                omprim::dot(omprim::serial(), all.data(), all.data(), all.size()));
    } else {
      const auto by = [&](auto op) {
        EXPECT_EQ(mpi::reduce(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), op),
                  omprim::reduce(omprim::serial(), all.data(), all.size(), op));
      };
      by(omprim::multiplies{});
      by(omprim::bit_and{});
      by(omprim::bit_or{});
      by(omprim::bit_xor{});
    }
  });
}

TYPED_TEST(MpiReduce, ProductsMultiplyOverRanks) {
  const std::vector<TypeParam> all(7, TypeParam(3));
  const share<TypeParam> mine(all, shared_by::random_parts);
  EXPECT_EQ(
      mpi::reduce(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), omprim::multiplies{}),
      TypeParam(2187));
}

TYPED_TEST(MpiReduce, FirstOfEqualExtremesWins) {
  const std::vector<TypeParam> all(101, TypeParam(5));
  for (const shared_by how : omprim_test::every_way) {
    const share<TypeParam> mine(all, how);
    const auto least = mpi::argmin(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size());
    const auto greatest = mpi::argmax(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size());
    EXPECT_EQ(least, (omprim::indexed<TypeParam>{TypeParam(5), 0}));
    EXPECT_EQ(greatest, (omprim::indexed<TypeParam>{TypeParam(5), 0}));
  }
}

TEST(MpiReduceFloats, NanWinsAndItsFirstPositionIsFound) {
  std::vector<double> all(100, 1.0);
  all[40] = all[77] = std::numeric_limits<double>::quiet_NaN();
  for (const shared_by how : omprim_test::every_way) {
    const share<double> mine(all, how);
    const auto least = mpi::argmin(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size());
    const auto greatest = mpi::argmax(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size());
    EXPECT_TRUE(std::isnan(least.value));
    EXPECT_EQ(least.index, 40);
    EXPECT_TRUE(std::isnan(greatest.value));
    EXPECT_EQ(greatest.index, 40);
    EXPECT_TRUE(std::isnan(mpi::min(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size())));
    EXPECT_TRUE(std::isnan(mpi::max(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size())));
  }
}

TEST(MpiReduceFloats, NegativeZeroIsBelowPositiveZero) {
  std::vector<float> all(50, 0.0F);
  all[33] = -0.0F;
  const share<float> mine(all, shared_by::equal_parts);
  const auto least = mpi::argmin(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size());
  EXPECT_TRUE(std::signbit(least.value));
  EXPECT_EQ(least.index, 33);
  for (float& x : all) x = -x;
  const share<float> other(all, shared_by::equal_parts);
  EXPECT_EQ(mpi::argmax(MPI_COMM_WORLD, other.where(), other.data(), other.size()).index, 33);
}

TEST(MpiReduceRanks, OnlyTheReceiverGetsTheResult) {
  const auto all = small_integers<std::int32_t>(1000);
  const share<std::int32_t> mine(all, shared_by::random_parts);
  for (int receiver = 0; receiver < omprim_test::ranks_of_world(); ++receiver) {
    const auto least =
        mpi::argmin(mpi::to_rank(receiver, MPI_COMM_WORLD), mine.where(), mine.data(), mine.size());
    if (omprim_test::rank_of_world() == receiver) {
      EXPECT_EQ(least, omprim::argmin(omprim::serial(), all.data(), all.size()));
    }
  }
}

TEST(MpiReduceRanks, CommunicatorsOfSomeRanksWork) {
  const int rank = omprim_test::rank_of_world();
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
  int size = 0;
  MPI_Comm_size(part, &size);
  const std::int64_t mine = rank;
  // The order is that of the part: the highest rank of the world comes first.
  const auto greatest = mpi::argmax(part, omprim::host(), &mine, 1);
  EXPECT_EQ(greatest.index, 0);
  EXPECT_EQ(mpi::argmin(part, omprim::host(), &mine, 1).index, size - 1);
  MPI_Comm_free(&part);
}

}  // namespace
