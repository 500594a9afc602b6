// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <fstream>
#include <ios>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

#include "measure/timing.hpp"

/// Rows of a sweep, as a table on standard output, CSV and JSON.
namespace omprim::command {

struct sweep_row {
  std::string backend;  ///< "device:0"
  std::string strategy;
  omprim::tuning tuning;
  element type = element::int32;
  operation op = operation::sum;
  std::uint64_t n = 0;
  std::uint64_t bytes = 0;
  int runs = 0;
  statistics wall;
  statistics kernel;              ///< wall less an empty launch; on the host the same as wall
  double read_bandwidth = 0;      ///< GB/s for comparison. Reductions: read by the default strategy
                                  ///< on this backend at this n. Others: copied on this backend.
  std::uint64_t kept = 0;         ///< elements kept by a selection
  double sequential_seconds = 0;  ///< 0 unless the sweep compares with it
  reduce_profile profile;
  std::string problem;  ///< empty if all results were right

  [[nodiscard]] bool ok() const { return problem.empty(); }
  [[nodiscard]] bool timed() const { return runs > 0; }
  /// From the median kernel time.
  [[nodiscard]] double gigabytes_per_second() const;
  [[nodiscard]] double share() const;
  /// Relative to the sequential strategy, from the median wall time.
  [[nodiscard]] double speedup() const;
  /// In billions, from the mean kernel time, as in the paper on selection.
  [[nodiscard]] double elements_per_second() const;
  /// Kernel times are wall times less that of an empty launch.
  void put_times(const measurement& m, double empty_seconds);
};

/// The lines of a sweep of selections or scans.
void print_trial_head();
void print_trial(const sweep_row& row);

/// Prints the lines of the table. Leaves out columns without information.
class table_printer {
 public:
  table_printer(bool with_backend, bool with_wall, bool with_speedup)
      : with_backend_(with_backend), with_wall_(with_wall), with_speedup_(with_speedup) {}
  void head() const;
  void print(const sweep_row& row) const;

 private:
  bool with_backend_;
  bool with_wall_;
  bool with_speedup_;
};

/// Parts of CSV and JSON that sweeps share.
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
