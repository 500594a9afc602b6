// SPDX-License-Identifier: BSD-3-Clause
// Elements of two bytes, in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/reducer/min_max.hpp>

namespace {

namespace kernel = omprim::kernel;

TEST(SimtNarrowTypes, AreCombinedAtomically) {
  constexpr int threads = 4;
  constexpr int each = 2000;
  using maximum = kernel::extreme<std::int16_t, kernel::maximum_policy>;
  kernel::atomic_cell<maximum> cell;
  cell.reset();
  {
    std::vector<std::jthread> running;
    running.reserve(threads);
    for (int me = 0; me < threads; ++me) {
      running.emplace_back([&cell, me] {
        for (int i = 0; i < each; ++i) {
          kernel::atomic_combine(cell,
                                 static_cast<std::int16_t>(-each * threads + i * threads + me));
        }
      });
    }
  }
  EXPECT_EQ(cell.value, -1);
  EXPECT_EQ(cell.lock, 0u);
}

// An item notes a row in an integer of two bytes.
TEST(SimtNarrowTypes, AreFoundInRowsWithGreatNumbers) {
  using reducer = kernel::indexed_reducer<std::int16_t, kernel::minimum_policy>;
  for (const std::uint64_t row : {0ULL, 65534ULL, 65535ULL, 65536ULL, 131071ULL, 5000000ULL}) {
    auto best = reducer::start<1>();
    reducer::absorb<1>(best, std::int16_t{-5}, row);
    const auto found = reducer::settle<1>(best, 0, -5, [&](std::uint64_t first, const auto&) {
      EXPECT_LE(first, row);
      return row;
    });
    EXPECT_EQ(found.index, row);
  }
}

}  // namespace
