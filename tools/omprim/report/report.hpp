// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <fstream>
#include <ios>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "measure/row.hpp"
#include "measure/timing.hpp"
#include "report/table.hpp"

/// Rows of a sweep, as a table on standard output, CSV and JSON.
namespace omprim::command {

/// The columns that a table of rows has.
struct sweep_layout {
  bool backend = false;
  bool size = false;        ///< the size of the input
  bool range = false;       ///< the dynamic range of the terms
  bool bins = false;        ///< numbers of bins
  bool written = false;     ///< the sizes of the written arrays
  std::size_t pattern = 0;  ///< the width of the patterns of inputs; 0: none are shown
  bool any_device = false;
  bool speedups = false;
  bool arrays = false;  ///< the operation writes arrays
  bool copies = false;  ///< rates are compared with those of a copy, not of reading
};
[[nodiscard]] text_table<sweep_row> sweep_table(const sweep_layout& layout);

/// Parts of CSV and JSON that all sweeps use.
[[nodiscard]] std::string quoted(const std::string& text);
[[nodiscard]] nlohmann::ordered_json statistics_json(const statistics& s);
extern const std::string_view sweep_csv_head;

/// A CSV file, flushed after every row.
class csv_file {
 public:
  explicit csv_file(const std::string& path, std::string_view head = sweep_csv_head);
  void add(const sweep_row& row);
  void add_line(const std::string& line);

 private:
  std::string path_;
  std::ofstream file_;
};

/// A JSON file, complete and valid after every row: a crash loses no measurement.
class json_file {
 public:
  /// Writes the fields of `header` and an empty array "rows".
  json_file(const std::string& path, const nlohmann::ordered_json& header);
  void add(const sweep_row& row);
  void add(const nlohmann::ordered_json& row);

 private:
  void close_brackets();
  std::string path_;
  std::ofstream file_;
  std::streampos end_of_rows_;
  bool first_ = true;
};

}  // namespace omprim::command
