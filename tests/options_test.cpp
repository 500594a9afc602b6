// SPDX-License-Identifier: BSD-3-Clause
// Options or arguments that name nothing that exists: an error with the right code, whose message
// has the request and the values that exist. Another variant never runs instead.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/reduce.hpp>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/memory.hpp"
#include "support/rows.hpp"
#include "support/types.hpp"

namespace {

using omprim::element;
using omprim::operation;
using omprim::reduce_options;
using omprim_test::expect_error;
using omprim_test::placed_array;

class Options : public omprim_test::backend_test {
 protected:
  const placed_array<int> data{where(), std::vector<int>(100, 2)};
};
OMPRIM_ON_EVERY_BACKEND(Options);

TEST_P(Options, UnknownStrategyIsRefused) {
  reduce_options options;
  options.strategy = "quantum";
  std::vector<std::string> words = {"quantum"};
  for (const omprim::strategy_info& info : omprim::strategies()) {
    if (info.work == omprim::algorithm::reduce) words.emplace_back(info.name);
  }
  expect_error(omprim::status::unknown_name, words,
               [&] { omprim::sum(where(), data.data(), 100, options); });
}

TEST_P(Options, UnknownTuningIsRefused) {
  const auto rows = omprim_test::rows_for(where(), element::int32, operation::sum);
  ASSERT_FALSE(rows.empty());
  reduce_options options;
  options.strategy = "single-pass";
  options.tuning = {7, 3, 5};
  std::string existing;
  for (const auto& row : rows) {
    if (existing.empty() && row.strategy == options.strategy) existing = to_string(row.tuning);
  }
  expect_error(omprim::status::unknown_variant, {"single-pass", "7x3x5", existing},
               [&] { omprim::sum(where(), data.data(), 100, options); });
}

TEST_P(Options, TuningWithoutStrategyMustExistToo) {
  reduce_options options;
  options.tuning = {7, 3, 5};
  expect_error(omprim::status::unknown_variant, {"7x3x5"},
               [&] { omprim::sum(where(), data.data(), 100, options); });
}

TEST_P(Options, ErrorsAreRaisedForEmptyInputToo) {
  reduce_options options;
  options.strategy = "quantum";
  expect_error(omprim::status::unknown_name, {"quantum"},
               [&] { omprim::sum(where(), data.data(), 0, options); });
}

TEST_P(Options, PairOutsideTheClosedSetIsRefused) {
  for (const element type : omprim_test::every_element()) {
    for (const operation op : omprim_test::every_reduction()) {
      if (omprim_test::is_compiled_pair(type, op)) continue;
      for (const std::size_t n : {std::size_t{0}, std::size_t{10}}) {
        expect_error(omprim::status::unknown_variant,
                     {std::string(to_string(type)), std::string(to_string(op))},
                     [&] { omprim::reduce_any(where(), type, op, data.data(), data.data(), n); });
      }
    }
  }
}

TEST_P(Options, NumbersThatAreNoTypeOrOperationAreRefused) {
  reduce_options options;
  for (const char* strategy : {"", "single-pass"}) {
    options.strategy = strategy;
    for (const int number : {-1, omprim_test::operations, 99, 1 << 30}) {
      const std::vector<std::string> words = {std::to_string(number)};
      expect_error(omprim::status::unknown_name, words, [&] {
        omprim::reduce_any(where(), static_cast<element>(number), operation::sum, data.data(),
                           nullptr, 10, options);
      });
      expect_error(omprim::status::unknown_name, words, [&] {
        omprim::reduce_any(where(), element::int32, static_cast<operation>(number), data.data(),
                           nullptr, 10, options);
      });
    }
  }
}

TEST_P(Options, StrategyAloneTakesACompiledTuning) {
  for (const omprim::strategy_info& info : omprim::strategies()) {
    omprim::reduce_profile profile;
    reduce_options options;
    options.strategy = info.name;
    options.profile = &profile;
    bool compiled = false;
    for (const auto& row : omprim_test::rows_for(where(), element::int32, operation::sum)) {
      compiled = compiled || row.strategy == info.name;
    }
    if (!compiled) continue;
    SCOPED_TRACE(info.name);
    EXPECT_EQ(omprim::sum(where(), data.data(), 100, options), 200);
    EXPECT_EQ(profile.strategy, info.name);
  }
}

TEST_P(Options, PartOfATuningRestrictsTheChoice) {
  for (const auto& row : omprim_test::rows_for(where(), element::int32, operation::sum)) {
    if (row.tuning.work_group_size == 0) continue;
    omprim::reduce_profile profile;
    reduce_options options;
    options.strategy = row.strategy;
    options.tuning.work_group_size = row.tuning.work_group_size;
    options.profile = &profile;
    ASSERT_EQ(omprim::sum(where(), data.data(), 100, options), 200);
    EXPECT_EQ(profile.strategy, row.strategy);
    EXPECT_EQ(profile.tuning.work_group_size, row.tuning.work_group_size);
  }
}

TEST_P(Options, NullPointerWithElementsIsRefused) {
  const int* nothing = nullptr;
  expect_error(omprim::status::invalid_argument, {"null"},
               [&] { omprim::sum(where(), nothing, 1); });
  expect_error(omprim::status::invalid_argument, {"null"},
               [&] { omprim::argmin(where(), nothing, 1000000); });
}

TEST_P(Options, NullSecondOperandOfDotIsRefused) {
  const placed_array<float> values(where(), std::vector<float>(10, 1.0F));
  const float* nothing = nullptr;
  expect_error(omprim::status::invalid_argument, {"null"},
               [&] { omprim::dot(where(), values.data(), nothing, 10); });
  expect_error(omprim::status::invalid_argument, {"null"},
               [&] { omprim::dot(where(), nothing, values.data(), 10); });
  EXPECT_EQ(omprim::dot(where(), nothing, nothing, 0), 0.0F);
}

TEST_P(Options, ProfileCountsWork) {
  const placed_array<int> values(where(), std::vector<int>(100000, 1));
  for (const auto& row : omprim_test::rows_for(where(), element::int32, operation::sum)) {
    omprim::reduce_profile profile;
    reduce_options options;
    options.strategy = row.strategy;
    options.tuning = row.tuning;
    options.profile = &profile;
    ASSERT_EQ(omprim::sum(where(), values.data(), 100000, options), 100000);
    if (row.strategy == "sequential") continue;  // launches nothing
    EXPECT_GE(profile.launches, 1u) << omprim_test::name_of(row);
    if (row.strategy == "reducer") continue;  // the framework has no work-groups to count
    EXPECT_GE(profile.work_groups, profile.launches) << omprim_test::name_of(row);
    EXPECT_GE(profile.work_items, profile.work_groups) << omprim_test::name_of(row);
    if (row.strategy == "atomic-per-item") {
      EXPECT_GE(profile.global_atomics, 100000u) << omprim_test::name_of(row);
    }
  }
}

}  // namespace
