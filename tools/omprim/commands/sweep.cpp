// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <omprim/error.hpp>

#include "commands/command.hpp"
#include "commands/sweep_plan.hpp"
#include "inputs/memory.hpp"
#include "inputs/reduction.hpp"
#include "measure/row.hpp"
#include "report/report.hpp"
#include "text.hpp"

/// The sweeps over rows of the dispatch table: reductions (Jin and Vetter; Peri), exact sums over
/// the range of their terms, histograms over the number of bins, sorts over the pattern of their
/// keys, and selections, scans and segmented reductions over problem size, work-group size,
/// selectivity and length of segments (Jin and Vetter, Nonuniform Reduction, figures 1 to 3 and
/// tables II and III).
namespace omprim::command {
namespace {

// Whether a row takes part in a comparison. Rows that do not keep the order solve another problem,
// so they are compared only with each other.
bool counts(const sweep_row& row, bool in_order) {
  return row.ok() && row.timed() && row.keeps_order == in_order;
}

bool faster(const sweep_row& a, const sweep_row& b) {
  return a.gigabytes_per_second() > b.gigabytes_per_second();
}

// The fastest row of each strategy on each backend, with the fastest last. If there are several
// inputs: the fastest row of each input, in the order of the inputs.
std::vector<sweep_row> best_rows(const std::vector<sweep_row>& rows, bool by_input, bool in_order) {
  std::map<std::string, sweep_row> best;
  for (const auto& row : rows) {
    if (!counts(row, in_order)) continue;
    const auto key = by_input ? fmt::format("{:020} {:.6f} {:020} {:04} {:010} {} {}", row.n,
                                            row.selectivity, row.length, row.range, row.bins,
                                            static_cast<int>(row.pattern), row.backend)
                              : row.backend + row.strategy;
    const auto [entry, fresh] = best.emplace(key, row);
    if (!fresh && faster(row, entry->second)) entry->second = row;
  }
  std::vector<sweep_row> result;
  result.reserve(best.size());
  for (const auto& [key, row] : best) result.push_back(row);
  if (!by_input) {
    std::sort(result.begin(), result.end(),
              [](const auto& a, const auto& b) { return faster(b, a); });
  }
  return result;
}

std::size_t longest_name(const std::vector<input_pattern>& patterns) {
  std::size_t longest = 0;
  for (const auto pattern : patterns) longest = std::max(longest, to_string(pattern).size());
  return longest;
}

// The table of one input needs no columns for backend and input: the lines above it name them.
sweep_layout layout_of(const sweep_plan& plan, bool of_one_input, bool several_inputs) {
  sweep_layout layout;
  layout.backend = !of_one_input && plan.backends.size() > 1;
  layout.size = !of_one_input && several_inputs;
  layout.range = !of_one_input && plan.ranges.size() > 1;
  layout.bins = plan.what.work == algorithm::histogram;
  layout.written = writes_arrays(plan.what.work) && patterns_of(plan.what.work).empty();
  if (!of_one_input && plan.patterns.size() > 1) layout.pattern = longest_name(plan.patterns);
  layout.any_device = std::any_of(plan.backends.begin(), plan.backends.end(),
                                  [](const execution& e) { return e.where() == backend::device; });
  layout.speedups = plan.what.over_sizes;
  layout.arrays = writes_arrays(plan.what.work);
  layout.copies = !mostly_reads(plan.what.work);
  return layout;
}

std::size_t count_inputs(const sweep_plan& plan) {
  std::size_t inputs = 0;
  for (const auto n : plan.sizes) inputs += inputs_of(plan, plan.backends.front(), n).size();
  return inputs;
}

nlohmann::ordered_json header_of(const sweep_plan& plan, const std::string& wait) {
  auto header = sweep_header(plan.what, plan.backends, wait);
  header["type"] = to_string(plan.type);
  header["op"] = to_string(plan.op);
  return header;
}

class sweeper {
 public:
  sweeper(const sweep_plan& plan, const sweep_options& options, const std::string& wait)
      : plan_(plan),
        several_inputs_(count_inputs(plan) > 1),
        table_(sweep_table(layout_of(plan, true, several_inputs_))),
        summary_(sweep_table(layout_of(plan, false, several_inputs_))),
        bar_(count_rows(plan)),
        csv_(options.csv),
        json_(options.json, header_of(plan, wait)) {}

