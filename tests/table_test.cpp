// SPDX-License-Identifier: BSD-3-Clause
// The dispatch table as a whole: it contains every row that it has to.
#include <omprim/table.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/rows.hpp"
#include "support/types.hpp"

namespace {

using omprim::algorithm;
using omprim::element;
using omprim::operation;
using omprim::table_row;

std::vector<bool> compiled_sides() {
  std::vector<bool> sides = {false};
  for (const table_row& row : omprim::table()) {
    if (row.on_device) return {false, true};
  }
  return sides;
}

/// The types of which listings are compiled: CMake's OMPRIM_LISTED_TYPES, separated by commas.
std::vector<element> listed_elements() {
  const std::string names = OMPRIM_LISTED_TYPES;
  if (names.empty()) return omprim_test::every_element();
  std::vector<element> listed;
  for (const element type : omprim_test::every_element()) {
    if (("," + names + ",").find("," + std::string(to_string(type)) + ",") != std::string::npos) {
      listed.push_back(type);
    }
  }
  return listed;
}

std::size_t count(bool on_device, element type, operation op, std::string_view strategy = {}) {
  return static_cast<std::size_t>(
      std::count_if(omprim::table().begin(), omprim::table().end(), [&](const table_row& row) {
        return row.on_device == on_device && row.type == type && row.op == op &&
               (strategy.empty() || row.strategy == strategy);
      }));
}

TEST(DispatchTable, RowsAreDistinct) {
  std::set<std::string> seen;
  for (const table_row& row : omprim::table()) {
    EXPECT_TRUE(seen.insert(omprim_test::name_of(row) + (row.on_device ? " device" : "")).second)
        << omprim_test::name_of(row);
  }
}

std::vector<omprim::strategy_info> strategies_of(algorithm work) {
  std::vector<omprim::strategy_info> chosen;
  for (const omprim::strategy_info& info : omprim::strategies()) {
    if (info.work == work) chosen.push_back(info);
  }
  return chosen;
}

TEST(DispatchTable, EveryPairOfTheClosedSetIsThereWithTheDefaultStrategy) {
  for (const bool on_device : compiled_sides()) {
    for (const element type : omprim_test::every_element()) {
      for (int number = 0; number < omprim_test::operations; ++number) {
        const auto op = static_cast<operation>(number);
        if (!omprim_test::is_compiled_pair(type, op)) continue;
        const auto strategy = omprim::default_strategy(omprim::algorithm_of(op));
        EXPECT_GT(count(on_device, type, op, strategy), 0u)
            << to_string(type) << " " << to_string(op) << (on_device ? " device" : " host");
      }
    }
  }
}

TEST(DispatchTable, NoPairBeyondTheClosedSetIsThere) {
  for (const table_row& row : omprim::table()) {
    EXPECT_TRUE(omprim_test::is_compiled_pair(row.type, row.op)) << omprim_test::name_of(row);
  }
}

TEST(DispatchTable, EveryStrategyReducesTheIntSum) {
  for (const bool on_device : compiled_sides()) {
    for (const omprim::strategy_info& info : strategies_of(algorithm::reduce)) {
      // Strategies of a single thread are not compiled for devices.
      if (on_device && !info.traits.devices) continue;
      EXPECT_GT(count(on_device, element::int32, operation::sum, info.name), 0u)
          << info.name << (on_device ? " device" : " host");
    }
  }
}

TEST(DispatchTable, EveryStrategySelectsFromEveryListedType) {
  for (const bool on_device : compiled_sides()) {
    for (const omprim::strategy_info& info : strategies_of(algorithm::select)) {
      if (on_device && !info.traits.devices) continue;
      for (const element type : listed_elements()) {
        EXPECT_GT(count(on_device, type, operation::select_if, info.name), 0u)
            << info.name << " " << to_string(type) << (on_device ? " device" : " host");
      }
    }
  }
}

TEST(DispatchTable, EveryStrategySumsSegmentsOfEveryListedType) {
  for (const bool on_device : compiled_sides()) {
    for (const omprim::strategy_info& info : strategies_of(algorithm::segment)) {
      if (on_device && !info.traits.devices) continue;
      if (!on_device && !info.traits.hosts) continue;  // work-queue is for devices only
      for (const element type : listed_elements()) {
        EXPECT_GT(count(on_device, type, operation::segmented_sum, info.name), 0u)
            << info.name << " " << to_string(type) << (on_device ? " device" : " host");
      }
    }
  }
}

TEST(DispatchTable, EveryStrategySumsEveryListedType) {
  for (const omprim::strategy_info& info : strategies_of(algorithm::reduce)) {
    for (const element type : listed_elements()) {
      EXPECT_GT(count(false, type, operation::sum, info.name), 0u)
          << info.name << " " << to_string(type);
    }
  }
}

TEST(DispatchTable, EveryRowNamesAListedStrategy) {
  std::set<std::pair<algorithm, std::string_view>> known;
  for (const auto& info : omprim::strategies()) {
    EXPECT_TRUE(known.insert({info.work, info.name}).second) << info.name << " is there twice";
  }
  for (const table_row& row : omprim::table()) {
    EXPECT_TRUE(known.count({omprim::algorithm_of(row.op), row.strategy}) == 1)
        << omprim_test::name_of(row);
  }
}

TEST(DispatchTable, PublishedStrategiesAreAllThere) {
  for (const omprim::strategy_info& info : omprim::strategies()) {
    EXPECT_FALSE(info.source.empty()) << info.name;
    EXPECT_FALSE(info.summary.empty()) << info.name;
  }
  std::vector<std::string_view> names;
  for (const auto& info : strategies_of(algorithm::reduce)) names.push_back(info.name);
  for (const std::string_view name :
       {"sequential", "atomic-per-item", "atomic-per-block", "atomic-interleaved", "local-atomic",
        "local-atomic-vector", "local-atomic-workload", "tree-host-finish", "tree-relaunch",
        "sub-group", "work-group", "multi-block", "multi-block-vector", "reducer", "single-pass"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  }
  names.clear();
  for (const auto& info : strategies_of(algorithm::select)) names.push_back(info.name);
  for (const std::string_view name :
       {"sequential", "three-phase", "unordered", "reduce-then-scan", "single-pass"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  }
}

// The parameter grids of the SYCL paper's figures.
TEST(DispatchTable, IntSumHoldsTheGridsOfThePaper) {
  for (const bool on_device : compiled_sides()) {
    std::set<std::string> tunings;
    for (const table_row& row : omprim::table()) {
      if (row.on_device == on_device && row.type == element::int32 && row.op == operation::sum) {
        tunings.insert(std::string(row.strategy) + " " + to_string(row.tuning));
      }
    }
    for (int group = 16; group <= 1024; group *= 2) {
      const std::string size = std::to_string(group);
      EXPECT_EQ(tunings.count("local-atomic " + size + "x1x1"), 1u) << size;
      for (const int lanes : {1, 2, 4, 8, 16}) {
        EXPECT_EQ(tunings.count("local-atomic-vector " + size + "x" + std::to_string(lanes) + "x1"),
                  1u)
            << size << " lanes " << lanes;
      }
      for (const int items : {1, 2, 4, 8, 16, 32}) {
        EXPECT_EQ(tunings.count("local-atomic-workload " + size + "x1x" + std::to_string(items)),
                  1u)
            << size << " items " << items;
      }
    }
  }
}

}  // namespace
