// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
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

/// A value of 12 bytes, which says where it comes from.
struct origin {
  std::int32_t position;
  std::int32_t twice;
  std::int32_t square;
  friend bool operator==(const origin& a, const origin& b) {
    return a.position == b.position && a.twice == b.twice && a.square == b.square;
  }
};

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// The share of this rank equals that of a sort of one array: keys, values of 4 and 12 bytes.
template <class T>
void expect_sorted_as_one_array(const std::vector<T>& all, shared_by how,
                                const omprim::sort_options& options) {
  const std::size_t n = all.size();
  std::vector<T> keys = all;
  std::vector<std::int32_t> positions(n);
  std::iota(positions.begin(), positions.end(), 0);
  std::vector<origin> origins;
  for (const std::int32_t i : positions) origins.push_back({i, 2 * i, i * i});
  const share<T> mine(all, how);
  const share<std::int32_t> my_positions(positions, how);
  const share<origin> my_origins(origins, how);
  const placed<T> out(mine.where(), mine.all().data(), mine.size());
  const placed<std::int32_t> positions_out(mine.where(), my_positions.all().data(), mine.size());
  omprim::sort_by_key(omprim::serial(), keys.data(), positions.data(), n, options);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t from = positions[i];
    origins[i] = {from, 2 * from, from * from};
  }
  const auto expected_keys = part_of(keys, mine.begin(), mine.end());

  mpi::sort_by_key(MPI_COMM_WORLD, mine.where(), mine.data(), my_positions.data(), mine.size(),
                   out.data(), positions_out.data(), options);
  EXPECT_TRUE(same_bits(out.all(), expected_keys));
  EXPECT_EQ(positions_out.all(), part_of(positions, mine.begin(), mine.end()));
  mpi::sort(MPI_COMM_WORLD, mine.where(), mine.data(), mine.size(), out.data(), options);
  EXPECT_TRUE(same_bits(out.all(), expected_keys));
  mpi::sort_by_key(MPI_COMM_WORLD, mine.where(), mine.data(), my_origins.data(), mine.size(),
                   options);
  EXPECT_TRUE(same_bits(mine.all(), expected_keys));
  EXPECT_EQ(my_origins.all(), part_of(origins, mine.begin(), mine.end()));
}

template <class T>
class MpiSort : public testing::Test {};
using every_type =
    testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(MpiSort, every_type);

/// All bits of keys, of floats NaN, infinities and both zeros, too; many keys are 0.
template <class T>
std::vector<T> random_keys(std::size_t n) {
  std::mt19937_64 random(11);
  std::vector<T> all(n);
  for (T& key : all) {
    const std::uint64_t bits = random();
    std::memcpy(&key, &bits, sizeof key);
    if (bits % 7 < 2) key = T(0);
    if (std::is_floating_point_v<T> && bits % 7 == 1) key = -key;
  }
  return all;
}

TYPED_TEST(MpiSort, RanksHaveTheirSharesOfOneSortedArray) {
  for_every_share([](std::size_t n, shared_by how) {
    expect_sorted_as_one_array(random_keys<TypeParam>(n), how, {});
  });
}

TYPED_TEST(MpiSort, ComparesTheBitsThatDifferAndAreAskedFor) {
  for (const std::size_t n : {40U, 3001U}) {
    expect_sorted_as_one_array(small_integers<TypeParam>(n), shared_by::equal_parts, {});
    omprim::sort_options options;
    options.bits = {1, 4};
    options.descending = n == 40;
    expect_sorted_as_one_array(small_integers<TypeParam>(n), shared_by::random_parts, options);
    expect_sorted_as_one_array(std::vector<TypeParam>(n, TypeParam(5)),
                               shared_by::every_second_rank, options);
  }
}

TEST(MpiSortParts, GoInSeveralMessages) {
  for_every_share([](std::size_t n, shared_by how) {
    auto all = small_integers<std::int64_t>(n);
    const share<std::int64_t> mine(all, how);
    auto sorted = mine.all();
    omprim::sort(omprim::serial(), sorted.data(), sorted.size());
    const auto parts = mpi::detail::shares_of_sorted(MPI_COMM_WORLD, omprim::element::int64,
                                                     sorted.data(), sorted.size(), {});
    std::vector<std::int64_t> received(sorted.size());
    constexpr std::uint64_t most = 100;  // in place of the 2^31 that MPI can count
    mpi::detail::send_parts(MPI_COMM_WORLD, sorted.data(), parts, sizeof(std::int64_t),
                            received.data(), received.size(), most);
    omprim::sort(omprim::serial(), received.data(), received.size());
    omprim::sort(omprim::serial(), all.data(), all.size());
    EXPECT_EQ(received, part_of(all, mine.begin(), mine.end()));
  });
}

TEST(MpiSortErrors, AreThoseOfAllRanks) {
  std::vector<float> keys(4, 1.0F);
  const int rank = omprim_test::rank_of_world();
  const auto expect_error = [](const char* word, auto&& call) {
    try {
      call();
      ADD_FAILURE() << "no error";
    } catch (const omprim::error& e) {
      EXPECT_EQ(e.code(), omprim::status::invalid_argument);
      EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
    }
  };
  const auto sort = [&](float* out, const omprim::sort_options& options) {
    mpi::sort(MPI_COMM_WORLD, omprim::serial(), keys.data(), keys.size(), out, options);
  };
  omprim::sort_options options;
  options.bits = {3, 33};
  expect_error("33", [&] { sort(keys.data(), options); });
  expect_error("null", [&] { sort(rank == 0 ? nullptr : keys.data(), {}); });
  if (omprim_test::ranks_of_world() == 1) return;
  options.bits = {0, rank == 0 ? 5 : 6};
  expect_error("different", [&] { sort(keys.data(), options); });
}

}  // namespace
