// SPDX-License-Identifier: BSD-3-Clause
// Exact sums of segments in the code of GPUs, run by host threads.
#define OMPRIM_EMULATE_SIMT 1
#define OMPRIM_ISA simt_emulation

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/detail/strategy/exact/segmented_merge_path.hpp>
#include <omprim/table.hpp>

#include "support/exact_oracle.hpp"
#include "support/segments.hpp"
#include "support/simt_backend.hpp"
#include "support/simt_inputs.hpp"
#include "support/values.hpp"

namespace {

namespace strategy = omprim::strategy;
using omprim::operation;
using omprim_test::exact_data;
using omprim_test::two_sub_groups;

constexpr omprim::tuning exact_segments_tuning{two_sub_groups, 1, 4};

template <class T>
void check(omprim_test::simt_backend& backend, exact_data kind,
           const std::vector<std::int64_t>& offsets) {
  const auto n = static_cast<std::size_t>(offsets.back());
  const auto values = omprim_test::exact_values<T>(kind, 1, n);
  const std::size_t count = offsets.size() - 1;
  std::vector<T> got(count, T(77));
  strategy::exact_segmented_merge_path<T, exact_segments_tuning>::run(
      backend,
      strategy::exact_segments<T>{values.data(), {offsets.data(), count, 0, 1}, got.data()});
  for (std::size_t s = 0; s < count; ++s) {
    const T* const first = values.data() + offsets[s];
    const T want = omprim_test::exact_result(operation::exact_sum, first, first,
                                             static_cast<std::size_t>(offsets[s + 1] - offsets[s]));
    ASSERT_TRUE(omprim_test::has_bits(got[s], want)) << "segment " << s;
  }
}

TEST(SimtExactSegments, GiveTheBitsOfMpfr) {
  omprim_test::simt_backend one(1);
  omprim_test::simt_backend three(3);
  omprim_test::random_engine random(omprim_test::test_seed());
  for (int number = 0; number < omprim_test::exact_data_kinds; ++number) {
    const auto kind = static_cast<exact_data>(number);
    // Every other mixture, and the rest with the next kind.
    const auto& mixtures = omprim_test::every_mixture();
    for (auto at = static_cast<std::size_t>(number % 2); at < mixtures.size(); at += 2) {
      const auto mixture = mixtures[at];
      SCOPED_TRACE(to_string(kind) + ", " + omprim_test::name_of(mixture));
      const auto offsets = omprim_test::segment_offsets(mixture, 100, random, 300);
      check<double>(three, kind, offsets);
      check<float>(number % 2 == 0 ? one : three, kind, offsets);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
