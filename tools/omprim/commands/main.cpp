// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/preset.hpp"
#include "inputs/input_pattern.hpp"
#include "inputs/memory.hpp"
#include "measure/machine.hpp"
#include "text.hpp"

/// The command `omprim`: reads the command line and calls one subcommand.
namespace {

using namespace omprim::command;
using omprim::algorithm;

constexpr int failure_status = 1;
constexpr int usage_status = 2;

struct all_options {
  doctor_options doctor;
  list_options list;
  verify_options verify;
  sweep_options sweep;
  tune_options tune;
};

CLI::Validator above_zero() {
  const auto check = [](const std::string& text) {
    double value = 0;
    const bool fine = CLI::detail::lexical_cast(text, value) && value > 0;
    return fine ? std::string() : fmt::format("{} is not a number above 0", text);
  };
  return {check, "above 0"};
}

// `takes_lists`: the command takes several types and operations.
void add_filter(CLI::App& app, row_filter& filter, bool takes_lists) {
  app.add_option("--strategy", filter.strategy, "Only this strategy");
  app.add_option("--tuning", filter.tuning,
                 "Only this tuning, like 256x4x8: work-group size, lanes, items per work-item");
  app.add_option("--type", filter.type,
                 fmt::format("Only {}: int32, uint32, int64, ...",
                             takes_lists ? "these types, a comma list" : "this type"));
  app.add_option("--op", filter.op,
                 fmt::format("Only {}: sum, exact_sum, histogram_even, sort, ...",
                             takes_lists ? "these operations, a comma list" : "this operation"));
}

void add_wait(CLI::App& app, std::string& wait) {
  app.add_option("--wait", wait, "How the host waits for a device")
      ->capture_default_str()
      ->check(CLI::IsMember({"spin", "block", "default"}));
}

void add_doctor(CLI::App& app, doctor_options& options) {
  app.add_flag("--speed", options.speed,
               "Measure for some seconds whether the library chooses the fastest rows");
}

void add_list(CLI::App& app, list_options& options) {
  add_filter(app, options.filter, true);
  app.add_option("--backend", options.backend, "Only rows for serial, host, tbb or device");
  app.add_flag("--json", options.json, "Write JSON");
}

void add_verify(CLI::App& app, verify_options& options) {
  add_filter(app, options.filter, true);
  app.add_option("--backend", options.backend,
                 "Comma list such as serial,host:4,tbb,device:0 (default: all there are)");
  app.add_option("--seed", options.seed, "Seed of the random data and sizes")
      ->capture_default_str();
  add_wait(app, options.wait);
}

std::string sweep_footer() {
  std::string text = "Sweeps:\n";
  for (const auto& p : presets()) {
    text += fmt::format("  {:<13} {}\n{:16}n = {}, {} repetitions\n", p.name, p.summary, "", p.n,
                        p.repeat);
  }
  return text;
}

std::string pattern_help() {
  const auto of_sweep = [](algorithm work, const char* name, const char* what) {
    return fmt::format("Of sweep {}: comma list of how {}: {} (default: {})", name, what,
                       pattern_names(work), to_string(default_pattern(work)));
  };
  return of_sweep(algorithm::histogram, "histogram", "elements lie in the bins") + ". " +
         of_sweep(algorithm::sort, "sort and top-k", "keys lie in the array") + ". " +
         of_sweep(algorithm::search, "search", "values lie in their array") + ". " +
         of_sweep(algorithm::gather, "gather", "positions lie in their array") + ". " +
         of_sweep(algorithm::merge, "merge", "keys differ");
}

void add_sweep(CLI::App& app, sweep_options& options) {
  app.add_option("preset", options.preset, "Which sweep; see below")->capture_default_str();
  add_filter(app, options.filter, false);
  app.add_option("--backend", options.backend,
                 "Comma list such as host:4,device:0 (default: the first GPU, else host)");
  app.add_option("--n", options.n,
                 "Elements: 1048576000, 1M, 512Mi, 2^28; lists and doublings such as "
                 "2^20..2^29, but of sweep sizes (default: see below)");
  app.add_option("--work-group-size", options.work_group_size,
                 "Only these: a comma list or a range of doublings such as 64..1024");
  app.add_option(
      "--length", options.length,
      "Of sweeps segments and runs: comma list of lengths, 0 for all lengths in one call "
      "(default: 0,1,10,... up to n)");
  app.add_option("--selectivity", options.selectivity,
                 "Of sweep select: comma list of the shares that are kept")
      ->capture_default_str();
  app.add_option("--range", options.range,
                 "Of exact sums: comma list of the dynamic ranges of the terms in bits, up to 250 "
                 "for float and 2000 for double; 0 for terms of one magnitude (default: 40)");
  app.add_option("--bins", options.bins,
                 "Of sweep histogram: comma list of the numbers of bins (default: 256)");
  app.add_option("--pattern", options.pattern, pattern_help());
  app.add_option("--order", options.order,
                 "Of sweep hierarchy: orders of the matrices, as a list or doublings such as "
                 "256..4096");
  app.add_option("--bodies", options.bodies, "Of sweep hierarchy: bodies of nbody");
  app.add_option("--peak", options.peak,
                 "Of sweep hierarchy: GFLOP/s that shares are taken of (default: measured)")
      ->check(above_zero());
  app.add_option("--repeat", options.repeat, "Repetitions of each row (default: see below)")
      ->check(above_zero());
  app.add_option("--warmup", options.warmup, "Runs before the measured ones")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000000));
  app.add_option("--max-seconds", options.max_seconds,
                 "Fewer repetitions where they would take longer than this for one row")
      ->capture_default_str()
      ->check(above_zero());
  app.add_option("--csv", options.csv, "Write the rows as CSV, each as soon as it is measured");
  app.add_option("--json", options.json, "Write the rows as JSON; the file is whole at any time");
  add_wait(app, options.wait);
  app.footer(sweep_footer());
}

