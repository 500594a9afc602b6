// SPDX-License-Identifier: BSD-3-Clause
// From measured times to rules: what `omprim tune` writes.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/choice.hpp>

#include "commands/tune_rules.hpp"

namespace {

using omprim::tuning_rule;
using omprim::command::choose_rules;
using omprim::command::extrapolated_from;
using omprim::command::size_times;

constexpr double noise = 0.03;

tuning_rule rule_of(const std::string& strategy) {
  tuning_rule rule;
  rule.target = "zen4";
  rule.strategy = strategy;
  return rule;
}

/// The times of the current choice ("current") and of the candidates "alone" and "shared".
size_times times_of(std::uint64_t n, double current, double alone, double shared) {
  size_times times;
  times.n = n;
  times.bytes = 4 * n;
  times.current = rule_of("current");
  times.current_seconds = current;
  times.seconds = {alone, shared};
  times.alone = {true, false};
  return times;
}

const std::vector<tuning_rule>& candidates() {
  static const std::vector<tuning_rule> all = {rule_of("alone"), rule_of("shared")};
  return all;
}

std::string text_of(const std::vector<tuning_rule>& rules) {
  std::string text;
  for (const tuning_rule& rule : rules) {
    text += (rule.up_to_n ? std::to_string(*rule.up_to_n) : "*") + " " + rule.strategy + "; ";
  }
  return text;
}

TEST(TuningRules, FastCurrentChoicesNeedNone) {
  EXPECT_EQ(text_of(choose_rules({times_of(100, 1, 2, 2), times_of(10000, 1, 0.99, 2)},
                                 candidates(), noise)),
            "");
  EXPECT_EQ(text_of(choose_rules({}, candidates(), noise)), "");
}

TEST(TuningRules, CoverNeighbouringSizesAndRepeatTheCurrentChoiceBelow) {
  EXPECT_EQ(text_of(choose_rules({times_of(100, 1, 2, 2), times_of(10000, 2, 2, 1),
                                  times_of(1000000, 2, 2, 1), times_of(100000000, 1, 2, 2)},
                                 candidates(), noise)),
            "1000 current; 10000000 shared; ");
}

TEST(TuningRules, EndAtTheLargestSizeIfItIsSmall) {
  EXPECT_EQ(text_of(choose_rules({times_of(100, 2, 2, 1), times_of(10000, 2, 2, 1)}, candidates(),
                                 noise)),
            "10000 shared; ");
}

TEST(TuningRules, HoldForAllSizesAboveALargeOne) {
  const std::uint64_t large = extrapolated_from / 4;
  EXPECT_EQ(text_of(choose_rules({times_of(large, 2, 2, 1)}, candidates(), noise)), "* shared; ");
  EXPECT_EQ(text_of(choose_rules({times_of(large - 1, 2, 2, 1)}, candidates(), noise)),
            std::to_string(large - 1) + " shared; ");
}

TEST(TuningRules, NeverPutLargerSizesThanMeasuredOnOneThread) {
  const std::uint64_t large = extrapolated_from;
  EXPECT_EQ(text_of(choose_rules({times_of(large, 2, 1, 2)}, candidates(), noise)),
            std::to_string(large) + " alone; ");
}

TEST(TuningRules, CompleteOnesNameTheCurrentChoiceToTheEnd) {
  const std::vector<size_times> times = {times_of(100, 2, 2, 1), times_of(10000, 1, 2, 2)};
  EXPECT_EQ(text_of(choose_rules(times, candidates(), noise)), "1000 shared; ");
  EXPECT_EQ(text_of(choose_rules(times, candidates(), noise, true)),
            "1000 shared; 10000 current; ");
}

}  // namespace
