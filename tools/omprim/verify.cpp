// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <omprim/error.hpp>

#include "command.hpp"
#include "content.hpp"
#include "outcome.hpp"
#include "selection.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

constexpr std::uint64_t greatest_size = std::uint64_t{1} << 21;
constexpr std::uint64_t least_size = 300100;
constexpr std::size_t failures_shown = 100;

struct tally {
  std::uint64_t checks = 0;
  std::uint64_t failed = 0;
  std::size_t rows = 0;
};

// The rows of one type and operation share their inputs.
struct row_group {
  element type;
  operation op;
  std::vector<table_row> rows;
};

std::vector<row_group> group_rows(const row_selection& selection,
                                  const std::vector<execution>& backends) {
  std::vector<row_group> groups;
  for (const auto& row : table()) {
    const bool wanted =
        selection.contains(row) && std::any_of(backends.begin(), backends.end(),
                                               [&](const execution& e) { return runs_on(row, e); });
    if (!wanted) continue;
    const auto same_pair = [&](const row_group& g) { return g.type == row.type && g.op == row.op; };
    auto group = std::find_if(groups.begin(), groups.end(), same_pair);
    if (group == groups.end()) group = groups.insert(groups.end(), {row.type, row.op, {}});
    group->rows.push_back(row);
  }
  return groups;
}

class verifier {
 public:
  verifier(std::vector<row_group> groups, std::vector<execution> backends, std::uint32_t seed)
      : groups_(std::move(groups)),
        backends_(std::move(backends)),
        seed_(seed),
        tallies_(backends_.size()),
        bar_(count_steps()) {}

  int run() {
    try {
      for (const auto& group : groups_) verify_group(group);
    } catch (const error&) {
      bar_.clear();
      conclude();  // what was checked before the device failed
      throw;
    }
    bar_.clear();
    return conclude();
  }

 private:
  [[nodiscard]] std::size_t count_steps() const {
    std::size_t steps = 0;
    for (const auto& group : groups_) steps += contents_of(group.type, group.op).size();
    return steps;
  }

  void verify_group(const row_group& group) {
    for (const auto& row : group.rows) {
      for (std::size_t b = 0; b < backends_.size(); ++b) {
        if (runs_on(row, backends_[b])) ++tallies_[b].rows;
      }
    }
    long tile = 1;
    for (const auto& row : group.rows) tile = std::max(tile, row.shape.tile());
    const auto size =
        std::clamp(4 * static_cast<std::uint64_t>(tile) + 100, least_size, greatest_size);
    for (const auto kind : contents_of(group.type, group.op)) {
      bar_.step(
          fmt::format("{} {} {}", to_string(group.type), to_string(group.op), to_string(kind)));
      content input(group.type, group.op, kind, size, seed_, backends_);
      for (const auto& row : group.rows) verify_row(row, input);
    }
  }

  void verify_row(const table_row& row, content& input) {
    for (std::size_t b = 0; b < backends_.size(); ++b) {
      if (!runs_on(row, backends_[b])) continue;
      std::string first_problem;
      for (const auto& part : input.windows_for(row)) {
        auto problem = check(row, input, b, part);
        ++tallies_[b].checks;
        if (problem.empty()) continue;
        ++tallies_[b].failed;
        if (first_problem.empty()) first_problem = std::move(problem);
      }
      if (!first_problem.empty()) report(row, input, b, first_problem);
    }
  }

  // Empty if the row gives what the oracle gives.
  std::string check(const table_row& row, content& input, std::size_t b, const window& part) {
    try {
      const auto& wanted = input.expected(part);
      const auto got = input.reduce(b, backends_[b], part, {row.strategy, row.shape, nullptr});
      if (same(row.type, row.op, got, wanted.result, wanted.slack)) return {};
      return fmt::format("n = {}, offset {}: got {}, expected {}", part.n, part.start,
                         to_text(row.type, row.op, got), to_text(row.type, row.op, wanted.result));
    } catch (const error& e) {
      // Nothing runs on a device whose kernel has failed.
      if (e.code() == status::device_failure) throw;
      return fmt::format("n = {}, offset {}: {}", part.n, part.start, e.what());
    }
  }

  // One line for each row and backend, with the first thing that went wrong.
  void report(const table_row& row, const content& input, std::size_t b,
              const std::string& problem) {
    const auto name = fmt::format("{} {} {} {} {}", name_of(backends_[b]), row.strategy,
                                  to_string(row.shape), to_string(row.type), to_string(row.op));
    if (!failed_rows_.insert(name).second || failed_rows_.size() > failures_shown) return;
    bar_.clear();
    fmt::print("FAILED {}, {} data, {}\n", name, to_string(input.kind()), problem);
    std::fflush(stdout);
  }

  int conclude() const {
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

  std::vector<row_group> groups_;
  std::vector<execution> backends_;
  std::uint32_t seed_;
  std::vector<tally> tallies_;
  std::set<std::string> failed_rows_;
  progress bar_;
};

}  // namespace

int verify(const verify_options& options) {
  const row_selection selection(options.filter);
  apply_wait_policy(options.wait);
  auto backends = options.backend.empty() ? available_backends() : parse_backends(options.backend);
  auto groups = group_rows(selection, backends);
  if (groups.empty()) throw usage_error("no compiled row fits; `omprim list` shows them all");
  return verifier(std::move(groups), std::move(backends), options.seed).run();
}

}  // namespace omprim::command
