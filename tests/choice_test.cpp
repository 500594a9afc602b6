// SPDX-License-Identifier: BSD-3-Clause
// How the library chooses a variant, and how a tuning file changes the choice. Each test ends by
// dropping the files that it loaded.
#include <omprim/choice.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <dispatch/architecture.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/segmented_reduce.hpp>
#include <omprim/select.hpp>
#include <omprim/table.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/probe.hpp"
#include "support/rows.hpp"
#include "support/temporary_file.hpp"
#include "support/types.hpp"

namespace {

using omprim::element;
using omprim::operation;
using omprim_test::expect_error;
using omprim_test::rows_for;
using omprim_test::temporary_file;

omprim::reduce_profile profile_of(const omprim::execution& where, element type, operation op,
                                  std::size_t n) {
  const omprim_test::memory data(where, (n + 1) * omprim::size_of(type));
  omprim::reduce_profile profile;
  omprim::reduce_options options;
  options.profile = &profile;
  omprim::reduce_any(where, type, op, data.data(), data.data(), n, options);
  return profile;
}

std::string rule_line(const std::string& target, const omprim::table_row& row,
                      const std::string& up_to) {
  return target + " " + std::string(to_string(row.type)) + " " + std::string(to_string(row.op)) +
         " " + up_to + " " + std::string(row.strategy) + " " + to_string(row.tuning) + "\n";
}

void expect_choice(const omprim::execution& where, const omprim::table_row& row, std::size_t n) {
  const omprim::tuning_rule rule = omprim::chosen(where, row.type, row.op, n);
  EXPECT_EQ(rule.strategy, row.strategy) << "n " << n;
  EXPECT_EQ(rule.tuning, row.tuning) << "n " << n << ": " << to_string(rule.tuning);
}

/// A compiled row of (type, op) that the library does not choose by itself at n.
omprim::table_row unexpected_row(const omprim::execution& where, element type, operation op,
                                 std::size_t n) {
  const omprim::tuning_rule rule = omprim::chosen(where, type, op, n);
  for (const omprim::table_row& row : rows_for(where, type, op)) {
    if (row.strategy != rule.strategy || row.tuning != rule.tuning) return row;
  }
  ADD_FAILURE() << "only one row is compiled";
  return {};
}

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

class TuningFile : public testing::Test {
 protected:
  void TearDown() override { omprim::clear_tuning_files(); }
};

// The shipped rules for an architecture hold for the rest of its family, too.
const std::map<std::string, std::string> family_of_shipped = {{"sm_90", "nvidia"},
                                                              {"sapphire-rapids", "x86-64-v4"}};

// Rows of hosts differ by ISA level: rules of others decide nothing.
TEST_F(TuningFile, EveryShippedRuleMatchesACompiledRow) {
  const auto& rows = omprim::table();
  for (const omprim::tuning_rule& rule : omprim::shipped_rules()) {
    SCOPED_TRACE(omprim::to_line(rule));
    const bool on_device = omprim::detail::names_device(rule.target);
    const auto known = family_of_shipped.find(rule.target);
    const std::string family = known != family_of_shipped.end() ? known->second : rule.target;
    const bool is_compiled =
        on_device ? std::any_of(rows.begin(), rows.end(), [](const auto& r) { return r.on_device; })
                  : family == omprim::active_isa();
    if (!is_compiled) continue;
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const omprim::table_row& row) {
      return row.on_device == on_device && (!rule.type || *rule.type == row.type) &&
             (!rule.op || *rule.op == row.op) && row.strategy == rule.strategy &&
             row.tuning == rule.tuning && row.traits.keeps_order;
    })) << "no compiled row";
  }
}

TEST_F(TuningFile, EveryShippedRuleSaysWhereItWasMeasured) {
  for (const omprim::tuning_rule& rule : omprim::shipped_rules()) {
    SCOPED_TRACE(omprim::to_line(rule));
    EXPECT_GT(rule.score, 0.0);
    EXPECT_EQ(rule.date.size(), 10U);
    EXPECT_FALSE(rule.compiler.empty());
    EXPECT_FALSE(rule.device.empty());
  }
}

TEST_F(TuningFile, ShippedRulesHoldForTheArchitectureAndItsFamily) {
  for (const auto& [architecture, family] : family_of_shipped) {
    std::vector<std::string> special;
    std::vector<std::string> general;
    for (omprim::tuning_rule rule : omprim::shipped_rules()) {
      if (rule.target == architecture) special.push_back(omprim::to_line(rule));
      if (rule.target != family) continue;
      rule.target = architecture;
      general.push_back(omprim::to_line(rule));
    }
    EXPECT_FALSE(special.empty());
    EXPECT_EQ(special, general);
  }
}

// A level that is not active: the library reads its rules, which decide nothing.
std::string other_target() {
  return omprim::active_isa() == "x86-64-v2" ? "x86-64-v3" : "x86-64-v2";
}

TEST_F(TuningFile, LinesMayEndAsOnWindows) {
  const temporary_file file("# comment\r\n" + other_target() + " * * * single-pass 1x1x1\r\n");
  EXPECT_NO_THROW(omprim::load_tuning_file(file.path()));
}

TEST_F(TuningFile, EndlessFilesAreRefusedAtOnce) {
  expect_error(omprim::status::bad_tuning_file, {"/dev/zero", "line 1", "longer than"},
               [] { omprim::load_tuning_file("/dev/zero"); });
  std::string many;
  for (int i = 0; i < 100001; ++i) many += other_target() + " * * * single-pass 1x1x1\n";
  const temporary_file file(many);
  expect_error(omprim::status::bad_tuning_file, {file.path(), "line 100001", "rules"},
               [&] { omprim::load_tuning_file(file.path()); });
}

