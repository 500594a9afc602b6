// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "measure/timing.hpp"
#include "report/table.hpp"

/// Prints the measurements of `omprim sweep hierarchy` as lines, CSV, JSON, and the paper's tables.
namespace omprim::command {

struct hierarchy_row {
  std::string backend;
  std::string kernel;
  std::string form;
  std::string shape;    ///< the tuning of a tuned form
  std::uint64_t n = 0;  ///< bodies, values, or the order of the matrices
  int runs = 0;
  statistics wall;
  std::string unit;
  double work = 0;      ///< rate times seconds
  double peak = 0;      ///< in the unit of the rate; 0: unknown
  std::string problem;  ///< empty if the result was right

  [[nodiscard]] bool ok() const { return problem.empty(); }
  [[nodiscard]] double rate() const { return wall.median > 0 ? work / wall.median : 0; }
  [[nodiscard]] double share() const { return peak > 0 ? rate() / peak : 0; }
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

inline constexpr std::string_view hierarchy_csv_head =
    "backend,kernel,form,shape,n,runs,average_ms,median_ms,minimum_ms,rate,unit,peak,problem";

[[nodiscard]] text_table<hierarchy_row> hierarchy_table();

/// The table of one backend: milliseconds by kernel and form (tables II and III). For products,
/// only the greatest order.
void print_runtime_table(const std::vector<hierarchy_row>& rows);

/// The table of one backend: GFLOP/s and share of the peak by order and form (figures 1 and 2).
void print_dgemm_figures(const std::vector<hierarchy_row>& rows);

}  // namespace omprim::command
