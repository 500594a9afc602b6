// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <omprim/error.hpp>

#include "commands/command.hpp"
#include "commands/row_selection.hpp"
#include "inputs/compare_results.hpp"
#include "inputs/reduction.hpp"
#include "inputs/verify_input.hpp"
#include "report/verify_report.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

constexpr std::uint64_t greatest_size = std::uint64_t{1} << 21;
constexpr std::uint64_t least_size = 300100;

// Rows of one type and operation, which share their inputs.
struct row_group {
  element type;
  operation op;
  std::vector<table_row> rows;
};

// The selected rows that at least one backend runs, once for each type: those that write arrays, or
// those that do not.
std::vector<table_row> wanted_rows(bool writing, const row_selection& selection,
                                   const std::vector<execution>& backends) {
  std::vector<table_row> rows;
  for (const auto& row : table()) {
    const bool runs = std::any_of(backends.begin(), backends.end(),
                                  [&](const execution& e) { return runs_on(row, e); });
    const bool writes = writes_arrays(algorithm_of(row.op));
    if (!runs || writes != writing) continue;
    for (const auto& each : selection.chosen(row)) rows.push_back(each);
  }
  return rows;
}

std::vector<row_group> group_rows(const std::vector<table_row>& rows) {
  std::vector<row_group> groups;
  for (const auto& row : rows) {
    const auto same_pair = [&](const row_group& g) { return g.type == row.type && g.op == row.op; };
    auto group = std::find_if(groups.begin(), groups.end(), same_pair);
    if (group == groups.end()) group = groups.insert(groups.end(), {row.type, row.op, {}});
    group->rows.push_back(row);
  }
  return groups;
}

class reduce_verifier {
 public:
  reduce_verifier(std::vector<row_group> groups, const std::vector<execution>& backends,
                  std::uint32_t seed)
      : groups_(std::move(groups)), backends_(backends), seed_(seed) {}

  [[nodiscard]] std::size_t steps() const {
    std::size_t steps = 0;
    for (const auto& group : groups_) steps += contents_of(group.type, group.op).size();
    return steps;
  }

  void run(verify_report& result) const {
    for (const auto& group : groups_) verify_group(group, result);
  }

 private:
  void verify_group(const row_group& group, verify_report& result) const {
    for (const auto& row : group.rows) result.count_row(row);
    long tile = 1;
    for (const auto& row : group.rows) tile = std::max(tile, row.tuning.tile());
    const auto size =
        std::clamp(4 * static_cast<std::uint64_t>(tile) + 100, least_size, greatest_size);
    for (const auto kind : contents_of(group.type, group.op)) {
      result.step(
          fmt::format("{} {} {}", to_string(group.type), to_string(group.op), to_string(kind)));
      verify_input input(group.type, group.op, kind, size, seed_, backends_);
      for (const auto& row : group.rows) verify_row(row, input, result);
    }
  }

  void verify_row(const table_row& row, verify_input& input, verify_report& result) const {
    for (std::size_t b = 0; b < backends_.size(); ++b) {
      if (!runs_on(row, backends_[b])) continue;
      std::string first_problem;
      for (const auto& part : input.windows_for(row)) {
        auto problem = check(row, input, b, part);
        result.count_check(b, problem.empty());
        if (first_problem.empty()) first_problem = std::move(problem);
      }
      if (first_problem.empty()) continue;
      result.report(b, row, fmt::format("{} data, {}", to_string(input.kind()), first_problem));
    }
  }

  // Compares the row with the oracle; returns an empty text if they agree.
  std::string check(const table_row& row, verify_input& input, std::size_t b,
                    const window& part) const {
    const auto problem = problem_of([&]() -> std::string {
      const auto& wanted = input.expected(part);
      const auto got = input.reduce(b, backends_[b], part, {row.strategy, row.tuning, nullptr});
      if (same(row.type, row.op, got, wanted.result, wanted.slack)) return {};
      return fmt::format("got {}, expected {}", to_text(row.type, row.op, got),
                         to_text(row.type, row.op, wanted.result));
    });
    if (problem.empty()) return {};
    return fmt::format("n = {}, offset {}: {}", part.n, part.start, problem);
  }

  std::vector<row_group> groups_;
  const std::vector<execution>& backends_;
  std::uint32_t seed_;
};

}  // namespace

int verify(const verify_options& options) {
  const row_selection selection(options.filter);
  apply_wait_policy(options.wait);
  const auto backends =
      options.backend.empty() ? available_backends() : parse_backends(options.backend);
  const reduce_verifier reductions(group_rows(wanted_rows(false, selection, backends)), backends,
                                   options.seed);
  const trial_verifier trials(wanted_rows(true, selection, backends), backends, options.seed);
  const std::size_t steps = reductions.steps() + trials.steps();
  if (steps == 0) throw usage_error("no compiled row fits; `omprim list` shows them all");
  verify_report result(backends, steps);
  try {
    reductions.run(result);
    trials.run(result);
  } catch (const error&) {
    (void)result.conclude();  // prints the checks made before the device failed
    throw;
  }
  return result.conclude();
}

}  // namespace omprim::command