TEST_F(TuningFile, LinesOfEveryKindCount) {
  for (const std::string& line : {other_target() + " parallel-from 1000\n", std::string("#\n")}) {
    std::string many;
    for (int i = 0; i < 100001; ++i) many += line;
    const temporary_file file(many);
    expect_error(omprim::status::bad_tuning_file, {file.path(), "line 100001", "lines"},
                 [&] { omprim::load_tuning_file(file.path()); });
  }
}

TEST_F(TuningFile, ThresholdOfTheLastFileHolds) {
  const auto threads_for = [](std::size_t bytes) {
    return omprim::detail::executor_for(omprim::host(2), bytes).threads;
  };
  const int before = threads_for(1000);
  const std::string line = omprim::tuning_target(omprim::host()) + " parallel-from ";
  const temporary_file high(line + "1000\n");
  const temporary_file low(line + "500\n");
  omprim::load_tuning_file(high.path());
  EXPECT_EQ(threads_for(999), 1);
  EXPECT_EQ(threads_for(1000), 2);
  omprim::load_tuning_file(low.path());
  EXPECT_EQ(threads_for(499), 1);
  EXPECT_EQ(threads_for(500), 2);
  omprim::load_tuning_file(high.path());
  EXPECT_EQ(threads_for(999), 1);
  omprim::clear_tuning_files();
  EXPECT_EQ(threads_for(1000), before);
}

TEST_F(TuningFile, LoadingAgainAndInTurnsTakesNoMoreMemory) {
#if OMPRIM_SANITIZED
  GTEST_SKIP() << "sanitizers keep freed memory";
#endif
  const auto row = unexpected_row(omprim::host(), element::int32, operation::sum, 1000);
  const std::string target = omprim::tuning_target(omprim::host());
  const temporary_file first(target + " parallel-from 1000\n" + rule_line(target, row, "1000"));
  const temporary_file second(target + " parallel-from 2000\n" + rule_line(target, row, "2000"));
  const auto outcome = omprim_test::run_probe({"tuning-loads", first.path(), second.path()}, {});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  // Tables for each load would take some 100 MB.
  for (const std::string& kilobytes : {outcome.value("again_kB"), outcome.value("in_turns_kB")}) {
    ASSERT_FALSE(kilobytes.empty()) << outcome.output;
    EXPECT_LT(std::stol(kilobytes), 4000) << outcome.output;
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

TEST_F(TuningFile, TargetLikeOneWithoutRulesIsRefused) {
  const temporary_file file("nvidia like sm_90\nsm_90 * * * single-pass 256x4x4\n");
  expect_error(omprim::status::bad_tuning_file, {file.path(), "line 1", "sm_90"},
               [&] { omprim::load_tuning_file(file.path()); });
}

TEST_F(TuningFile, UnknownTargetIsRefusedAndTheMessageNamesThoseThereAre) {
  for (const std::string line : {"x86-64-v9 * * * single-pass 8x8x4", "sm_ * * * single-pass 8x8x4",
                                 "gfxhopper * * * single-pass 8x8x4", "zen * * * single-pass 8x8x4",
                                 "nvidea parallel-from 1000"}) {
    const temporary_file file("# one comment\n" + line + "\n");
    expect_error(omprim::status::bad_tuning_file,
                 {file.path(), "line 2", line.substr(0, line.find(' ')), "sm_", "gfx", "nvidia",
                  "host-device", "zen4", "sapphire-rapids", "x86-64-v4"},
                 [&] { omprim::load_tuning_file(file.path()); });
  }
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

TEST_F(TuningFile, MissingOneIsAnErrorThatNamesIt) {
  const std::string path = temporary_file::unused_path();
  expect_error(omprim::status::bad_tuning_file, {path}, [&] { omprim::load_tuning_file(path); });
}

TEST_F(TuningFile, DirectoryIsAnErrorThatNamesIt) {
  expect_error(omprim::status::bad_tuning_file, {testing::TempDir()},
               [] { omprim::load_tuning_file(testing::TempDir()); });
}

TEST_F(TuningFile, EnvironmentNamesOne) {
  const omprim::execution where = omprim::host();
  const auto row = unexpected_row(where, element::int32, operation::sum, 1000);
  const temporary_file file(rule_line(omprim::tuning_target(where), row, "*"));
  const auto outcome = omprim_test::run_probe({"choice", "host", "int32", "sum", "1000"},
                                              {{"OMPRIM_TUNING_FILE", file.path()}});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_EQ(outcome.value("strategy"), row.strategy);
  EXPECT_EQ(outcome.value("tuning"), to_string(row.tuning));
  EXPECT_EQ(outcome.value("sum"), "500500");
}

TEST_F(TuningFile, MissingOneInTheEnvironmentIsAnError) {
  const std::string path = temporary_file::unused_path();
  const auto outcome = omprim_test::run_probe({"choice", "host", "int32", "sum", "1000"},
                                              {{"OMPRIM_TUNING_FILE", path}});
  EXPECT_EQ(outcome.exit_status, 1) << outcome.output;
  EXPECT_EQ(outcome.value("code"),
            std::to_string(static_cast<int>(omprim::status::bad_tuning_file)));
  for (const std::string& word : {path, std::string("OMPRIM_TUNING_FILE")}) {
    EXPECT_NE(outcome.value("message").find(word), std::string::npos) << outcome.output;
  }
}

}  // namespace
