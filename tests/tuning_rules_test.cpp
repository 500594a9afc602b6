// SPDX-License-Identifier: BSD-3-Clause
// The rules that `omprim tune` writes for measured times.
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
using omprim::command::join_rules;
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

tuning_rule limited(const std::string& strategy, std::uint64_t limit) {
  tuning_rule rule = rule_of(strategy);
  rule.up_to_n = limit;
  return rule;
}

TEST(TuningRules, ForLargeSegmentsGoFirst) {
  const std::vector<tuning_rule> for_large = {rule_of("queue")};
  EXPECT_EQ(
      text_of(join_rules({limited("queue", 50)}, {limited("a", 10), limited("b", 90)}, for_large)),
      "50 queue; 10 a; 90 b; ");
  EXPECT_EQ(text_of(join_rules({}, {limited("a", 10)}, for_large)), "10 a; ");
  EXPECT_EQ(text_of(join_rules({limited("queue", 50)}, {}, for_large)), "50 queue; ");
}

TEST(TuningRules, ForLargeSegmentsLeaveFewerSmallOnesTheirRules) {
  // Small segments pass over "queue"; "b" is the choice from 21 to 60 for all.
  const std::vector<tuning_rule> rules =
      join_rules({limited("queue", 20), limited("b", 60), limited("queue", 100)},
                 {limited("a", 20), rule_of("b")}, {rule_of("queue")});
  EXPECT_EQ(text_of(rules), "20 queue; 20 a; 60 b; 100 queue; * b; ");
}

}  // namespace
