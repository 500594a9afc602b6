// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/mpi.hpp>
#include <omprim/omprim.hpp>

#include "shares.hpp"

namespace {

using omprim_test::for_every_share;
using omprim_test::gather;
using omprim_test::part_of;
using omprim_test::placed;
using omprim_test::share;
using omprim_test::shared_by;
using omprim_test::small_integers;

namespace mpi = omprim::mpi;

template <class T>
class MpiArrays : public testing::Test {};
using every_type =
    testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(MpiArrays, every_type);

template <class T, class Op>
void expect_scans_of_one_array(const std::vector<T>& all, shared_by how, Op op) {
  const share<T> mine(all, how);
  const auto serial = omprim::serial();
  const T initial = 3;
  std::vector<T> expected(all.size());
  const placed<T> out(mine.where(), part_of(all, mine.begin(), mine.end()).data(), mine.size());
  const auto compare = [&] { EXPECT_EQ(out.all(), part_of(expected, mine.begin(), mine.end())); };
  omprim::inclusive_scan(serial, all.data(), all.size(), expected.data(), op);
  mpi::inclusive_scan(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), out.data(), op);
  compare();
  omprim::inclusive_scan(serial, all.data(), all.size(), expected.data(), op, initial);
  mpi::inclusive_scan(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), out.data(), op,
                      initial);
  compare();
  omprim::exclusive_scan(serial, all.data(), all.size(), expected.data(), op, initial);
  mpi::exclusive_scan(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), out.data(), op,
                      initial);
  compare();
  omprim::exclusive_scan(serial, all.data(), all.size(), expected.data(), op);
  mpi::exclusive_scan(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), mine.data(), op);
  EXPECT_EQ(mine.all(), part_of(expected, mine.begin(), mine.end()));  // in place
}

TYPED_TEST(MpiArrays, ScansEqualTheScanOfOneArray) {
  for_every_share([](std::size_t n, shared_by how) {
    const auto all = small_integers<TypeParam>(n);
    expect_scans_of_one_array(all, how, omprim::plus{});
    expect_scans_of_one_array(all, how, omprim::minimum{});
    expect_scans_of_one_array(all, how, omprim::maximum{});
  });
}

TEST(MpiScan, OffsetsOfCountsAreWide) {
  std::vector<std::int32_t> all(100, std::numeric_limits<std::int32_t>::max());
  const share<std::int32_t> mine(all, shared_by::random_parts);
  const std::vector<std::int64_t> empty(mine.size());
  const placed<std::int64_t> out(mine.where(), empty.data(), empty.size());
  mpi::exclusive_scan(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), out.data(),
                      omprim::plus{}, 5);
  const auto offsets = gather(out.all());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    EXPECT_EQ(offsets[i], 5 + static_cast<std::int64_t>(i) * all[0]);
  }
}

TYPED_TEST(MpiArrays, SelectionsOfRanksAreThoseOfOneArray) {
  for_every_share([](std::size_t n, shared_by how) {
    const auto all = small_integers<TypeParam>(n);
    const share<TypeParam> mine(all, how);
    const auto keep = omprim::greater_than(TypeParam(10));
    std::vector<TypeParam> expected(n);
    expected.resize(omprim::select_if(omprim::serial(), all.data(), n, expected.data(), keep));
    const placed<TypeParam> kept(mine.where(), mine.all().data(), mine.size());
    const placed<TypeParam> rest(mine.where(), mine.all().data(), mine.size());
    const auto expect_kept = [&](const omprim::selection_counts& counts) {
      const auto local = kept.first(counts.local);
      EXPECT_EQ(gather(local), expected);
      EXPECT_EQ(counts.total, expected.size());
      EXPECT_EQ(part_of(expected, counts.before, counts.before + counts.local), local);
    };
    expect_kept(
        mpi::select_if(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), kept.data(), keep));
    expect_kept(mpi::partition(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), kept.data(),
                               rest.data(), keep));
    EXPECT_EQ(mpi::count_if(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), keep),
              expected.size());
    std::vector<unsigned char> flags;
    for (const TypeParam x : mine.all()) flags.push_back(x > TypeParam(10) ? 1 : 0);
    const placed<unsigned char> placed_flags(mine.where(), flags.data(), flags.size());
    expect_kept(mpi::select_flagged(MPI_COMM_WORLD, mine.where(), mine.data(), placed_flags.data(),
                                    mine.size(), kept.data()));
  });
}

