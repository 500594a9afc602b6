// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <omprim/choice.hpp>

#include "commands/command.hpp"
#include "commands/parse.hpp"
#include "commands/row_selection.hpp"
#include "commands/tune_file.hpp"
#include "commands/tune_pair.hpp"
#include "measure/machine.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

constexpr int least_repeat = 3;
constexpr int greatest_repeat = 31;

struct tune_plan {
  tune_setting setting;
  std::vector<element> types;
  std::vector<operation> ops;
  std::vector<std::uint64_t> sizes;  ///< empty: by algorithm
};

std::vector<std::uint64_t> parse_sizes(const std::string& text) {
  std::vector<std::uint64_t> sizes;
  for (const auto& part : split_list(text)) sizes.push_back(parse_count(part));
  if (sizes.empty()) return sizes;
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  if (sizes.front() == 0) throw usage_error("--sizes: nothing can be tuned for 0 elements");
  return sizes;
}

// The default sizes: numbers of elements, or numbers of segments. Sorts, order statistics, searches
// and merges choose between strategies for few keys; sequential ones of many, and their oracle,
// would take minutes.
std::vector<std::uint64_t> default_sizes(algorithm work) {
  const bool orders = work == algorithm::sort || work == algorithm::top_k ||
                      work == algorithm::search || work == algorithm::gather ||
                      work == algorithm::merge;
  const int first = work == algorithm::segment ? 2 : orders ? 4 : 10;
  const int last = work == algorithm::segment ? 20 : orders ? 22 : 26;
  std::vector<std::uint64_t> sizes;
  for (int exponent = first; exponent <= last; exponent += 2) {
    sizes.push_back(std::uint64_t{1} << exponent);
  }
  return sizes;
}

std::vector<std::uint64_t> sizes_of(const tune_plan& plan, operation op) {
  return plan.sizes.empty() ? default_sizes(algorithm_of(op)) : plan.sizes;
}

// Throws usage_error for a strategy that no rule may choose.
void require_order(const std::string& name) {
  require_strategy(name);
  for (const auto& info : strategies()) {
    if (info.name != name || info.traits.keeps_order) continue;
    throw usage_error(
        fmt::format("--strategy: {} loses the order, so no rule may choose it", name));
  }
}

execution parse_one_backend(const std::string& text) {
  if (text.empty()) return fastest_backend();
  const auto backends = parse_backends(text);
  if (backends.size() != 1) throw usage_error("--backend: tune takes one backend");
  if (backends.front().where() == backend::serial) {
    throw usage_error("--backend: serial has nothing to choose; tune host, tbb or a device");
  }
  return backends.front();
}

