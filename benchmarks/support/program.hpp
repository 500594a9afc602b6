// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "contest.hpp"

/// What the benchmark programs have in common: their options, the Google Benchmark entries
/// and the Markdown they print.
namespace omprim_benchmark {

/// Read from the command line and taken out of it; the rest is Google Benchmark's.
struct options {
  bool table = false;     ///< --table: Markdown instead of Google Benchmark's report
  std::string filter;     ///< --filter=TEXT: only contests whose name matches (a regex)
  int rounds = 0;         ///< --rounds=N: instead of each contest's own number
  double quantile = 0.5;  ///< --quantile=Q: of the samples, as the figure reported
  std::size_t max_n = 0;  ///< --max-n=N: no contest with more elements
  std::string device;     ///< --device=N: this OpenMP device, whatever its kind
  double peak = 0;        ///< --peak=GB/s: data-sheet bandwidth of the device
  std::string command;    ///< the command line as given
};

/// program(argc, argv); an exception that leaves it is printed, and the status is 1.
[[nodiscard]] int run_main(int argc, char** argv, int (*program)(int, char**));

/// Throws std::invalid_argument for a malformed value.
[[nodiscard]] options take_options(int& argc, char** argv);

[[nodiscard]] bool selected(const options& chosen, const std::string& contest_name);

/// Runs the contests under Google Benchmark: one entry per contestant, whose manual time is
/// the median of a contest in which all of them ran interleaved.
int run_google_benchmark(int argc, char** argv, std::vector<contest> contests);

/// Runs every contest and returns the standings beside it; names each on standard error.
[[nodiscard]] std::vector<std::pair<contest, std::vector<standing>>> run_all(
    std::vector<contest> contests);

using cells = std::vector<std::string>;

/// Prints a Markdown table; the first row is its head.
void print_table(const std::vector<cells>& rows);

/// Prints the lines a result file starts with: machine, compiler, flags, date, command.
void print_heading(const std::string& title, const std::string& device, const options& chosen);

/// "-" for what was not measured.
[[nodiscard]] std::string fixed(double value, int digits);

/// Model name of this machine's processor, and how many of them are online.
[[nodiscard]] std::string processor();

}  // namespace omprim_benchmark
