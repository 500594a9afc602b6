// SPDX-License-Identifier: BSD-3-Clause
#include "support/rows.hpp"

#include <algorithm>

#include <omprim/error.hpp>

namespace omprim_test {

std::vector<omprim::table_row> rows_for(const omprim::execution& where, omprim::element type,
                                        omprim::algorithm work) {
  const bool on_device = where.where() == omprim::backend::device;
  std::vector<omprim::table_row> rows;
  for (const omprim::table_row& row : omprim::table()) {
    const bool fits = row.on_device == on_device && row.type == type;
    if (fits && omprim::algorithm_of(row.op) == work) rows.push_back(row);
  }
  return rows;
}

std::vector<omprim::table_row> rows_for(const omprim::execution& where, omprim::element type,
                                        omprim::operation op) {
  std::vector<omprim::table_row> rows = rows_for(where, type, omprim::algorithm_of(op));
  rows.erase(std::remove_if(rows.begin(), rows.end(),
                            [&](const omprim::table_row& row) { return row.op != op; }),
             rows.end());
  return rows;
}

std::string name_of(const omprim::table_row& row) {
  return std::string(row.strategy) + " " + omprim::to_string(row.tuning) + " " +
         std::string(omprim::to_string(row.type)) + " " + std::string(omprim::to_string(row.op));
}

std::size_t tile_of(const omprim::table_row& row) {
  const auto part = [](int size) { return static_cast<std::size_t>(std::max(size, 1)); };
  return part(row.tuning.work_group_size) * part(row.tuning.lanes) *
         part(row.tuning.items_per_work_item);
}

std::size_t lanes_of(const omprim::table_row& row) {
  return static_cast<std::size_t>(std::max(row.tuning.lanes, 1));
}

void row_checker::check(const omprim::table_row& row, const void* data, const void* other,
                        std::size_t n, const expectation& want, const std::string& situation,
                        match how) {
  if (hopeless()) return;
  ++runs_;
  const std::optional<std::string> failure = run(row, data, other, n, want, how);
  if (!failure) return;
  ++failures_;
  ADD_FAILURE() << name_of(row) << " on " << name_of(where_) << ", " << situation << ": "
                << *failure
                << (hopeless() ? "\n(further failures of this test are not looked for)" : "");
}

std::optional<std::string> row_checker::run(const omprim::table_row& row, const void* data,
                                            const void* other, std::size_t n,
                                            const expectation& want, match how) const {
  omprim::reduce_profile profile;
  omprim::reduce_options options;
  options.strategy = row.strategy;
  options.tuning = row.tuning;
  options.profile = &profile;
  try {
    const omprim::reduce_result got =
        omprim::reduce_any(where_, row.type, row.op, data, other, n, options);
    const testing::AssertionResult same = agrees(row.type, row.op, got, want, how);
    if (!same) return same.message();
  } catch (const omprim::error& error) {
    return "threw " + std::to_string(static_cast<int>(error.code())) + ", " + error.what();
  }
  if (profile.strategy != row.strategy || profile.tuning != row.tuning) {
    return "ran " + std::string(profile.strategy) + " " + omprim::to_string(profile.tuning) +
           " instead";
  }
  return std::nullopt;
}

}  // namespace omprim_test
