// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "contest.hpp"

/// Shared by the benchmark programs: their options, the Google Benchmark entries and the Markdown
/// that they print.
namespace omprim_benchmark {

/// Options that are taken out of the command line; the rest is Google Benchmark's.
struct options {
  bool table = false;     ///< --table: Markdown instead of Google Benchmark's report
  std::string filter;     ///< --filter=TEXT: only contests whose name matches (a regex)
  int rounds = 0;         ///< --rounds=N: instead of each contest's own number
  double quantile = 0.5;  ///< --quantile=Q: the quantile of the samples that is reported
  std::size_t max_n = 0;  ///< --max-n=N: no contest with more elements
  std::string device;     ///< --device=N: this OpenMP device, whatever its kind
  double peak = 0;        ///< --peak=GB/s: data-sheet bandwidth of the device
  std::string command;    ///< the command line as given
};

/// Calls program(argc, argv). Prints an exception that leaves it; the status is then 1.
[[nodiscard]] int run_main(int argc, char** argv, const std::function<int(int, char**)>& program);

/// Throws std::invalid_argument for a malformed value.
[[nodiscard]] options take_options(int& argc, char** argv);

[[nodiscard]] bool selected(const options& chosen, const std::string& contest_name);

/// The longest array of a program whose arrays have up to n elements: n, or --max-n if that is
/// less.
[[nodiscard]] std::size_t longest_array(const options& chosen, std::size_t n);

/// The contest with the chosen quantile and, if it is given, the chosen number of rounds.
[[nodiscard]] contest with_options(contest c, const options& chosen);

/// Runs the contests under Google Benchmark. There is one entry per contestant; its manual time is
/// the median of a contest in which all contestants ran interleaved.
int run_google_benchmark(int argc, char** argv, std::vector<contest> contests);

/// Contests, each with its standings.
using contest_results = std::vector<std::pair<contest, std::vector<standing>>>;

/// Runs every contest. Prints each name on standard error.
[[nodiscard]] contest_results run_all(std::vector<contest> contests);

using cells = std::vector<std::string>;

/// Prints a Markdown table; the first row is its head.
void print_table(const std::vector<cells>& rows);

/// Prints the first lines of a result file: machine, compiler, flags, date, command.
void print_heading(const std::string& title, const std::string& device, const options& chosen);
/// The same for this processor, and a line on the table: its units, and what was checked.
void print_host_heading(const std::string& title, const options& chosen, const std::string& units,
                        const std::string& checked);

/// Prints a Markdown table of speeds on a processor, in `unit` elements per second: the backends of
/// omprim, the best peer, and their ratios.
void print_speeds(const contest_results& all, double unit = 1e9);

/// Prints a Markdown table of speeds on a device beside CUB's, in 10^9 `elements` ("keys") per
/// second.
void print_beside_cub(const contest_results& all, const std::string& elements);

/// The number at the end of the contest's name: "scan/n:1024".
[[nodiscard]] double elements_of(const contest& c);

/// The number as text; "-" for not_measured.
[[nodiscard]] std::string fixed(double value, int digits);
[[nodiscard]] std::string milliseconds(double seconds);
/// `unit` elements per second; "-" if there is no such contestant.
[[nodiscard]] std::string speed(double elements, const standing* s, double unit = 1e9);
/// The wall time of a peer in that of ours; "-" if one of them is missing.
[[nodiscard]] std::string ratio(const standing* peer, const standing* ours);

}  // namespace omprim_benchmark
