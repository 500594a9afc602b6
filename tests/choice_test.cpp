// SPDX-License-Identifier: BSD-3-Clause
// How the library chooses a variant, and how the rules of a tuning file change the choice. Each
// test ends by dropping the files that it loaded.
#include <omprim/choice.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/segmented_reduce.hpp>
#include <omprim/select.hpp>

#include "support/backends.hpp"
#include "support/choices.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/temporary_file.hpp"
#include "support/types.hpp"

namespace {

using omprim::element;
using omprim::operation;
using omprim_test::expect_choice;
using omprim_test::expect_error;
using omprim_test::profile_of;
using omprim_test::rows_for;
using omprim_test::rule_line;
using omprim_test::temporary_file;
using omprim_test::unexpected_row;

std::string family_of(const omprim::execution& where) {
  if (where.where() != omprim::backend::device) return std::string(omprim::active_isa());
  for (const omprim::device_info& info : omprim::devices()) {
    if (info.number != where.device_number()) continue;
    if (info.kind == omprim::device_kind::nvidia) return "nvidia";
    if (info.kind == omprim::device_kind::amd) return "amd";
  }
  return "host-device";
}

class Choice : public omprim_test::backend_test {
 protected:
  void TearDown() override { omprim::clear_tuning_files(); }
};
OMPRIM_ON_EVERY_BACKEND(Choice);

TEST_P(Choice, IsACompiledRowAndTheOneThatRuns) {
  for (const element type : omprim_test::every_element()) {
    for (const operation op : omprim_test::every_reduction()) {
      if (!omprim_test::is_compiled_pair(type, op)) continue;
      for (const std::size_t n :
           {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{300001}}) {
        const omprim::tuning_rule rule = omprim::chosen(where(), type, op, n);
        const auto rows = rows_for(where(), type, op);
        const bool compiled = std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
          return row.strategy == rule.strategy && row.tuning == rule.tuning;
        });
        EXPECT_TRUE(compiled) << omprim::to_line(rule);
        const omprim::reduce_profile profile = profile_of(where(), type, op, n);
        EXPECT_EQ(profile.strategy, rule.strategy) << omprim::to_line(rule);
        EXPECT_EQ(profile.tuning, rule.tuning) << omprim::to_line(rule);
      }
    }
  }
}

TEST_P(Choice, FileGoesBeforeTheShippedRules) {
  const auto row = unexpected_row(where(), element::uint64, operation::bit_xor, 50);
  const auto before = omprim::chosen(where(), element::uint64, operation::bit_xor, 51);
  const temporary_file file("# a comment\n\n" +
                            rule_line(omprim::tuning_target(where()), row, "50"));
  omprim::load_tuning_file(file.path());
  expect_choice(where(), row, 0);
  expect_choice(where(), row, 50);
  EXPECT_EQ(profile_of(where(), row.type, row.op, 50).strategy, row.strategy);
  EXPECT_EQ(profile_of(where(), row.type, row.op, 50).tuning, row.tuning);
  const auto after = omprim::chosen(where(), element::uint64, operation::bit_xor, 51);
  EXPECT_EQ(omprim::to_line(after), omprim::to_line(before)) << "the rule reaches too far";
}

TEST_P(Choice, FirstRuleThatFitsDecidesAndLaterFilesGoFirst) {
  const auto rows = rows_for(where(), element::int64, operation::bit_or);
  if (rows.size() < 2) GTEST_SKIP() << "needs two rows of int64 bit_or";
  const std::string target = omprim::tuning_target(where());
  const temporary_file two_rules(rule_line(target, rows[0], "20") +
                                 rule_line(target, rows[1], "40"));
  omprim::load_tuning_file(two_rules.path());
  expect_choice(where(), rows[0], 20);
  expect_choice(where(), rows[1], 21);
  const temporary_file swapped(rule_line(target, rows[1], "40") + rule_line(target, rows[0], "20"));
  omprim::load_tuning_file(swapped.path());
  expect_choice(where(), rows[1], 20);
}

TEST_P(Choice, ClearedFilesDecideNoMore) {
  const auto row = unexpected_row(where(), element::uint64, operation::bit_xor, 50);
  const auto before = omprim::chosen(where(), row.type, row.op, 50);
  const std::string target = omprim::tuning_target(where());
  const temporary_file first(rule_line(target, row, "50"));
  const temporary_file second(rule_line(target, row, "40"));
  omprim::load_tuning_file(first.path());
  omprim::load_tuning_file(second.path());
  expect_choice(where(), row, 50);
  omprim::clear_tuning_files();
  EXPECT_EQ(omprim::to_line(omprim::chosen(where(), row.type, row.op, 50)),
            omprim::to_line(before));
  omprim::clear_tuning_files();  // nothing is loaded
  omprim::load_tuning_file(second.path());
  expect_choice(where(), row, 40);
  EXPECT_EQ(omprim::to_line(omprim::chosen(where(), row.type, row.op, 50)),
            omprim::to_line(before));
}

