// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "commands/command.hpp"
#include "commands/preset.hpp"
#include "commands/row_selection.hpp"
#include "inputs/trial.hpp"
#include "measure/timing.hpp"

/// The rows and inputs that a sweep measures, from the options of the command line.
namespace omprim::command {

struct sweep_plan {
  const preset& what;
  row_selection selection;
  std::vector<std::uint64_t> sizes;
  std::vector<std::uint64_t> work_group_sizes;  ///< empty: all
  std::vector<double> shares;                   ///< of a selection
  std::vector<std::uint64_t> lengths;           ///< of segments and runs; empty: by size
  std::vector<std::uint32_t> ranges;            ///< of exact sums: of the terms, in bits
  std::vector<std::uint64_t> bins;              ///< of histograms
  std::vector<input_pattern> patterns;          ///< of histograms, sorts and top_k
  measure_limits limits;
  element type;
  operation op;
  std::vector<execution> backends;
};

/// Throws usage_error if --range, --bins or --pattern is given and `subject`, an operation of
/// `work` or a sweep, does not use it.
void refuse_unused(const sweep_options& options, std::string_view subject, bool has_range,
                   algorithm work);

/// The backends of --backend; by default the fastest. Throws usage_error.
[[nodiscard]] std::vector<execution> backends_of(const sweep_options& options);

/// Throws usage_error.
[[nodiscard]] sweep_plan make_plan(const sweep_options& options);

/// The selected rows that the backend runs. Reductions and exact sums are in the reverse order of
/// omprim::strategies(), which ends with the default: a reader sees the fast ones while the others
/// still run. Throws usage_error if there are none.
[[nodiscard]] std::vector<table_row> rows_of(const sweep_plan& plan, const execution& where);

/// The inputs of n elements on one backend.
[[nodiscard]] std::vector<trial_case> inputs_of(const sweep_plan& plan, const execution& where,
                                                std::uint64_t n);

/// The first fields of the JSON of any sweep.
[[nodiscard]] nlohmann::ordered_json sweep_header(const preset& what,
                                                  const std::vector<execution>& backends,
                                                  const std::string& wait);

/// Prints the name, subject and limits of the sweep.
void announce_sweep(const preset& what, const std::string& subject, const measure_limits& limits,
                    const std::string& wait);

}  // namespace omprim::command
