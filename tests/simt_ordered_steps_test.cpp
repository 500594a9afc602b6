// SPDX-License-Identifier: BSD-3-Clause
// Steps of one launch that depend on each other, in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/group/ordered_steps.hpp>

#include "support/simt_backend.hpp"

namespace {

namespace kernel = omprim::kernel;

/// Step s sets each element of row s + 1 to the sum of row s and 1: wrong unless all units of a row
/// are finished before the next one begins.
struct alignas(8) add_rows {
  static constexpr int work_group_size = 64;
  template <class Group>
  struct local_memory {
    typename kernel::ordered_steps<Group>::local_memory steps;
  };

  std::uint64_t* rows;
  const unsigned* units;  ///< of each step; a unit writes 64 elements
  std::uint64_t steps;
  std::uint64_t width;
  kernel::step_counters* counters;
  std::uint64_t* ends;  ///< how often the last group came to its end

  template <kernel::work_group Group>
  void operator()(Group& group, local_memory<Group>& local) const {
    kernel::ordered_steps<Group> all(group, local.steps, *counters);
    for (std::uint64_t s = 0; s < steps; ++s) {
      const std::uint64_t* const from = rows + s * width;
      all.run(units[s], [&](unsigned unit) {
        std::uint64_t sum = 1;
        const std::uint64_t filled = s == 0 ? 0 : units[s - 1] * std::uint64_t{64};
        for (std::uint64_t i = 0; i < filled; ++i) sum += from[i];
        rows[(s + 1) * width + unit * 64U + static_cast<unsigned>(group.this_item().id)] = sum;
      });
    }
    all.wait();
    all.finish([&] { ++*ends; });
  }
};

TEST(SimtOrderedSteps, EachStepSeesAllOfTheOneBefore) {
  const std::vector<unsigned> units{5, 1, 9, 2, 2, 7, 1};
  constexpr std::uint64_t width = 9 * 64;
  for (const std::uint64_t running : {1U, 2U, 3U}) {
    omprim_test::simt_backend backend(running);
    // More groups than units, and more than run at a time, too; the counters serve both calls.
    for (const std::uint64_t groups : {running, std::uint64_t{13}}) {
      std::vector<std::uint64_t> rows((units.size() + 1) * width);
      auto* const counters = backend.counters<kernel::step_counters>();
      std::uint64_t ends = 0;
      backend.launch(groups,
                     add_rows{rows.data(), units.data(), units.size(), width, counters, &ends});
      std::uint64_t expected = 1;
      for (std::size_t s = 0; s < units.size(); ++s) {
        for (std::uint64_t i = 0; i < units[s] * 64U; ++i) {
          ASSERT_EQ(rows[(s + 1) * width + i], expected)
              << "step " << s << ", element " << i << ", running " << running << ", groups "
              << groups;
        }
        expected = expected * units[s] * 64U + 1;
      }
      EXPECT_EQ(counters->next, 0U);
      EXPECT_EQ(counters->finished, 0U);
      EXPECT_EQ(counters->left, 0U);
      EXPECT_EQ(ends, 1U);
    }
  }
}

}  // namespace