TEST_P(Choice, OptionsGoBeforeTheFile) {
  const auto rows = rows_for(where(), element::int64, operation::bit_xor);
  if (rows.size() < 2) GTEST_SKIP() << "needs two rows of int64 bit_xor";
  const temporary_file file(rule_line(omprim::tuning_target(where()), rows[0], "20"));
  omprim::load_tuning_file(file.path());
  const omprim_test::placed_array<std::int64_t> data(where(), std::vector<std::int64_t>(20, 1));
  omprim::reduce_profile profile;
  omprim::reduce_options options;
  options.strategy = rows[1].strategy;
  options.tuning = rows[1].tuning;
  options.profile = &profile;
  omprim::reduce_any(where(), element::int64, operation::bit_xor, data.data(), nullptr, 20,
                     options);
  EXPECT_EQ(profile.strategy, rows[1].strategy);
  EXPECT_EQ(profile.tuning, rows[1].tuning);
}

TEST_P(Choice, RuleForAStrategyThatLosesTheOrderIsRefused) {
  for (const auto& row : rows_for(where(), element::int32, operation::select_if)) {
    if (row.traits.keeps_order) continue;
    const temporary_file file(rule_line(omprim::tuning_target(where()), row, "*"));
    expect_error(omprim::status::bad_tuning_file, {file.path(), "line 1", "loses the order"},
                 [&] { omprim::load_tuning_file(file.path()); });
  }
}

TEST_P(Choice, CallInPlacePassesOverStrategiesThatCannot) {
  for (const auto& row : rows_for(where(), element::float64, operation::select_if)) {
    if (row.traits.in_place || !row.traits.keeps_order) continue;
    const temporary_file file(rule_line(omprim::tuning_target(where()), row, "777"));
    omprim::load_tuning_file(file.path());
    expect_choice(where(), row, 777);
    std::vector<double> values(777);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 3 == 0 ? 1.0 : -1.0;
    const omprim_test::placed_array<double> data(where(), values);
    const std::size_t kept =
        omprim::select_if(where(), data.pointer(), values.size(), omprim::greater_than(0.0));
    EXPECT_EQ(kept, 259U) << row.strategy;
    const auto front = data.values();
    for (std::size_t i = 0; i < kept; ++i) ASSERT_EQ(front[i], 1.0) << i;
  }
}

TEST_P(Choice, RuleLineIsReadBack) {
  const auto row = unexpected_row(where(), element::uint32, operation::bit_xor, 30);
  omprim::tuning_rule rule;
  rule.target = omprim::tuning_target(where());
  rule.type = row.type;
  rule.op = row.op;
  rule.up_to_n = 30;
  rule.strategy = std::string(row.strategy);
  rule.tuning = row.tuning;
  rule.score = 12.5;
  EXPECT_EQ(omprim::to_line(rule), rule.target + " uint32 bit_xor 30 " + rule.strategy + " " +
                                       to_string(rule.tuning) + " 12.5");
  rule.date = "2026-11-24";
  rule.compiler = "Clang-19.1.7";
  rule.device = "a device with blanks";
  const temporary_file file(omprim::to_line(rule) + "\n");
  omprim::load_tuning_file(file.path());
  expect_choice(where(), row, 30);
}

TEST_P(Choice, RulesForTheArchitectureGoBeforeThoseForTheFamily) {
  const std::string architecture = omprim::tuning_target(where());
  const std::string family = family_of(where());
  if (architecture == family) GTEST_SKIP() << "the architecture has no name";
  const auto rows = rows_for(where(), element::uint32, operation::bit_or);
  if (rows.size() < 2) GTEST_SKIP() << "needs two rows of uint32 bit_or";
  const temporary_file both(rule_line(family, rows[0], "60") +
                            rule_line(architecture, rows[1], "50"));
  omprim::load_tuning_file(both.path());
  expect_choice(where(), rows[1], 50);
  expect_choice(where(), rows[0], 51);
  // A later file goes first, whatever its targets.
  const temporary_file later(rule_line(family, rows[0], "40"));
  omprim::load_tuning_file(later.path());
  expect_choice(where(), rows[0], 40);
  expect_choice(where(), rows[1], 41);
}

