// SPDX-License-Identifier: BSD-3-Clause
// Concurrent calls: from several std::threads, and from inside the caller's own OpenMP parallel
// region.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/reduce.hpp>
#include <omprim/scan.hpp>
#include <omprim/select.hpp>

#include "support/backends.hpp"
#include "support/memory.hpp"
#include "support/rows.hpp"

namespace {

using omprim_test::placed_array;

// Each caller has other data, so a result that goes to the wrong caller is found.
struct job {
  job(const omprim::execution& where, std::size_t n, std::int32_t first)
      : data(where, values(n, first)),
        sum(std::accumulate(counting.begin(), counting.end(), std::int64_t{0})),
        least_index(static_cast<std::int64_t>(n) - 1) {}

  std::vector<std::int32_t> values(std::size_t n, std::int32_t first) {
    counting.resize(n);
    std::iota(counting.rbegin(), counting.rend(), first);
    return counting;
  }

  [[nodiscard]] bool is_right(const omprim::execution& where,
                              const omprim::reduce_options& options = {}) const {
    return omprim::sum(where, data.data(), data.size(), options) ==
           static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
  }
  [[nodiscard]] bool finds_least(const omprim::execution& where) const {
    return omprim::argmin(where, data.data(), data.size()).index == least_index &&
           omprim::wide_sum(where, data.data(), data.size()) == sum;
  }

  std::vector<std::int32_t> counting;
  placed_array<std::int32_t> data;
  std::int64_t sum;
  std::int64_t least_index;
};

class Threads : public omprim_test::backend_test {};
OMPRIM_ON_EVERY_BACKEND(Threads);

// Runs `work(t)` on several threads; counts false results and exceptions.
template <class Work>
int failures_of_threads(int threads, Work work) {
  std::atomic<int> failures{0};
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t) {
    running.emplace_back([&, t] {
      try {
        if (!work(t)) ++failures;
      } catch (...) {
        ++failures;
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  return failures;
}

TEST_P(Threads, ConcurrentCallsDoNotDisturbEachOther) {
  for (const std::size_t n : {std::size_t{100}, std::size_t{300007}}) {
    std::vector<std::unique_ptr<job>> jobs;
    for (int t = 0; t < 6; ++t) jobs.push_back(std::make_unique<job>(where(), n, t * 1000));
    const auto calls = [&](int t) {
      const job& own = *jobs[static_cast<std::size_t>(t)];
      bool right = true;
      for (int i = 0; i < 50 && right; ++i)
        right = own.is_right(where()) && own.finds_least(where());
      return right;
    };
    EXPECT_EQ(failures_of_threads(6, calls), 0) << "n " << n;
  }
}

// The groups of a call wait for each other while groups of other calls use the processors.
TEST_P(Threads, ConcurrentSelectionsAndScans) {
  constexpr std::size_t n = 400009;
  constexpr int threads = 4;
  std::vector<std::int32_t> values(n);
  std::iota(values.begin(), values.end(), 0);
  std::vector<std::int32_t> sums(n);
  std::partial_sum(values.begin(), values.end(), sums.begin(), omprim::plus::combine<std::int32_t>);
  const placed_array<std::int32_t> in(where(), values);
  std::vector<std::unique_ptr<placed_array<std::int32_t>>> outs;
  for (int t = 0; t < threads; ++t) {
    outs.push_back(
        std::make_unique<placed_array<std::int32_t>>(where(), values, static_cast<std::size_t>(t)));
  }
  const auto calls = [&](int t) {
    const auto& out = *outs[static_cast<std::size_t>(t)];
    const auto bound = static_cast<std::int32_t>(1000 * (t + 1));
    for (int i = 0; i < 10; ++i) {
      if (omprim::select_if(where(), in.data(), n, out.pointer(), omprim::at_least(bound)) !=
          n - static_cast<std::size_t>(bound)) {
        return false;
      }
      if (out.values().front() != bound) return false;
      omprim::inclusive_scan(where(), in.data(), n, out.pointer());
      if (out.values() != sums) return false;
    }
    return true;
  };
  EXPECT_EQ(failures_of_threads(threads, calls), 0);
}

TEST_P(Threads, ConcurrentCallsOfEveryStrategy) {
  std::vector<std::unique_ptr<job>> jobs;
  for (int t = 0; t < 3; ++t) jobs.push_back(std::make_unique<job>(where(), 20011, t * 1000));
  std::set<std::string_view> seen;
  for (const auto& row :
       omprim_test::rows_for(where(), omprim::element::int32, omprim::operation::sum)) {
    if (!seen.insert(row.strategy).second) continue;  // one row for each strategy is enough
    omprim::reduce_options options;
    options.strategy = row.strategy;
    options.tuning = row.tuning;
    const auto calls = [&](int t) {
      bool right = true;
      for (int i = 0; i < 10 && right; ++i) {
        right = jobs[static_cast<std::size_t>(t)]->is_right(where(), options);
      }
      return right;
    };
    EXPECT_EQ(failures_of_threads(3, calls), 0) << omprim_test::name_of(row);
  }
}

TEST_P(Threads, CallsThatStartTogether) {
  // They compete for the workspace that earlier calls gave back.
  const job work(where(), 50021, 7);
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> waiting{4};
    const auto call = [&](int) {
      --waiting;
      while (waiting != 0) std::this_thread::yield();
      return work.is_right(where());
    };
    EXPECT_EQ(failures_of_threads(4, call), 0);
  }
}

TEST_P(Threads, CallsFromInsideAParallelRegion) {
  std::vector<std::unique_ptr<job>> jobs;
  for (int t = 0; t < 4; ++t) jobs.push_back(std::make_unique<job>(where(), 150001, t * 1000));
  int failures = 0;
#pragma omp parallel for num_threads(4) reduction(+ : failures)
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < 20; ++i) {
      try {
        if (!jobs[static_cast<std::size_t>(t)]->is_right(where())) ++failures;
      } catch (...) {
        ++failures;
      }
    }
  }
  EXPECT_EQ(failures, 0);
}

TEST_P(Threads, CallFromInsideASingleRegion) {
  const job work(where(), 150001, 3);
  bool right = false;
#pragma omp parallel num_threads(3)
#pragma omp single
  right = work.is_right(where());
  EXPECT_TRUE(right);
}

TEST_P(Threads, ThreadsThatEndLeaveNothingBehind) {
  const job work(where(), 20011, 3);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(failures_of_threads(1, [&](int) { return work.is_right(where()); }), 0) << i;
  }
}

TEST(ManyThreads, ARequestForMoreThanAMachineHasIsCapped) {
  constexpr std::size_t n = 4000000;  // 16 MB: worth all the threads that there are
  const omprim::execution where = omprim::host(100000);
  std::vector<std::int32_t> ones(n, 1);
  EXPECT_EQ(omprim::sum(where, ones.data(), n), 4000000);
  std::vector<std::int32_t> out(n);
  omprim::inclusive_scan(where, ones.data(), n, out.data());
  EXPECT_EQ(out.back(), 4000000);
  EXPECT_EQ(omprim::select_if(where, ones.data(), n, out.data(), omprim::at_least(1)), n);
}

}  // namespace
