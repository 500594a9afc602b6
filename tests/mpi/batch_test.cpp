// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/mpi.hpp>
#include <omprim/omprim.hpp>

#include "shares.hpp"
#include "support/errors.hpp"

namespace {

using omprim_test::expect_error;
using omprim_test::share;
using omprim_test::shared_by;
using omprim_test::small_integers;
using omprim_test::wide_numbers;

namespace mpi = omprim::mpi;

TEST(MpiBatch, GivesTheResultsOfSingleCalls) {
  const auto all = wide_numbers<double>(5000, 60);
  const auto counts = small_integers<std::uint32_t>(700);
  const share<double> x(all, shared_by::random_parts);
  const share<std::uint32_t> k(counts, shared_by::every_second_rank);
  const auto serial = omprim::serial();
  for (const bool blocking : {false, true}) {
    mpi::batch together(MPI_COMM_WORLD);
    const auto exact = mpi::exact_sum(together, x.where(), x.data(), x.size());
    const auto least = mpi::argmin(together, x.where(), x.data(), x.size());
    const auto norm = mpi::exact_norm2(together, x.where(), x.data(), x.size());
    const auto total = mpi::wide_sum(together, k.where(), k.data(), k.size());
    const auto some = mpi::any(together, k.where(), k.data(), k.size());
    const auto large =
        mpi::count_if(together, k.where(), k.data(), k.size(), omprim::greater_than(30U));
    const auto range = mpi::minmax(together, x.where(), x.data(), x.size());
    if (blocking) {
      together.combine();
    } else {
      together.begin();
      together.end();
    }
    EXPECT_EQ(exact.value(), omprim::exact_sum(serial, all.data(), all.size()));
    EXPECT_EQ(least.value(), omprim::argmin(serial, all.data(), all.size()));
    EXPECT_EQ(norm.value(), omprim::exact_norm2(serial, all.data(), all.size()));
    EXPECT_EQ(total.value(), omprim::wide_sum(serial, counts.data(), counts.size()));
    EXPECT_TRUE(some.value());
    EXPECT_EQ(large.value(),
              omprim::count_if(serial, counts.data(), counts.size(), omprim::greater_than(30U)));
    EXPECT_EQ(range.value(), omprim::minmax(serial, all.data(), all.size()));
  }
}

TEST(MpiBatch, SeveralAreUnderWayAtOnce) {
  const std::int64_t mine = omprim_test::rank_of_world();
  const std::int64_t last = omprim_test::ranks_of_world() - 1;
  mpi::batch first(MPI_COMM_WORLD);
  mpi::batch second(MPI_COMM_WORLD);
  const auto greatest = mpi::max(first, omprim::host(), &mine, 1);
  const auto sum = mpi::sum(second, omprim::host(), &mine, 1);
  first.begin();
  second.begin();
  second.end();
  first.end();
  EXPECT_EQ(greatest.value(), last);
  EXPECT_EQ(sum.value(), last * (last + 1) / 2);
}

TEST(MpiBatch, WithoutReductionsOnlyWaitsForAll) {
  mpi::batch empty(MPI_COMM_WORLD);
  empty.begin();
  empty.end();
}

TEST(MpiBatch, GivesResultsToOneRank) {
  const std::int32_t one = 1;
  mpi::batch together(mpi::to_rank(0, MPI_COMM_WORLD));
  const auto ranks = mpi::sum(together, omprim::host(), &one, 1);
  together.begin();
  together.end();
  if (omprim_test::rank_of_world() == 0) {
    EXPECT_EQ(ranks.value(), omprim_test::ranks_of_world());
  }
}

TEST(MpiBatch, ThatIsNotAwaitedDoesNoHarm) {
  const double x = 1;
  {
    mpi::batch together(MPI_COMM_WORLD);
    (void)mpi::sum(together, omprim::host(), &x, 1);
    together.begin();
  }
  EXPECT_EQ(mpi::sum(MPI_COMM_WORLD, omprim::host(), &x, 1), omprim_test::ranks_of_world());
}

TEST(MpiBatch, RefusesStepsOutOfOrder) {
  const double x = 1;
  mpi::batch together(MPI_COMM_WORLD);
  const auto sum = mpi::sum(together, omprim::host(), &x, 1);
  const auto wrong = omprim::status::invalid_argument;
  expect_error(wrong, {"has not ended"}, [&] { (void)sum.value(); });
  expect_error(wrong, {"begin()"}, [&] { together.end(); });
  together.begin();
  expect_error(wrong, {"has been sent"}, [&] { together.begin(); });
  expect_error(wrong, {"has been sent"}, [&] { mpi::sum(together, omprim::host(), &x, 1); });
  together.end();
  expect_error(wrong, {"has ended"}, [&] { together.end(); });
  EXPECT_EQ(sum.value(), omprim_test::ranks_of_world());
}

TEST(MpiBatch, ErrorOfOneAdditionIsThrownAtTheEndOnAllRanks) {
  const int last = omprim_test::ranks_of_world() - 1;
  const std::vector<double> x(3, 1.0);
  mpi::batch together(MPI_COMM_WORLD);
  const auto sum = mpi::sum(together, omprim::host(), x.data(), x.size());
  const double* const data = omprim_test::rank_of_world() == last ? nullptr : x.data();
  const auto exact = mpi::exact_sum(together, omprim::host(), data, x.size());
  together.begin();
  expect_error(omprim::status::invalid_argument, {"rank " + std::to_string(last), "null"},
               [&] { together.end(); });
  expect_error(omprim::status::invalid_argument, {"failed"}, [&] { (void)sum.value(); });
  expect_error(omprim::status::invalid_argument, {"failed"}, [&] { (void)exact.value(); });
}

}  // namespace
