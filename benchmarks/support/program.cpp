// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <regex>
#include <stdexcept>
#include <thread>

#include <benchmark/benchmark.h>

#include <omprim/execution.hpp>

#ifndef OMPRIM_BENCHMARK_FLAGS
#define OMPRIM_BENCHMARK_FLAGS "unknown"
#endif

namespace omprim_benchmark {

namespace {

// Takes "--name=value"; returns false for any other argument.
bool take(const std::string& argument, const std::string& name, std::string& value) {
  const std::string start = "--" + name + "=";
  if (argument.compare(0, start.size(), start) != 0) return false;
  value = argument.substr(start.size());
  if (value.empty()) throw std::invalid_argument(argument + " lacks its value");
  return true;
}

bool take_one(const std::string& argument, options& o) {
  std::string value;
  if (argument == "--table") {
    o.table = true;
  } else if (take(argument, "filter", value)) {
    o.filter = value;
  } else if (take(argument, "rounds", value)) {
    o.rounds = std::stoi(value);
  } else if (take(argument, "quantile", value)) {
    o.quantile = std::stod(value);
  } else if (take(argument, "max-n", value)) {
    o.max_n = std::stoull(value);
  } else if (take(argument, "device", value)) {
    o.device = value;
  } else if (take(argument, "peak", value)) {
    o.peak = std::stod(value);
  } else {
    return false;
  }
  return true;
}

// A contest that is measured when the first of its entries runs. It is measured again only when an
// entry runs a second time (--benchmark_repetitions).
class entry_group {
 public:
  explicit entry_group(contest c)
      : contest_(std::move(c)), reported_(contest_.contestants.size()) {}

  [[nodiscard]] const contest& what() const { return contest_; }

  void report(std::size_t contestant, benchmark::State& state) {
    if (standings_.empty() || reported_[contestant]) {
      standings_ = run(contest_);
      reported_.assign(reported_.size(), false);
    }
    reported_[contestant] = true;
    const standing& mine = standings_[contestant];
    if (mine.wrong > 0) state.SkipWithError("wrong result");
    for (auto _ : state) state.SetIterationTime(mine.wall);
    if (mine.wrong > 0) return;
    state.SetBytesProcessed(static_cast<std::int64_t>(contest_.bytes));
    if (!std::isnan(mine.kernel)) state.counters["kernel_us"] = mine.kernel * 1e6;
    state.counters["p10_us"] = mine.wall_low * 1e6;
    state.counters["p90_us"] = mine.wall_high * 1e6;
  }

 private:
  contest contest_;
  std::vector<bool> reported_;
  std::vector<standing> standings_;
};

}  // namespace

int run_main(int argc, char** argv, const std::function<int(int, char**)>& program) {
  try {
    return program(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}

options take_options(int& argc, char** argv) {
  options result;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t folder = i == 0 ? word.rfind('/') : std::string::npos;
    result.command += i == 0 ? "" : " ";
    result.command += folder == std::string::npos ? word : word.substr(folder + 1);
  }
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    if (!take_one(argv[i], result)) argv[kept++] = argv[i];
  }
  argc = kept;
  argv[argc] = nullptr;
  return result;
}

bool selected(const options& chosen, const std::string& contest_name) {
  return chosen.filter.empty() || std::regex_search(contest_name, std::regex(chosen.filter));
}

std::size_t longest_array(const options& chosen, std::size_t n) {
  return chosen.max_n > 0 ? std::min(chosen.max_n, n) : n;
}

contest with_options(contest c, const options& chosen) {
  c.figure = chosen.quantile;
  if (chosen.rounds > 0) c.rounds = chosen.rounds;
  return c;
}

int run_google_benchmark(int argc, char** argv, std::vector<contest> contests) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (contest& c : contests) {
    const auto group = std::make_shared<entry_group>(std::move(c));
    for (std::size_t i = 0; i < group->what().contestants.size(); ++i) {
      std::string name = group->what().name + "/" + group->what().contestants[i].name;
      std::replace(name.begin(), name.end(), ' ', '_');
      benchmark::RegisterBenchmark(name.c_str(),
                                   [group, i](benchmark::State& s) { group->report(i, s); })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMicrosecond);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

contest_results run_all(std::vector<contest> contests) {
  contest_results result;
  for (contest& c : contests) {
    std::fprintf(stderr, "%s\n", c.name.c_str());
    std::vector<standing> standings = run(c);
    for (const standing& s : standings) {
      if (s.wrong > 0) {
        std::fprintf(stderr, "  %s: wrong result in %d of %d rounds\n", s.name.c_str(), s.wrong,
                     c.rounds);
      }
    }
    result.emplace_back(std::move(c), std::move(standings));
  }
  return result;
}

void print_table(const std::vector<cells>& rows) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::printf("|");
    for (const std::string& cell : rows[r]) std::printf(" %s |", cell.c_str());
    std::printf("\n");
    if (r > 0) continue;
    std::printf("|");
    for (std::size_t i = 0; i < rows[r].size(); ++i) std::printf(i == 0 ? " --- |" : " ---: |");
    std::printf("\n");
  }
  std::printf("\n");
}

