// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <omprim/error.hpp>
#include <omprim/measure.hpp>

#include "commands/command.hpp"
#include "commands/preset.hpp"
#include "commands/selection.hpp"
#include "inputs/trial.hpp"
#include "measure/copy_bandwidth.hpp"
#include "measure/machine.hpp"
#include "measure/timing.hpp"
#include "report/report.hpp"
#include "text.hpp"

/// The sweeps `select`, `scan` and `segments`: throughput over problem size and work-group size,
/// for segments over their length, and for selections over selectivity (Jin and Vetter, Nonuniform
/// Reduction, figures 1 to 3 and tables II and III).
namespace omprim::command {
namespace {

/// The property in which inputs of one size differ.
struct kind {
  double share = 1;          ///< of a selection
  std::uint64_t length = 0;  ///< of segments
};

struct trial_plan {
  const preset& what;
  row_selection selection;
  std::vector<execution> backends;
  std::vector<std::uint64_t> sizes;
  std::vector<std::uint64_t> work_group_sizes;  ///< empty: all
  std::vector<double> shares;
  std::string lengths;
  measure_limits limits;
  element type;
  operation op;
};

std::vector<double> parse_shares(const std::string& text) {
  std::vector<double> shares;
  for (const auto& part : split_list(text)) {
    char* end = nullptr;
    const double share = std::strtod(part.c_str(), &end);
    const bool fine = !part.empty() && *end == '\0' && share >= 0 && share <= 1;
    if (!fine)
      throw usage_error(fmt::format("'{}' is no selectivity; write 0.5 or 0.01,0.99", part));
    shares.push_back(share);
  }
  return shares;
}

trial_plan make_plan(const sweep_options& options) {
  const preset& what = find_preset(options.preset);
  const row_selection selection(options.filter);
  const bool selects = what.work == algorithm::select;
  const auto op = selection.op_or(selects                        ? operation::select_if
                                  : what.work == algorithm::scan ? operation::scan_sum
                                                                 : operation::segmented_sum);
  if (algorithm_of(op) != what.work) {
    throw usage_error(
        fmt::format("{} is no {}; `omprim list` shows them", to_string(op), what.name));
  }
  return {what,
          selection,
          options.backend.empty() ? std::vector<execution>{fastest_backend()}
                                  : parse_backends(options.backend),
          parse_counts(options.n.empty() ? fmt::format("{}", what.n) : options.n),
          parse_counts(options.work_group_size),
          selects ? parse_shares(options.selectivity) : std::vector<double>{1},
          options.length,
          {options.repeat > 0 ? options.repeat : what.repeat, options.warmup, options.max_seconds},
          selection.type_or(element::int32),
          op};
}

std::vector<table_row> rows_of(const trial_plan& plan, const execution& where) {
  std::vector<table_row> rows;
  const auto& sizes = plan.work_group_sizes;
  for (const auto& row : table()) {
    if (!runs_on(row, where) || row.type != plan.type || row.op != plan.op) continue;
    if (!plan.selection.contains(row)) continue;
    const auto size = static_cast<std::uint64_t>(row.tuning.work_group_size);
    if (sizes.empty() || std::find(sizes.begin(), sizes.end(), size) != sizes.end()) {
      rows.push_back(row);
    }
  }
  if (rows.empty()) {
    throw usage_error(
        fmt::format("no compiled row fits on {}; `omprim list` shows them all", name_of(where)));
  }
  return rows;
}

std::vector<kind> kinds_of(const trial_plan& plan, std::uint64_t n) {
  std::vector<kind> kinds;
  if (plan.what.work != algorithm::segment) {
    for (const double share : plan.shares) kinds.push_back({share, 0});
  } else if (!plan.lengths.empty()) {
    for (const auto length : parse_counts(plan.lengths)) kinds.push_back({1, length});
  } else {
    kinds.push_back({1, 0});
    for (std::uint64_t length = 1; length <= n; length *= 10) kinds.push_back({1, length});
  }
  return kinds;
}

nlohmann::ordered_json header_of(const trial_plan& plan, const std::string& wait) {
  nlohmann::ordered_json backends = nlohmann::ordered_json::array();
  for (const auto& where : plan.backends) {
    backends.push_back({{"name", name_of(where)}, {"hardware", describe(where)}});
  }
  return {{"program", "omprim"},         {"version", version()},     {"date", utc_now()},
          {"compiler", compiler_name()}, {"preset", plan.what.name}, {"type", to_string(plan.type)},
          {"op", to_string(plan.op)},    {"host", cpu_name()},       {"wait_policy", wait},
          {"backends", backends}};
}

class trial_sweeper {
 public:
  trial_sweeper(const trial_plan& plan, const sweep_options& options, const std::string& wait)
      : plan_(plan), csv_(options.csv), json_(options.json, header_of(plan, wait)), bar_(steps()) {}

