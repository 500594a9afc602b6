// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/command.hpp"
#include "commands/preset.hpp"
#include "commands/selection.hpp"
#include "inputs/memory.hpp"
#include "measure/machine.hpp"
#include "measure/stage.hpp"
#include "measure/timing.hpp"
#include "report/report.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

struct sweep_plan {
  const preset& what;
  row_selection selection;
  std::vector<execution> backends;
  std::vector<std::uint64_t> sizes;
  measure_limits limits;
  element type;
  operation op;
};

sweep_plan make_plan(const sweep_options& options) {
  const preset& what = find_preset(options.preset);
  row_filter filter = options.filter;
  if (filter.strategy.empty()) filter.strategy = what.strategy;
  const row_selection selection(filter);
  const std::uint64_t n = options.n.empty() ? what.n : parse_count(options.n);
  auto backends = options.backend.empty() ? std::vector<execution>{fastest_backend()}
                                          : parse_backends(options.backend);
  return {what,
          selection,
          std::move(backends),
          sizes_of(what, n),
          {options.repeat > 0 ? options.repeat : what.repeat, options.warmup, options.max_seconds},
          selection.type_or(element::int32),
          selection.op_or(operation::sum)};
}

// The place of a strategy in a sweep: fast ones first, so that a reader sees the winners while the
// others still run. Behind the default strategy and its like come, in this order, those with
// a single thread or many launches, with atomics on local and then on device-wide memory.
constexpr int last_place = 5;
int place_of(std::string_view strategy) {
  if (strategy == default_strategy(algorithm::reduce)) return 0;
  if (strategy == "sequential" || strategy.substr(0, 5) == "tree-") return 2;
  if (strategy.substr(0, 12) == "local-atomic") return 3;
  if (strategy == "atomic-per-item") return last_place;
  return strategy.substr(0, 7) == "atomic-" ? 4 : 1;
}

std::vector<table_row> rows_of(const sweep_plan& plan, const execution& where) {
  std::vector<table_row> rows;
  for (int place = 0; place <= last_place; ++place) {
    for (const auto& row : table()) {
      if (runs_on(row, where) && row.type == plan.type && row.op == plan.op &&
          plan.selection.contains(row) && place_of(row.strategy) == place) {
        rows.push_back(row);
      }
    }
  }
  return rows;
}

bool faster(const sweep_row& a, const sweep_row& b) {
  return a.gigabytes_per_second() > b.gigabytes_per_second();
}

// The fastest correct row of each strategy on each backend, ordered with the fastest last. In a
// sweep over sizes: the fastest row of each n.
std::vector<sweep_row> best_rows(const std::vector<sweep_row>& rows, bool by_size) {
  std::map<std::string, sweep_row> best;
  for (const auto& row : rows) {
    if (!row.ok() || !row.timed()) continue;
    const auto key = by_size ? fmt::format("{:020}", row.n) : row.backend + row.strategy;
    const auto [entry, fresh] = best.emplace(key, row);
    if (!fresh && faster(row, entry->second)) entry->second = row;
  }
  std::vector<sweep_row> result;
  result.reserve(best.size());
  for (const auto& [key, row] : best) result.push_back(row);
  if (!by_size) {
    std::sort(result.begin(), result.end(),
              [](const auto& a, const auto& b) { return faster(b, a); });
  }
  return result;
}

nlohmann::ordered_json header_of(const sweep_plan& plan, const std::string& wait) {
  nlohmann::ordered_json backends = nlohmann::ordered_json::array();
  for (const auto& where : plan.backends) {
    backends.push_back({{"name", name_of(where)}, {"hardware", describe(where)}});
  }
  return {
      {"program", "omprim"},          {"version", version()},     {"date", utc_now()},
      {"compiler", compiler_name()},  {"preset", plan.what.name}, {"summary", plan.what.summary},
      {"type", to_string(plan.type)}, {"op", to_string(plan.op)}, {"host", cpu_name()},
      {"wait_policy", wait},          {"backends", backends}};
}

class sweeper {
 public:
  sweeper(const sweep_plan& plan, const sweep_options& options, const std::string& wait)
      : plan_(plan),
        printer_(plan.backends.size() > 1, any_device(plan), plan.what.over_sizes),
        csv_(options.csv),
        json_(options.json, header_of(plan, wait)),
        bar_(count_rows(plan)) {}

  int run() {
    for (const auto& where : plan_.backends) {
      for (const auto n : plan_.sizes) run_stage(where, n);
    }
    return finish();
  }

 private:
  static bool any_device(const sweep_plan& plan) {
    return std::any_of(plan.backends.begin(), plan.backends.end(),
                       [](const execution& e) { return e.where() == backend::device; });
  }

  static std::size_t count_rows(const sweep_plan& plan) {
    std::size_t count = 0;
    for (const auto& where : plan.backends) {
      const auto rows = rows_of(plan, where).size();
      if (rows == 0) {
        throw usage_error(fmt::format("no compiled row fits on {}; `omprim list` shows them all",
                                      name_of(where)));
      }
      count += rows * plan.sizes.size();
    }
    return count;
  }

  void run_stage(const execution& where, std::uint64_t n) {
    const auto s = with_hint("take a smaller --n", [&] {
      return stage(where, {plan_.type, plan_.op, pattern_kind::exact, 1, n}, n, plan_.limits,
                   plan_.what.over_sizes);
    });
    bar_.clear();
    announce(s);
    for (const auto& row : rows_of(plan_, where)) {
      bar_.step(fmt::format("{} {} {}", name_of(where), row.strategy, to_string(row.tuning)));
      rows_.push_back(s.measure_row(row, plan_.limits));
      bar_.clear();
      csv_.add(rows_.back());
      json_.add(rows_.back());
      printer_.print(rows_.back());
    }
  }

  void announce(const stage& s) {
    if (s.n() == plan_.sizes.front()) fmt::print("{}\n", s.backend_text());
    fmt::print("{}\n", s.data_text());
    if (!std::exchange(headed_, true)) printer_.head();
  }

  int finish() {
    const bool by_size = plan_.what.over_sizes;
    const auto best = best_rows(rows_, by_size);
    if (best.size() > 1) {
      fmt::print("\nbest tuning of each {}:\n", by_size ? "size" : "strategy");
      printer_.head();
      for (const auto& row : best) printer_.print(row);
    }
    const auto failed = static_cast<std::size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const auto& r) { return !r.ok(); }));
    fmt::print("\n{} rows, every result verified, {} failed\n", rows_.size(), failed);
    if (!best.empty()) {
      fmt::print("best:\n");
      printer_.print(best.back());
    }
    return failed == 0 ? 0 : 1;
  }

  const sweep_plan& plan_;
  table_printer printer_;
  csv_file csv_;
  json_file json_;
  progress bar_;
  std::vector<sweep_row> rows_;
  bool headed_ = false;
};

}  // namespace

int sweep(const sweep_options& options) {
  const preset& what = find_preset(options.preset);
  if (what.of_forms) return sweep_hierarchy(options);
  if (what.work != algorithm::reduce) return sweep_trials(options);
  const auto wait = apply_wait_policy(options.wait);
  const sweep_plan plan = make_plan(options);
  fmt::print("omprim {} sweep {}: {}\n", version(), plan.what.name, plan.what.summary);
  fmt::print("{} of {}, up to {} repetitions after {} warm-up, {} s a row; {}\n",
             to_string(plan.op), to_string(plan.type), plan.limits.repeat, plan.limits.warmup,
             plan.limits.max_seconds, wait);
  return sweeper(plan, options, wait).run();
}

}  // namespace omprim::command
