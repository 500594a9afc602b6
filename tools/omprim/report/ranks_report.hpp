// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "measure/timing.hpp"
#include "report/table.hpp"

/// Prints the measurements of `omprim sweep mpi` as lines, CSV and JSON.
namespace omprim::command {

struct ranks_row {
  std::string call;
  std::uint64_t n = 0;  ///< elements of a rank
  int ranks = 0;
  int runs = 0;
  statistics wall;          ///< of one call, as the slowest rank sees it
  double more = 0;          ///< median seconds above those of a bare MPI_Allreduce
  std::uint64_t bytes = 0;  ///< that all ranks read and write
  std::string problem;      ///< empty if the result was right

  [[nodiscard]] bool ok() const { return problem.empty(); }
  [[nodiscard]] double gigabytes_per_second() const {
    return wall.median > 0 ? static_cast<double>(bytes) * 1e-9 / wall.median : 0;
  }
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

inline constexpr std::string_view ranks_csv_head =
    "call,n,ranks,runs,average_us,median_us,minimum_us,more_us,gb_s,problem";

[[nodiscard]] text_table<ranks_row> ranks_table();

}  // namespace omprim::command