  int run() {
    for (const auto& where : plan_.backends) {
      fmt::print("{}: {}\n", name_of(where), describe(where));
      const double empty = empty_launch_seconds(where);
      for (const auto n : plan_.sizes) {
        const double limit = copy_bandwidth(where, n * size_of(plan_.type));
        for (const kind& each : kinds_of(plan_, n)) run_input(where, n, each, limit, empty);
      }
    }
    return conclude();
  }

 private:
  [[nodiscard]] std::size_t steps() const {
    std::size_t rows = 0;
    for (const auto& where : plan_.backends) rows += rows_of(plan_, where).size();
    std::size_t inputs = 0;
    for (const auto n : plan_.sizes) inputs += kinds_of(plan_, n).size();
    return rows * inputs;
  }

  // An input that does not fit into memory is reported, counted and skipped.
  void run_input(const execution& where, std::uint64_t n, const kind& each, double limit,
                 double empty) {
    bar_.clear();
    try {
      const auto input =
          make_trial({where, plan_.type, plan_.op, n, each.share, false, 1, each.length});
      fmt::print("\nn = {}, {} written ({:.4g} %), copy {:.4g} GB/s read and written\n", grouped(n),
                 grouped(input->written()),
                 n == 0 ? 0 : 100.0 * double(input->written()) / double(n), limit);
      print_trial_head();
      for (const auto& row : rows_of(plan_, where)) {
        bar_.step(fmt::format("{} {} {}", name_of(where), row.strategy, to_string(row.tuning)));
        add(measure_row(where, *input, row, limit, empty));
      }
    } catch (const error& e) {
      if (e.code() != status::out_of_memory) throw;
      bar_.clear();
      fmt::print("\nn = {}: FAILED: {}\n", grouped(n), e.what());
      ++inputs_without_room_;
    }
  }

  void add(const sweep_row& row) {
    bar_.clear();
    csv_.add(row);
    json_.add(row);
    print_trial(row);
    rows_.push_back(row);
  }

  sweep_row measure_row(const execution& where, const trial& input, const table_row& row,
                        double limit, double empty) const {
    sweep_row result;
    result.backend = name_of(where);
    result.strategy = row.strategy;
    result.tuning = row.tuning;
    result.type = row.type;
    result.op = row.op;
    result.n = input.size();
    result.kept = input.written();
    result.bytes = input.bytes();
    result.read_bandwidth = limit;
    reduce_options options{row.strategy, row.tuning, &result.profile};
    const auto once = [&] {
      reduce_result outcome;
      outcome.value.u = input.run(options);
      options.profile = nullptr;  // counted in the first call only
      return outcome;
    };
    try {
      input.spoil_output();
      const auto times = measure(
          once, [&](const reduce_result& r) { return r.value.u == input.written(); }, plan_.limits);
      result.put_times(times, empty);
      result.problem = input.problem(times.correct ? input.written() : times.wrong.value.u,
                                     row.traits.keeps_order);
      // Profiles the phases of a warm call rather than of the first.
      options.profile = &result.profile;
      (void)input.run(options);
    } catch (const error& e) {
      if (e.code() == status::device_failure) throw;
      result.problem = e.what();
    }
    return result;
  }

  int conclude() const {
    const auto failed = static_cast<std::size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const auto& r) { return !r.ok(); }));
    fmt::print("\n{} rows, every result verified, {} failed\n", rows_.size(), failed);
    if (inputs_without_room_ > 0) {
      fmt::print("{} inputs did not fit into memory\n", inputs_without_room_);
    }
    const auto best =
        std::max_element(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) {
          return a.elements_per_second() < b.elements_per_second();
        });
    if (best != rows_.end() && best->timed()) {
      fmt::print("best:\n");
      print_trial(*best);
    }
    return failed == 0 && inputs_without_room_ == 0 ? 0 : 1;
  }

  const trial_plan& plan_;
  csv_file csv_;
  json_file json_;
  progress bar_;
  std::vector<sweep_row> rows_;
  std::size_t inputs_without_room_ = 0;
};

}  // namespace

int sweep_trials(const sweep_options& options) {
  const auto wait = apply_wait_policy(options.wait);
  const trial_plan plan = make_plan(options);
  fmt::print("omprim {} sweep {}: {}\n", version(), plan.what.name, plan.what.summary);
  fmt::print("{} of {}, up to {} repetitions after {} warm-up, {} s a row; {}\n",
             to_string(plan.op), to_string(plan.type), plan.limits.repeat, plan.limits.warmup,
             plan.limits.max_seconds, wait);
  return trial_sweeper(plan, options, wait).run();
}

}  // namespace omprim::command
