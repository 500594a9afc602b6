// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "commands/command.hpp"
#include "measure/backends.hpp"

/// From the texts on the command line to backends and rows of the dispatch table.
namespace omprim::command {

/// A checked row_filter.
class row_selection {
 public:
  /// Throws usage_error for an unknown name.
  explicit row_selection(const row_filter& filter);

  /// The row once for each chosen type that it runs, as a row of this type; nothing if it is not
  /// chosen. A row of sorts, order statistics or selections by flags runs all types of the size of
  /// its own.
  [[nodiscard]] std::vector<table_row> chosen(const table_row& row) const;
  /// Whether any of them is chosen.
  [[nodiscard]] bool contains(const table_row& row) const { return !chosen(row).empty(); }
  [[nodiscard]] const std::string& strategy() const { return strategy_; }
  /// The chosen type or operation, or `fallback` if none is chosen. Throw usage_error if there are
  /// several.
  [[nodiscard]] element type_or(element fallback) const;
  [[nodiscard]] operation op_or(operation fallback) const;

 private:
  std::string strategy_;
  tuning tuning_;
  std::vector<element> types_;  ///< empty: all
  std::vector<operation> ops_;  ///< empty: all
};

/// Throws usage_error with the names of all strategies, unless the strategy exists.
void require_strategy(const std::string& name);

/// Read comma lists of types and operations. Throw usage_error for an unknown name.
[[nodiscard]] std::vector<element> parse_elements(const std::string& text);
[[nodiscard]] std::vector<operation> parse_operations(const std::string& text);

/// Reads a comma list of backends, such as "host:4,device:0". Throws usage_error for an unknown
/// name, and omprim::error for a backend or device that is not there.
[[nodiscard]] std::vector<execution> parse_backends(const std::string& text);

}  // namespace omprim::command