void add_tune(CLI::App& app, tune_options& options) {
  app.add_option("--backend", options.backend, "host or device:0 (default: first GPU, else host)");
  app.add_option("--out", options.out, "The tuning file to write")->capture_default_str();
  app.add_option(
      "--strategy", options.strategies,
      fmt::format("Comma list of the strategies to try (default: {})", options.strategies));
  app.add_option("--type,--types", options.types, "Comma list of types (default: all)");
  app.add_option("--op,--ops", options.ops, "Comma list of operations (default: all)");
  app.add_option("--sizes", options.sizes,
                 "Comma list of element counts (default: 2^10,2^12,...,2^26, for sorts "
                 "2^4,2^6,...,2^22), for segmented reductions of segment counts "
                 "(2^2,2^4,...,2^20)");
  app.add_option("--noise", options.noise, "Least gain that is worth a rule, as a fraction")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--max-seconds", options.max_seconds, "Time for one candidate at one size")
      ->capture_default_str()
      ->check(above_zero());
  add_wait(app, options.wait);
}

void require_known_subcommand(const CLI::App& app, const std::string& first) {
  if (!first.empty() && first.front() == '-') return;
  std::string known;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (sub->get_name() == first) return;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", sub->get_name());
  }
  throw usage_error(first.empty()
                        ? fmt::format("say what to do: {} (see omprim --help)", known)
                        : fmt::format("there is no command '{}'; there are {}", first, known));
}

// Refuses empty arguments: an unset variable of a shell script must not select the default.
void require_no_empty_argument(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].empty()) continue;
    throw usage_error(i == 0 ? "the command is an empty text"
                             : fmt::format("the text after '{}' is empty", words[i - 1]));
  }
}

// `help sweep` is `sweep --help`.
void replace_help(std::vector<std::string>& words) {
  if (words.empty() || words.front() != "help") return;
  if (words.size() > 2) throw usage_error("help takes one command");
  words.erase(words.begin());
  words.emplace_back("--help");
}

using action = std::function<int()>;

void add_subcommands(CLI::App& app, all_options& options, action& chosen) {
  const auto subcommand = [&](const char* name, const char* summary, action run) -> CLI::App& {
    CLI::App* sub = app.add_subcommand(name, summary);
    sub->callback([&chosen, run = std::move(run)] { chosen = run; });
    return *sub;
  };
  add_doctor(subcommand("doctor", "Say what this build and machine can do, and what is broken",
                        [&] { return doctor(options.doctor); }),
             options.doctor);
  add_list(subcommand("list", "List the compiled rows of the dispatch table",
                      [&] { return list(options.list); }),
           options.list);
  add_verify(subcommand("verify", "Check every row against the sequential oracle",
                        [&] { return verify(options.verify); }),
             options.verify);
  add_sweep(subcommand("sweep", "Measure rows and print the table to pick from",
                       [&] { return sweep(options.sweep); }),
            options.sweep);
  add_tune(subcommand("tune", "Measure candidates and write a tuning file",
                      [&] { return tune(options.tune); }),
           options.tune);
  subcommand("help", "Show this text, or the options of a command: omprim help sweep", nullptr);
}

int run(std::vector<std::string> words) {
  all_options options;
  action chosen;
  CLI::App app(
      "omprim: reductions, exact sums, selections, scans, histograms, sorts and order statistics "
      "on GPU, SIMD and threads, measured and verified",
      "omprim");
  app.set_version_flag("--version", fmt::format("omprim {}", version()));
  app.require_subcommand(1);
  add_subcommands(app, options, chosen);
  require_no_empty_argument(words);
  replace_help(words);
  require_known_subcommand(app, words.empty() ? "" : words.front());
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app.parse(words);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() != 0) throw usage_error(fmt::format("{} (see omprim --help)", e.what()));
    std::ostringstream text;
    (void)app.exit(e, text);
    fmt::print("{}", wrapped(text.str()));
    return 0;
  }
  return chosen();
}

int complain(int status, const char* text) {
  std::fflush(stdout);
  fmt::print(stderr, "omprim: {}\n", text);
  return status;
}

int run_and_explain(const std::vector<std::string>& words) {
  try {
    return run(words);
  } catch (const usage_error& e) {
    return complain(usage_status, e.what());
  } catch (const std::bad_alloc&) {
    const auto free = bytes_text(available_memory());
    return complain(failure_status,
                    fmt::format("there is not enough memory; {} are free", free).c_str());
  } catch (const std::exception& e) {
    if (std::ferror(stdout) != 0) return failure_status;  // main says why
    return complain(failure_status, e.what());
  }
}

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }

}  // namespace

int main(int argc, char** argv) {
  const bool has_output = is_open(STDOUT_FILENO);
  // Otherwise a file that the command opens would get the number of a closed standard error.
  while (!is_open(STDERR_FILENO) && open("/dev/null", O_RDWR) >= 0) {
  }
  if (!has_output) return complain(failure_status, "standard output is closed");
  const int status = run_and_explain({argv + 1, argv + argc});
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  fmt::print(stderr, "omprim: cannot write to standard output\n");
  return failure_status;
}
