// SPDX-License-Identifier: BSD-3-Clause
// The shipped rules, and how tuning files are read. Each test ends by dropping the files that it
// loaded. The rules' effect on the choice: choice_test.cpp.
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <dispatch/architecture.hpp>
#include <omprim/choice.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>

#include "support/choices.hpp"
#include "support/errors.hpp"
#include "support/probe.hpp"
#include "support/temporary_file.hpp"

namespace {

using omprim::element;
using omprim::operation;
using omprim_test::expect_error;
using omprim_test::rule_line;
using omprim_test::temporary_file;
using omprim_test::unexpected_row;

class TuningFile : public testing::Test {
 protected:
  void TearDown() override { omprim::clear_tuning_files(); }
};

// The shipped rules for an architecture hold for the rest of its family, too.
const std::multimap<std::string, std::string> family_of_shipped = {
    {"sm_90", "nvidia"}, {"sm_90", "amd"}, {"sapphire-rapids", "x86-64-v4"}};

// A sort by an unsigned integer serves all types of its size.
bool is_row_of(const omprim::table_row& row, element type) {
  if (row.type == type) return true;
  const element unsigned_type = omprim::size_of(type) == 4 ? element::uint32 : element::uint64;
  return omprim::algorithm_of(row.op) == omprim::algorithm::sort && row.type == unsigned_type;
}

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
      return row.on_device == on_device && (!rule.type || is_row_of(row, *rule.type)) &&
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
