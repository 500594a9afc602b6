// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "text.hpp"

/// The findings of `omprim verify` so far.
namespace omprim::command {

class verify_report {
 public:
  verify_report(const std::vector<execution>& backends, std::size_t steps);

  /// Shows the current step, and counts it.
  void step(const std::string& what) { bar_.step(what); }
  /// Counts a row that will be checked on every backend that runs it.
  void count_row(const table_row& row);
  /// Counts one check on backend b.
  void count_check(std::size_t b, bool passed);
  /// Prints a line for a row that failed on backend b: at most one per row and backend.
  void report(std::size_t b, const table_row& row, const std::string& problem);

  /// Prints the counts and returns the exit status.
  int conclude() const;

 private:
  struct tally {
    std::uint64_t checks = 0;
    std::uint64_t failed = 0;
    std::size_t rows = 0;
  };
  const std::vector<execution>& backends_;
  std::vector<tally> tallies_;
  std::set<std::string> failed_rows_;
  progress bar_;
};

/// Calls `check`, which returns a description of an error or an empty text. An error that the
/// library throws is returned as a text, too. A failure of the device itself is thrown on, since
/// nothing runs on that device afterwards.
[[nodiscard]] std::string problem_of(const std::function<std::string()>& check);

/// Checks rows that write arrays; verify.cpp checks the others: reductions and exact sums.
class trial_verifier {
 public:
  trial_verifier(std::vector<table_row> rows, const std::vector<execution>& backends,
                 std::uint32_t seed);
  [[nodiscard]] std::size_t steps() const;
  void run(verify_report& result) const;

 private:
  std::vector<table_row> rows_;
  const std::vector<execution>& backends_;
  std::uint32_t seed_;
};

}  // namespace omprim::command