TEST_P(Choice, RulesForOtherArchitecturesDecideNothing) {
  const auto row = unexpected_row(where(), element::uint32, operation::bit_and, 70);
  const auto before = omprim::chosen(where(), element::uint32, operation::bit_and, 70);
  const bool on_device = where().where() == omprim::backend::device;
  const temporary_file file(rule_line(on_device ? "sm_10" : "haswell", row, "70"));
  omprim::load_tuning_file(file.path());
  const auto after = omprim::chosen(where(), element::uint32, operation::bit_and, 70);
  EXPECT_EQ(omprim::to_line(after), omprim::to_line(before));
}

TEST_P(Choice, TargetLikeAnotherTakesItsRules) {
  const auto row = unexpected_row(where(), element::int64, operation::bit_and, 45);
  const bool on_device = where().where() == omprim::backend::device;
  const std::string model = on_device ? "sm_10" : "haswell";
  const temporary_file file(rule_line(model, row, "45") + omprim::tuning_target(where()) +
                            " like " + model + "\n");
  omprim::load_tuning_file(file.path());
  expect_choice(where(), row, 45);
}

TEST_P(Choice, ByTicketIsForSegmentsThatAreKnownToBeLong) {
  const auto rows = rows_for(where(), element::float64, operation::segmented_max);
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [](const auto& r) { return r.traits.for_large_segments; });
  if (row == rows.end()) GTEST_SKIP() << "work-queue is for devices";
  const temporary_file file(rule_line(omprim::tuning_target(where()), *row, "*"));
  omprim::load_tuning_file(file.path());
  const std::size_t n = 40000;
  const std::vector<double> values(n, 1.5);
  const std::vector<std::int64_t> bounds = {0, 10000, 20000, 30000, 40000};
  const omprim_test::placed_array<double> in(where(), values);
  const omprim_test::placed_array<std::int64_t> offsets(where(), bounds);
  const auto strategy_for = [&](const omprim::segmentation& segments) {
    const omprim_test::placed_array<double> out(where(), std::vector<double>(segments.count));
    omprim::reduce_profile profile;
    omprim::segment_options options;
    options.profile = &profile;
    omprim::segmented_reduce(where(), in.data(), segments, out.pointer(), omprim::maximum{},
                             options);
    EXPECT_EQ(out.values(), std::vector<double>(segments.count, 1.5));
    return std::string(profile.strategy);
  };
  EXPECT_EQ(strategy_for(omprim::by_length(10000, 4)), "work-queue");
  EXPECT_EQ(strategy_for(omprim::by_length(100, 400)), "merge-path");
  EXPECT_EQ(strategy_for(omprim::by_offsets(offsets.data(), 4)), "merge-path");
  EXPECT_EQ(strategy_for(omprim::by_offsets(offsets.data(), 4, n)), "work-queue");
  EXPECT_EQ(strategy_for(omprim::by_offsets(offsets.data(), 4, 400)), "merge-path");
}

TEST_P(Choice, BadFileChangesNothingAndTheMessageNamesPathAndLine) {
  const auto row = unexpected_row(where(), element::uint64, operation::bit_and, 10);
  const std::string before =
      omprim::to_line(omprim::chosen(where(), element::uint64, operation::bit_and, 10));
  const std::string target = omprim::tuning_target(where());
  const std::string good = rule_line(target, row, "10");
  const std::string tuning = to_string(row.tuning);
  for (const std::string& bad :
       {std::string("nonsense"), target + " uint64 sum 10",
        target + " int24 sum 10 single-pass " + tuning,
        target + " uint64 median 10 single-pass " + tuning,
        target + " uint64 sum ten single-pass " + tuning,
        target + " uint64 sum -1 single-pass " + tuning,
        target + " uint64 sum 10 no-such-strategy " + tuning,
        target + " uint64 sum 10 single-pass 256y4", target + " parallel-from some",
        target + " uint64 sum 10 single-pass " + tuning + " fast"}) {
    SCOPED_TRACE(bad);
    const temporary_file file("# one comment\n" + good + bad + "\n");
    expect_error(omprim::status::bad_tuning_file, {file.path(), "line 3"},
                 [&] { omprim::load_tuning_file(file.path()); });
    EXPECT_EQ(omprim::to_line(omprim::chosen(where(), row.type, row.op, 10)), before);
  }
}

}  // namespace
