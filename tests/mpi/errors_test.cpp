// SPDX-License-Identifier: BSD-3-Clause
#include "support/errors.hpp"

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/mpi.hpp>
#include <omprim/omprim.hpp>

#include "shares.hpp"

namespace {

using omprim::status;
using omprim_test::expect_error;
using omprim_test::rank_of_world;
using omprim_test::ranks_of_world;

namespace mpi = omprim::mpi;

/// Calls f(data, n) on all ranks, with a null pointer on the ranks from `first` on, and expects the
/// same error on all.
template <class Function>
void expect_null_refused(int first, Function&& f) {
  const std::vector<double> x(4, 1.0);
  const std::string who =
      "rank " + std::to_string(first) + " of " + std::to_string(ranks_of_world());
  const double* const data = rank_of_world() >= first ? nullptr : x.data();
  expect_error(status::invalid_argument, {who, "null"}, [&] { f(data, x.size()); });
}

TEST(MpiErrors, OfTheLowestRankAreThrownOnAll) {
  const auto where = omprim::host();
  std::vector<double> out(8);
  std::vector<std::int64_t> counts(4);
  for (const int first : {0, ranks_of_world() / 2, ranks_of_world() - 1}) {
    SCOPED_TRACE(first);
    const auto comm = MPI_COMM_WORLD;
    expect_null_refused(first, [&](auto* x, auto n) { mpi::sum(comm, where, x, n); });
    expect_null_refused(first, [&](auto* x, auto n) { mpi::argmax(comm, where, x, n); });
    expect_null_refused(first, [&](auto* x, auto n) { mpi::exact_sum(comm, where, x, n); });
    expect_null_refused(first, [&](auto* x, auto n) { mpi::exact_dot(comm, where, x, x, n); });
    expect_null_refused(
        first, [&](auto* x, auto n) { mpi::inclusive_scan(comm, where, x, n, out.data()); });
    expect_null_refused(first, [&](auto* x, auto n) {
      mpi::select_if(comm, where, x, n, out.data(), omprim::greater_than(0.0));
    });
    expect_null_refused(first,
                        [&](auto* x, auto n) { mpi::unique(comm, where, x, n, out.data()); });
    expect_null_refused(first, [&](auto* x, auto n) {
      mpi::histogram(comm, where, x, n, omprim::even_bins(0.0, 1.0, 4), counts.data());
    });
    expect_null_refused(
        first, [&](auto* x, auto n) { mpi::balance(comm, where, x, n, out.data(), out.size()); });
  }
}

TEST(MpiErrors, OfOutputsAreThrownOnAll) {
  const std::vector<double> x(4, 1.0);
  const bool is_last = rank_of_world() == ranks_of_world() - 1;
  std::vector<double> out(4);
  double* const to = is_last ? nullptr : out.data();
  const auto where = omprim::host();
  const std::string who = "rank " + std::to_string(ranks_of_world() - 1);
  expect_error(status::invalid_argument, {who, "null"},
               [&] { mpi::exclusive_scan(MPI_COMM_WORLD, where, x.data(), x.size(), to); });
  expect_error(status::invalid_argument, {who, "null"}, [&] {
    mpi::select_if(MPI_COMM_WORLD, where, x.data(), x.size(), to, omprim::greater_than(0.0));
  });
  expect_error(status::invalid_argument, {who, "room", "4"}, [&] {
    mpi::balance(MPI_COMM_WORLD, where, x.data(), x.size(), out.data(), is_last ? 3U : 4U);
  });
}

TEST(MpiErrors, LeaveTheCommunicatorUsable) {
  const double x = 1;
  for (int i = 0; i < 3; ++i) {
    expect_null_refused(
        0, [](auto* data, auto n) { mpi::sum(MPI_COMM_WORLD, omprim::host(), data, n); });
    EXPECT_EQ(mpi::sum(MPI_COMM_WORLD, omprim::host(), &x, 1), ranks_of_world());
  }
}

TEST(MpiErrors, AReceiverLearnsWhichRankFailed) {
  const std::vector<double> x(4, 1.0);
  const int last = ranks_of_world() - 1;
  const double* const data = rank_of_world() == last ? nullptr : x.data();
  const auto call = [&] {
    mpi::sum(mpi::to_rank(0, MPI_COMM_WORLD), omprim::host(), data, x.size());
  };
  if (rank_of_world() == last) {
    expect_error(status::invalid_argument, {"null"}, call);
  } else if (rank_of_world() == 0) {
    expect_error(status::invalid_argument, {"rank " + std::to_string(last)}, call);
  } else {
    call();
  }
}

TEST(MpiErrors, DifferentCallsAreRefused) {
  if (ranks_of_world() == 1) GTEST_SKIP() << "one rank makes one call";
  const std::vector<double> x(4, 1.0);
  const auto where = omprim::host();
  const bool is_first = rank_of_world() == 0;
  expect_error(status::invalid_argument, {"different calls"}, [&] {
    if (is_first) {
      mpi::min(MPI_COMM_WORLD, where, x.data(), x.size());
    } else {
      mpi::max(MPI_COMM_WORLD, where, x.data(), x.size());
    }
  });
  const float y = 1;
  expect_error(status::invalid_argument, {"different calls"}, [&] {
    if (is_first) {
      mpi::sum(MPI_COMM_WORLD, where, x.data(), x.size());
    } else {
      mpi::sum(MPI_COMM_WORLD, where, &y, 1);
    }
  });
  std::vector<std::int64_t> counts(8);
  const omprim::even_bins bins(0.0, 1.0, is_first ? 4 : 8);
  expect_error(status::invalid_argument, {"different calls"}, [&] {
    mpi::histogram(MPI_COMM_WORLD, where, x.data(), x.size(), bins, counts.data());
  });
}

TEST(MpiErrors, CommunicatorsThatCannotServeAreRefused) {
  const double x = 1;
  const auto where = omprim::host();
  expect_error(status::invalid_argument, {"MPI_COMM_NULL"},
               [&] { mpi::sum(MPI_COMM_NULL, where, &x, 1); });
  expect_error(status::invalid_argument, {"MPI_COMM_NULL"}, [&] { mpi::batch b(MPI_COMM_NULL); });
  const std::string last = std::to_string(ranks_of_world() - 1);
  for (const int receiver : {-2, ranks_of_world()}) {
    expect_error(status::invalid_argument, {std::to_string(receiver), "0 to " + last},
                 [&] { mpi::sum(mpi::to_rank(receiver, MPI_COMM_WORLD), where, &x, 1); });
  }
  if (ranks_of_world() == 1) return;
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm both = MPI_COMM_NULL;
  const int side = rank_of_world() % 2;
  MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 7, &both);
  expect_error(status::invalid_argument, {"inter-communicator"},
               [&] { mpi::sum(both, where, &x, 1); });
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

TEST(MpiErrors, OfMpiAreReported) {
  expect_error(status::communication_failure, {"MPI_Allreduce"},
               [] { mpi::detail::check(MPI_ERR_COMM, "MPI_Allreduce"); });
}

TEST(MpiThreads, UseTheirOwnCommunicatorsAtTheSameTime) {
  int level = 0;
  MPI_Query_thread(&level);
  if (level < MPI_THREAD_MULTIPLE) GTEST_SKIP() << "this MPI serves one thread at a time";
  std::vector<MPI_Comm> comms(2, MPI_COMM_NULL);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<std::thread> threads;
  std::vector<int> wrong(comms.size(), 0);
  for (std::size_t t = 0; t < comms.size(); ++t) {
    threads.emplace_back([&, t] {
      const auto value = static_cast<std::int64_t>(t) + 1;
      for (int i = 0; i < 50; ++i) {
        if (mpi::sum(comms[t], omprim::serial(), &value, 1) != value * ranks_of_world()) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  EXPECT_EQ(wrong, std::vector<int>(comms.size(), 0));
}

}  // namespace