template <class Value>
void add_once(std::vector<Value>& values, Value value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

tune_plan make_plan(const tune_options& options) {
  const measure_limits limits{greatest_repeat, 1, options.max_seconds, least_repeat};
  tune_plan plan{
      {parse_one_backend(options.backend), split_list(options.strategies), limits, options.noise},
      parse_elements(options.types),
      parse_operations(options.ops),
      parse_sizes(options.sizes)};
  for (const auto& name : plan.setting.strategies) require_order(name);
  for (const auto& row : table()) {
    if (options.types.empty()) add_once(plan.types, row.type);
    if (options.ops.empty()) add_once(plan.ops, row.op);
  }
  return plan;
}

// The library's choice for a case and size before tuning.
struct past_choice {
  tune_case what;
  std::uint64_t n;
  tuning_rule choice;
};

// A change of choice, with a second line below the first if one is too narrow.
std::string gain_text(const past_choice& past, const tuning_rule& now, const timed_pair& found) {
  const auto& [what, n, before] = past;
  const auto old = fmt::format("{:<8} {:<22} {:>13} {} {} {}", to_string(what.type),
                               to_string(what.op), grouped(n), before.strategy,
                               to_string(before.tuning), duration_text(found.before));
  const auto change =
      fmt::format("-> {} {} {} ({:+.0f} %)", now.strategy, to_string(now.tuning),
                  duration_text(found.after), (found.before / found.after - 1) * 100);
  const bool fits = old.size() + 1 + change.size() <= line_width;
  return fmt::format("{}{}{}", old, fits ? " " : "\n         ", change);
}

std::size_t steps_of(const tune_plan& plan) {
  std::size_t sizes = 0;
  for (const auto op : plan.ops) {
    sizes += sizes_of(plan, op).size() * cases_of(element::int32, op).size();
  }
  return plan.types.size() * sizes;
}

class tuner {
 public:
  tuner(const tune_plan& plan, const tune_options& options, const std::string& wait)
      : plan_(plan), file_(options.out, plan.setting.where, wait), bar_(steps_of(plan)) {}

  int run() {
    if (plan_.setting.where.where() != backend::device) tune_threads();
    for (const auto type : plan_.types) {
      for (const auto op : plan_.ops) tune_pair(type, op);
    }
    bar_.clear();
    file_.finish();
    load_tuning_file(file_.path());
    report();
    return 0;
  }

 private:
  // Finds the size from which threads pay: the default sum by one thread against all threads.
  void tune_threads() {
    const auto& setting = plan_.setting;
    const auto found = threads_pay_from(setting.where, file_.path(), setting.limits, setting.noise);
    if (!found) return;
    file_.set_parallel_from(*found);
    load_tuning_file(file_.write());
    fmt::print("threads pay from {}\n", bytes_text(*found));
    std::fflush(stdout);
  }

  void tune_pair(element type, operation op) {
    std::vector<tuning_rule> rules;
    std::size_t candidates = 0;
    for (const tune_case& what : cases_of(type, op)) {
      case_tuner tuned(plan_.setting, what);
      time_sizes(tuned, rules);
      if (tuned.candidates().empty()) continue;
      rules = join_rules(tuned.confirmed_rules(), rules, tuned.candidates());
      candidates += tuned.candidates().size();
      for (std::size_t i = 0; i < tuned.times().size(); ++i) {
        past_.push_back({what, tuned.times()[i].n, tuned.own_choices()[i]});
      }
    }
    if (candidates == 0) return;
    file_.add(rules);
    file_.write();
    bar_.clear();
    fmt::print("{:<8} {:<22} {} candidates, {} new rules\n", to_string(type), to_string(op),
               candidates, rules.size());
    std::fflush(stdout);
  }

  // Times all sizes. `earlier` are the rules found so far for the same type and operation.
  void time_sizes(case_tuner& tuned, const std::vector<tuning_rule>& earlier) {
    const auto& what = tuned.what();
    for (const auto n : sizes_of(plan_, what.op)) {
      bar_.step(fmt::format("{} {} n = {}", to_string(what.type), to_string(what.op), grouped(n)));
      if (!tuned.candidates().empty()) tuned.time_size(n, earlier);
    }
  }

  // Compares the library's choices with the file loaded to its choices before.
  void report() const {
    double logarithms = 0;
    std::size_t changed = 0;
    for (const auto& past : past_) {
      const auto inputs = inputs_of(plan_.setting, past.what, past.n);
      const auto now = inputs.current();
      if (same_choice(now, past.choice)) continue;
      if (changed++ == 0) fmt::print("gain, measured with the file loaded:\n");
      const auto found = compare(plan_.setting, inputs, past.choice, now);
      logarithms += std::log(found.before / found.after);
      fmt::print("{}\n", gain_text(past, now, found));
      std::fflush(stdout);
    }
    const auto result =
        changed == 0 ? fmt::format("the choices it had are within {:.0f} % of the best",
                                   plan_.setting.noise * 100)
                     : fmt::format("{} choices changed, {:+.1f} % speed on average", changed,
                                   (std::exp(logarithms / static_cast<double>(changed)) - 1) * 100);
    fmt::print("{}\n", wrapped(fmt::format("wrote {} with {} rules; {}", file_.path(),
                                           file_.rule_count(), result)));
    fmt::print("use it: OMPRIM_TUNING_FILE={}\n", file_.path());
  }

  const tune_plan& plan_;
  tune_file file_;
  progress bar_;
  std::vector<past_choice> past_;
};

}  // namespace

int tune(const tune_options& options) {
  const bool in_force = apply_wait_policy(options.wait);
  const auto plan = make_plan(options);
  const auto wait = describe_wait_policy(options.wait, in_force, {plan.setting.where});
  fmt::print("{}",
             wrapped(fmt::format("omprim {} tune on {}: {}\n{}\n", version(),
                                 name_of(plan.setting.where), describe(plan.setting.where), wait)));
  return tuner(plan, options, wait).run();
}

}  // namespace omprim::command
