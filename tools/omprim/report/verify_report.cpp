// SPDX-License-Identifier: BSD-3-Clause
#include "report/verify_report.hpp"

#include <fmt/format.h>

#include <omprim/error.hpp>

#include "measure/backends.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {
constexpr std::size_t failures_shown = 100;
}

verify_report::verify_report(const std::vector<execution>& backends, std::size_t steps)
    : backends_(backends), tallies_(backends.size()), bar_(steps) {}

void verify_report::count_row(const table_row& row) {
  for (std::size_t b = 0; b < backends_.size(); ++b) {
    if (runs_on(row, backends_[b])) ++tallies_[b].rows;
  }
}

void verify_report::count_check(std::size_t b, bool passed) {
  ++tallies_[b].checks;
  if (!passed) ++tallies_[b].failed;
}

void verify_report::report(std::size_t b, const table_row& row, const std::string& problem) {
  const auto name = fmt::format("{} {} {} {} {}", name_of(backends_[b]), row.strategy,
                                to_string(row.tuning), to_string(row.type), to_string(row.op));
  if (!failed_rows_.insert(name).second || failed_rows_.size() > failures_shown) return;
  bar_.clear();
  fmt::print("{}", wrapped(fmt::format("FAILED {}, {}\n", name, problem)));
  flush_output();
}

int verify_report::conclude() const {
  bar_.clear();
  if (failed_rows_.size() > failures_shown) {
    fmt::print("... and {} more rows; select by --strategy, --type and --op\n",
               failed_rows_.size() - failures_shown);
  }
  tally total;
  for (std::size_t b = 0; b < backends_.size(); ++b) {
    fmt::print("{:<10} {} checks of {} rows, {} failed\n", name_of(backends_[b]),
               tallies_[b].checks, tallies_[b].rows, tallies_[b].failed);
    total.checks += tallies_[b].checks;
    total.rows += tallies_[b].rows;
    total.failed += tallies_[b].failed;
  }
  if (!failed_rows_.empty()) fmt::print("{} rows failed\n", failed_rows_.size());
  fmt::print("{} checks of {} rows passed, {} failed\n", total.checks - total.failed, total.rows,
             total.failed);
  return total.failed == 0 ? 0 : 1;
}

std::string problem_of(const std::function<std::string()>& check) {
  try {
    return check();
  } catch (const error& e) {
    if (e.code() == status::device_failure) throw;
    return e.what();
  }
}

}  // namespace omprim::command