namespace {
/// What /proc/cpuinfo says of the first processor: "" if it has no such field.
std::string processor_field(const std::string& name) {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.compare(0, name.size(), name) != 0) continue;
    const std::size_t colon = line.find_first_not_of(" \t", name.size());
    if (colon == std::string::npos || line[colon] != ':') continue;
    return line.substr(std::min(colon + 2, line.size()));
  }
  return "";
}

/// This machine's processor, and how many of them are online. Names may hide the model.
std::string processor() {
  const std::string name = processor_field("model name");
  const std::string family = processor_field("cpu family");
  std::string text = name.empty() ? "unknown processor" : name;
  if (!family.empty()) text += " (family " + family + " model " + processor_field("model") + ")";
  return text + ", " + std::to_string(std::thread::hardware_concurrency()) + " logical cores";
}
}  // namespace

void print_heading(const std::string& title, const std::string& device, const options& chosen) {
  char date[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  std::strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &utc));
#if defined(__clang__)
  const std::string compiler = __VERSION__;
#else
  const std::string compiler = std::string("g++ ") + __VERSION__;
#endif
  std::printf("# %s\n\n", title.c_str());
  std::printf("* Device: %s\n", device.c_str());
  std::printf("* Compiler: %s\n", compiler.c_str());
  std::printf("* Flags of the peers: `%s`\n", OMPRIM_BENCHMARK_FLAGS);
  std::printf("* Date: %s\n", date);
  std::printf("* Command: `%s`\n\n", chosen.command.c_str());
}

void print_host_heading(const std::string& title, const options& chosen, const std::string& units,
                        const std::string& checked) {
  print_heading(title, processor() + "; kernels of omprim: " + std::string(omprim::active_isa()),
                chosen);
  std::printf("%s%sQuantile %s of interleaved rounds, %s.\n\n", units.c_str(),
              units.empty() ? "" : " ", fixed(chosen.quantile, 2).c_str(), checked.c_str());
}

void print_speeds(const contest_results& all, double unit) {
  std::vector<cells> rows = {{"case", "serial", "host", "tbb", "best peer", "its speed",
                              "host / peer", "best of ours / peer", "wrong"}};
  for (const auto& [c, standings] : all) {
    const double n = elements_of(c);
    const standing* const host = find_ours(standings, "host");
    const standing* const best = fastest(standings, role::ours);
    const standing* const peer = fastest(standings, role::peer);
    int wrong = 0;
    for (const standing& s : standings) wrong += s.wrong;
    rows.push_back({c.name, speed(n, find_ours(standings, "serial"), unit), speed(n, host, unit),
                    speed(n, find_ours(standings, "tbb"), unit), peer == nullptr ? "-" : peer->name,
                    speed(n, peer, unit), ratio(peer, host), ratio(peer, best),
                    std::to_string(wrong)});
  }
  print_table(rows);
}

void print_beside_cub(const contest_results& all, const std::string& elements) {
  std::vector<cells> rows = {{"case", "G " + elements + "/s", "CUB G " + elements + "/s",
                              "CUB / omprim, kernel", "wall ms", "CUB wall ms",
                              "CUB / omprim, wall", "wrong"}};
  for (const auto& [c, standings] : all) {
    const standing ours = find_or_empty(standings, "omprim");
    const standing cub = find_or_empty(standings, "CUB");
    const double n = elements_of(c) * 1e-9;
    rows.push_back({c.name, fixed(n / ours.kernel, 2), fixed(n / cub.kernel, 2),
                    fixed(cub.kernel / ours.kernel, 3), milliseconds(ours.wall),
                    milliseconds(cub.wall), fixed(cub.wall / ours.wall, 3),
                    std::to_string(ours.wrong + cub.wrong)});
  }
  print_table(rows);
}

double elements_of(const contest& c) { return std::stod(c.name.substr(c.name.rfind(':') + 1)); }

std::string milliseconds(double seconds) { return fixed(seconds * 1e3, 4); }

std::string fixed(double value, int digits) {
  if (std::isnan(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string speed(double elements, const standing* s, double unit) {
  return s == nullptr ? "-" : fixed(elements / s->wall / unit, 2);
}

std::string ratio(const standing* peer, const standing* ours) {
  return peer == nullptr || ours == nullptr ? "-" : fixed(peer->wall / ours->wall, 2);
}

}  // namespace omprim_benchmark
