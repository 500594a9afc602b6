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

/// What `omprim verify` has found so far.
namespace omprim::command {

class verdict {
 public:
  verdict(const std::vector<execution>& backends, std::size_t steps);

  /// Shows what is being verified, and counts it.
  void step(const std::string& what) { bar_.step(what); }
  /// `row` is going to be checked on every backend that runs it.
  void count_row(const table_row& row);
  /// One check on backend b; `problem` is empty if it passed.
  void count_check(std::size_t b, bool passed);
  /// One line for each row and backend, with the first thing that went wrong.
  void report(std::size_t b, const table_row& row, const std::string& problem);

  /// Prints the counts; the exit status.
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

/// Calls `check`, whose answer is empty or what is wrong, and turns an error of the library into
/// such an answer; a failure of the device itself, after which nothing runs there, is thrown.
[[nodiscard]] std::string problem_of(const std::function<std::string()>& check);

/// The checks of rows that write arrays; verify.cpp has those of rows that reduce.
class trial_verifier {
 public:
  trial_verifier(std::vector<table_row> rows, const std::vector<execution>& backends,
                 std::uint32_t seed);
  [[nodiscard]] std::size_t steps() const;
  void run(verdict& result) const;

 private:
  std::vector<table_row> rows_;
  const std::vector<execution>& backends_;
  std::uint32_t seed_;
};

}  // namespace omprim::command
