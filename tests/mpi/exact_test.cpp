// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstring>
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
using omprim_test::wide_numbers;

namespace mpi = omprim::mpi;

template <class T>
void expect_same_bits(T a, T b) {
  EXPECT_EQ(std::memcmp(&a, &b, sizeof(T)), 0) << a << " and " << b;
}

template <class T>
class MpiExact : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(MpiExact, floats);

TYPED_TEST(MpiExact, BitsDoNotDependOnTheShares) {
  constexpr int exponents = std::is_same_v<TypeParam, float> ? 200 : 1500;
  for_every_share([](std::size_t n, shared_by how) {
    const auto all = wide_numbers<TypeParam>(n, exponents);
    const auto others = wide_numbers<TypeParam>(n, exponents, 2);
    const share<TypeParam> mine(all, how);
    const share<TypeParam> other(others, how);
    const auto serial = omprim::serial();
    const auto& where = mine.where();
    const TypeParam* const x = mine.data();
    const TypeParam* const y = other.data();
    const std::size_t m = mine.size();
    expect_same_bits(mpi::exact_sum(MPI_COMM_WORLD, where, x, m),
                     omprim::exact_sum(serial, all.data(), n));
    expect_same_bits(mpi::exact_sum_of_absolutes(MPI_COMM_WORLD, where, x, m),
                     omprim::exact_sum_of_absolutes(serial, all.data(), n));
    expect_same_bits(mpi::exact_sum_of_squares(MPI_COMM_WORLD, where, x, m),
                     omprim::exact_sum_of_squares(serial, all.data(), n));
    expect_same_bits(mpi::exact_norm2(MPI_COMM_WORLD, where, x, m),
                     omprim::exact_norm2(serial, all.data(), n));
    expect_same_bits(mpi::exact_dot(MPI_COMM_WORLD, where, x, y, m),
                     omprim::exact_dot(serial, all.data(), others.data(), n));
    expect_same_bits(mpi::exact_weighted_sum(MPI_COMM_WORLD, where, y, x, m),
                     omprim::exact_dot(serial, all.data(), others.data(), n));
    const TypeParam mean = mpi::exact_mean(MPI_COMM_WORLD, where, x, m);
    if (n == 0) {
      EXPECT_TRUE(std::isnan(mean));
    } else {
      expect_same_bits(mean, omprim::exact_mean(serial, all.data(), n));
    }
  });
}

TYPED_TEST(MpiExact, CancelsOverRanks) {
  // Each rank has a large number; the next takes it away and leaves the smallest one.
  const int ranks = omprim_test::ranks_of_world();
  const int rank = omprim_test::rank_of_world();
  const TypeParam large = std::numeric_limits<TypeParam>::max();
  const TypeParam small = std::numeric_limits<TypeParam>::denorm_min();
  const std::vector<TypeParam> mine = {rank % 2 == 0 ? large : -large, small};
  const TypeParam rest = ranks % 2 == 0 ? TypeParam(0) : large;
  const TypeParam expected = rest == 0 ? small * static_cast<TypeParam>(ranks) : rest;
  expect_same_bits(mpi::exact_sum(MPI_COMM_WORLD, omprim::host(), mine.data(), mine.size()),
                   expected);
}

TYPED_TEST(MpiExact, ValuesThatAreNoNumbersCountOnAnyRank) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const bool is_first = omprim_test::rank_of_world() == 0;
  const bool is_last = omprim_test::rank_of_world() == omprim_test::ranks_of_world() - 1;
  const auto sum_of = [](const std::vector<TypeParam>& mine) {
    return mpi::exact_sum(MPI_COMM_WORLD, omprim::host(), mine.data(), mine.size());
  };
  EXPECT_EQ(sum_of({is_last ? infinity : TypeParam(1)}), infinity);
  EXPECT_EQ(sum_of({is_first ? -infinity : TypeParam(1)}), -infinity);
  EXPECT_TRUE(
      std::isnan(sum_of({is_first ? infinity : TypeParam(0), is_last ? -infinity : TypeParam(0)})));
  EXPECT_TRUE(std::isnan(sum_of({is_last ? nan : TypeParam(0), infinity})));
}

TYPED_TEST(MpiExact, ZerosKeepTheirSignIfAllHaveIt) {
  const bool is_first = omprim_test::rank_of_world() == 0;
  const auto sum_of = [](const std::vector<TypeParam>& mine) {
    return mpi::exact_sum(MPI_COMM_WORLD, omprim::host(), mine.data(), mine.size());
  };
  expect_same_bits(sum_of({TypeParam(-0.0)}), TypeParam(-0.0));
  expect_same_bits(
      sum_of(is_first ? std::vector<TypeParam>(3, TypeParam(-0.0)) : std::vector<TypeParam>()),
      TypeParam(-0.0));
  expect_same_bits(sum_of({is_first ? TypeParam(0.0) : TypeParam(-0.0)}), TypeParam(0.0));
  expect_same_bits(sum_of({}), TypeParam(0.0));
}

}  // namespace
