// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include <omprim/any.hpp>
#include <omprim/choice.hpp>
#include <omprim/reduce.hpp>

#include "support/memory.hpp"
#include "support/rows.hpp"

/// The rows that the library chooses, and lines of tuning files that choose others.
namespace omprim_test {

/// The profile of a reduction of n elements.
inline omprim::reduce_profile profile_of(const omprim::execution& where, omprim::element type,
                                         omprim::operation op, std::size_t n) {
  const memory data(where, (n + 1) * omprim::size_of(type));
  omprim::reduce_profile profile;
  omprim::reduce_options options;
  options.profile = &profile;
  omprim::reduce_any(where, type, op, data.data(), data.data(), n, options);
  return profile;
}

/// A line of a tuning file: this row up to this size.
inline std::string rule_line(const std::string& target, const omprim::table_row& row,
                             const std::string& up_to) {
  return target + " " + std::string(to_string(row.type)) + " " + std::string(to_string(row.op)) +
         " " + up_to + " " + std::string(row.strategy) + " " + to_string(row.tuning) + "\n";
}

/// Expects that the library chooses this row at n.
inline void expect_choice(const omprim::execution& where, const omprim::table_row& row,
                          std::size_t n) {
  const omprim::tuning_rule rule = omprim::chosen(where, row.type, row.op, n);
  EXPECT_EQ(rule.strategy, row.strategy) << "n " << n;
  EXPECT_EQ(rule.tuning, row.tuning) << "n " << n << ": " << to_string(rule.tuning);
}

/// A compiled row of (type, op) that the library does not choose by itself at n.
inline omprim::table_row unexpected_row(const omprim::execution& where, omprim::element type,
                                        omprim::operation op, std::size_t n) {
  const omprim::tuning_rule rule = omprim::chosen(where, type, op, n);
  for (const omprim::table_row& row : rows_for(where, type, op)) {
    if (row.strategy != rule.strategy || row.tuning != rule.tuning) return row;
  }
  ADD_FAILURE() << "only one row is compiled";
  return {};
}

}  // namespace omprim_test
