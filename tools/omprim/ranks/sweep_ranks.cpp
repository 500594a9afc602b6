// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/parse.hpp"
#include "commands/preset.hpp"
#include "commands/row_selection.hpp"
#include "commands/sweep_plan.hpp"
#include "measure/backends.hpp"
#include "measure/timing.hpp"
#include "ranks/calls.hpp"
#include "ranks/world.hpp"
#include "report/ranks_report.hpp"
#include "report/report.hpp"
#include "text.hpp"

/// The sweep `mpi`: calls of omprim::mpi beside bare calls of MPI.
namespace omprim::command {
namespace {

struct ranks_plan {
  const preset& what;
  std::vector<execution> backends;  ///< the ranks take them in turn
  std::vector<std::uint64_t> sizes;
  measure_limits limits;
};

ranks_plan make_ranks_plan(const sweep_options& options) {
  const preset& what = find_preset(options.preset);
  refuse_unused(options, "sweep mpi", false, what.work);
  return {what,
          backends_of(options),
          options.n.empty() ? std::vector<std::uint64_t>{0, what.n} : parse_counts(options.n),
          {options.repeat > 0 ? options.repeat : what.repeat, options.warmup, options.max_seconds}};
}

/// Measures on all ranks; rank 0 prints and writes.
class ranks_sweeper {
 public:
  ranks_sweeper(const world& all, const ranks_plan& plan, const sweep_options& options,
                const std::string& wait)
      : all_(all), plan_(plan) {
    if (!all.is_first()) return;
    auto header = sweep_header(plan.what, plan.backends, wait);
    header["ranks"] = all.size();
    csv_ = std::make_unique<csv_file>(options.csv, ranks_csv_head);
    json_ = std::make_unique<json_file>(options.json, header);
  }

  int run() {
    const auto place = static_cast<std::size_t>(all_.rank()) % plan_.backends.size();
    const execution where = plan_.backends[place];
    for (const std::uint64_t n : plan_.sizes) run_size(where, n);
    if (all_.is_first()) {
      fmt::print("\n{} rows, every result verified, {} failed\n", rows_, failed_);
    }
    return failed_ == 0 ? 0 : 1;
  }

 private:
  void run_size(const execution& where, std::uint64_t n) {
    std::unique_ptr<rank_input> input;
    std::string problem;
    try {
      input = std::make_unique<rank_input>(all_, where, n);
    } catch (const error& e) {
      problem = e.what();
    }
    problem = all_.first_message(problem);
    if (!problem.empty()) throw error(status::out_of_memory, problem);
    input->add_up();
    if (all_.is_first()) {
      fmt::print("\n{} doubles a rank\n", grouped(n));
      table_.head();
    }
    double bare = -1;
    for (const rank_call& call : calls_on(*input)) {
      ranks_row row = measured(call);
      if (bare < 0) bare = row.wall.median;
      row.n = n;
      row.ranks = all_.size();
      row.more = row.wall.median - bare;
      add(row);
    }
  }

  ranks_row measured(const rank_call& call) {
    ranks_row row;
    row.call = call.name;
    row.bytes = call.bytes * static_cast<std::uint64_t>(all_.size());
    std::string problem;
    try {
      const double first = sample(call, 1);
      const int calls = first < 1e-4 ? calls_of_a_short_sample : 1;
      for (int i = 1; i < plan_.limits.warmup; ++i) (void)sample(call, calls);
      std::vector<double> seconds;
      double spent = 0;
      while (static_cast<int>(seconds.size()) < plan_.limits.repeat &&
             (seconds.empty() || spent < plan_.limits.max_seconds)) {
        seconds.push_back(sample(call, calls));
        spent += seconds.back() * calls;
      }
      row.runs = static_cast<int>(seconds.size());
      row.wall = summarize(seconds);
      if (!call.is_right()) problem = "a wrong result";
    } catch (const error& e) {
      problem = e.what();
    }
    row.problem = all_.first_message(problem);
    return row;
  }

  /// The seconds of one call, as the slowest rank sees it.
  [[nodiscard]] double sample(const rank_call& call, int calls) const {
    using clock = std::chrono::steady_clock;
    all_.meet();
    const auto begin = clock::now();
    for (int i = 0; i < calls; ++i) call.run();
    const std::chrono::duration<double> passed = clock::now() - begin;
    return all_.greatest(passed.count()) / calls;
  }

  void add(const ranks_row& row) {
    ++rows_;
    if (!row.ok()) ++failed_;
    if (!all_.is_first()) return;
    csv_->add_line(row.csv());
    json_->add(row.json());
    table_.print(row, row.problem);
  }

  static constexpr int calls_of_a_short_sample = 50;

  const world& all_;
  const ranks_plan& plan_;
  text_table<ranks_row> table_ = ranks_table();
  std::unique_ptr<csv_file> csv_;  ///< of rank 0
  std::unique_ptr<json_file> json_;
  std::size_t rows_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace

int sweep_ranks(const sweep_options& options) {
  const bool in_force = apply_wait_policy(options.wait);
  const ranks_plan plan = make_ranks_plan(options);
  const auto wait = describe_wait_policy(options.wait, in_force, plan.backends);
  const world all;
  if (all.is_first()) {
    announce_sweep(plan.what, fmt::format("{} ranks, the slowest of which counts", all.size()),
                   plan.limits, wait);
  }
  return ranks_sweeper(all, plan, options, wait).run();
}

}  // namespace omprim::command