TYPED_TEST(MpiArrays, RunsThatSpanRanksAreUniqueOnce) {
  for (const std::size_t run : {1U, 70U, 1500U}) {
    for_every_share([&](std::size_t n, shared_by how) {
      std::vector<TypeParam> all(n);
      for (std::size_t i = 0; i < n; ++i) all[i] = static_cast<TypeParam>(i / run % 7);
      const share<TypeParam> mine(all, how);
      std::vector<TypeParam> expected(n);
      expected.resize(omprim::unique(omprim::serial(), all.data(), n, expected.data()));
      const placed<TypeParam> kept(mine.where(), mine.all().data(), mine.size());
      const auto counts =
          mpi::unique(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), kept.data());
      EXPECT_EQ(gather(kept.first(counts.local)), expected);
      EXPECT_EQ(counts.total, expected.size());
    });
  }
}

TYPED_TEST(MpiArrays, RunsThatSpanRanksAreReducedByKey) {
  for (const std::size_t run : {1U, 70U, 1500U}) {
    for_every_share([&](std::size_t n, shared_by how) {
      std::vector<std::int32_t> keys(n);
      for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<std::int32_t>(i / run % 7);
      const auto values = small_integers<TypeParam>(n);
      const share<std::int32_t> my_keys(keys, how);
      const share<TypeParam> mine(values, how);
      const placed<std::int32_t> unique_keys(mine.where(), my_keys.all().data(), mine.size());
      const placed<TypeParam> out(mine.where(), mine.all().data(), mine.size());
      const auto expect_as_one_array = [&](auto op) {
        std::vector<std::int32_t> expected_keys(n);
        std::vector<TypeParam> expected(n);
        expected.resize(omprim::reduce_by_key(omprim::serial(), keys.data(), values.data(), n,
                                              expected_keys.data(), expected.data(), op));
        expected_keys.resize(expected.size());
        const auto counts =
            mpi::reduce_by_key(MPI_COMM_WORLD, mine.where(), my_keys.data(), mine.data(),
                               mine.size(), unique_keys.data(), out.data(), op);
        EXPECT_EQ(gather(unique_keys.first(counts.local)), expected_keys);
        EXPECT_EQ(gather(out.first(counts.local)), expected);
        EXPECT_EQ(counts.total, expected.size());
      };
      expect_as_one_array(omprim::plus{});
      expect_as_one_array(omprim::minimum{});
    });
  }
}

TEST(MpiUnique, NansDifferFromEachOther) {
  const std::vector<float> all(20, std::numeric_limits<float>::quiet_NaN());
  const share<float> mine(all, shared_by::equal_parts);
  const placed<float> kept(mine.where(), mine.all().data(), mine.size());
  EXPECT_EQ(mpi::unique(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), kept.data()).total,
            20U);
}

TYPED_TEST(MpiArrays, HistogramsCountTheElementsOfAllRanks) {
  for_every_share([](std::size_t n, shared_by how) {
    const auto all = small_integers<TypeParam>(n);
    const share<TypeParam> mine(all, how);
    const omprim::even_bins bins(TypeParam(0), TypeParam(40), 13);
    std::vector<std::int64_t> expected(13);
    omprim::histogram(omprim::serial(), all.data(), n, bins, expected.data());
    const std::vector<std::int64_t> before(13, -1);
    const placed<std::int64_t> counts(mine.where(), before.data(), before.size());
    mpi::histogram(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), bins, counts.data());
    EXPECT_EQ(counts.all(), expected);
  });
}

TYPED_TEST(MpiArrays, BalancedSharesKeepTheOrder) {
  for_every_share([](std::size_t n, shared_by how) {
    const auto all = small_integers<TypeParam>(n);
    const share<TypeParam> mine(all, how);
    const auto expected =
        mpi::share_of(n, omprim_test::ranks_of_world(), omprim_test::rank_of_world());
    const std::vector<TypeParam> empty(expected);
    const placed<TypeParam> out(mine.where(), empty.data(), empty.size());
    const std::size_t got = mpi::balance(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(),
                                         out.data(), out.size());
    EXPECT_EQ(got, expected);
    EXPECT_EQ(gather(out.all()), all);
  });
}

TEST(MpiBalance, ManyElementsGoInSeveralMessages) {
  for_every_share([](std::size_t n, shared_by how) {
    const auto all = small_integers<std::int32_t>(n);
    const share<std::int32_t> mine(all, how);
    const auto copy = mine.all();
    constexpr std::uint64_t most = 1000;  // in place of the 2^31 that MPI can count
    mpi::detail::failure none;
    const auto bytes =
        mpi::detail::balance(MPI_COMM_WORLD, reinterpret_cast<const unsigned char*>(copy.data()),
                             copy.size(), sizeof(std::int32_t), n, none, most);
    std::vector<std::int32_t> received(bytes.size() / sizeof(std::int32_t));
    if (!bytes.empty()) std::memcpy(received.data(), bytes.data(), bytes.size());
    EXPECT_EQ(gather(received), all);
  });
}

}  // namespace