  int run() {
    for (const auto& where : plan_.backends) {
      bar_.clear();
      fmt::print("{}", wrapped(fmt::format("{}: {}\n", name_of(where), describe(where))));
      for (const auto n : plan_.sizes) {
        for (const auto& input : inputs_of(plan_, where, n)) run_input(input);
      }
    }
    return conclude();
  }

 private:
  static std::size_t count_rows(const sweep_plan& plan) {
    std::size_t rows = 0;
    for (const auto& where : plan.backends) rows += rows_of(plan, where).size();
    return rows * count_inputs(plan);
  }

  // If there are several inputs, an input too large for the memory is reported, counted and
  // skipped.
  void run_input(const trial_case& input) {
    try {
      const auto s =
          with_hint(plan_.what.work == algorithm::histogram ? "take a smaller --n or fewer --bins"
                                                            : "take a smaller --n",
                    [&] { return stage(input, plan_.limits, plan_.what.over_sizes); });
      bar_.clear();
      fmt::print("\n{}\n", wrapped(s.text()));
      table_.head();
      for (const auto& row : rows_of(plan_, input.where)) {
        bar_.step(
            fmt::format("{} {} {}", name_of(input.where), row.strategy, to_string(row.tuning)));
        add(s.measure_row(row, plan_.limits));
      }
    } catch (const error& e) {
      if (e.code() != status::out_of_memory || !several_inputs_) throw;
      bar_.clear();
      fmt::print("{}", wrapped(fmt::format("\nn = {}: FAILED: {}\n", grouped(input.n), e.what())));
      flush_output();
      ++inputs_without_room_;
    }
  }

  void add(const sweep_row& row) {
    bar_.clear();
    csv_.add(row);
    json_.add(row);
    table_.print(row, row.problem);
    rows_.push_back(row);
  }

  int conclude() const {
    const bool in_order =
        std::any_of(rows_.begin(), rows_.end(), [](const auto& r) { return counts(r, true); });
    const auto best = best_rows(rows_, several_inputs_, in_order);
    if (best.size() > 1) {
      fmt::print("\nbest tuning of each {}:\n", several_inputs_ ? "input" : "strategy");
      summary_.head();
      for (const auto& row : best) summary_.print(row);
    }
    print_unordered(in_order);
    const auto failed = static_cast<std::size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const auto& r) { return !r.ok(); }));
    fmt::print("\n{} rows, every result verified, {} failed\n", rows_.size(), failed);
    if (inputs_without_room_ > 0) {
      fmt::print("{} inputs did not fit into memory\n", inputs_without_room_);
    }
    const auto first = std::min_element(best.begin(), best.end(), faster);
    if (first != best.end()) {
      fmt::print("best:\n");
      summary_.print(*first);
    }
    return failed == 0 && inputs_without_room_ == 0 ? 0 : 1;
  }

  // Prints the rows that do not keep the order, if there are rows that do.
  void print_unordered(bool in_order) const {
    if (!in_order) return;
    const auto others = best_rows(rows_, several_inputs_, false);
    if (others.empty()) return;
    fmt::print("\nwithout the order of the input, which is another job:\n");
    for (const auto& row : others) summary_.print(row);
  }

  const sweep_plan& plan_;
  bool several_inputs_;
  text_table<sweep_row> table_;
  text_table<sweep_row> summary_;
  progress bar_;
  csv_file csv_;
  json_file json_;
  std::vector<sweep_row> rows_;
  std::size_t inputs_without_room_ = 0;
};

}  // namespace

int sweep(const sweep_options& options) {
  switch (find_preset(options.preset).subject) {
    case sweep_subject::forms:
      return sweep_hierarchy(options);
    case sweep_subject::ranks:
      return sweep_ranks(options);
    case sweep_subject::rows:
      break;
  }
  const bool in_force = apply_wait_policy(options.wait);
  const sweep_plan plan = make_plan(options);
  const auto wait = describe_wait_policy(options.wait, in_force, plan.backends);
  announce_sweep(plan.what, fmt::format("{} of {}", to_string(plan.op), to_string(plan.type)),
                 plan.limits, wait);
  return sweeper(plan, options, wait).run();
}

}  // namespace omprim::command
