// SPDX-License-Identifier: BSD-3-Clause
#include "commands/tune_input.hpp"

#include <cmath>
#include <limits>

namespace omprim::command {
namespace {

// The greatest number of values in an input with segments. Lengths for which a size has more values
// are left out.
constexpr std::uint64_t most_values = std::uint64_t{1} << 27;

template <class Function>
double geometric_mean(const std::vector<tune_input>& inputs, const Function& value) {
  double logarithms = 0;
  for (const tune_input& input : inputs) logarithms += std::log(value(input));
  return std::exp(logarithms / static_cast<double>(inputs.size()));
}

}  // namespace

// Calls the row by name, also for the current choice. To find a rule takes a few nanoseconds less
// than to find a name, and this must not look like a gain.
double tune_input::seconds(const tuning_rule& rule, const measure_limits& limits) const {
  const reduce_options options{rule.strategy, rule.tuning, nullptr};
  trial_->spoil_output();
  if (!trial_->problem(trial_->run(options), true).empty()) {
    return std::numeric_limits<double>::infinity();
  }
  const auto m = measure([&] { return trial_->run(options); },
                         [&](const reduce_result& r) { return trial_->is_right(r); }, limits);
  // A row with a wrong result is never chosen; `omprim verify` says more about it.
  return m.correct ? summarize(m.seconds).median : std::numeric_limits<double>::infinity();
}

reduce_profile tune_input::profile(const tuning_rule* rule) const {
  reduce_profile found;
  reduce_options options;
  if (rule != nullptr) options = {rule->strategy, rule->tuning, nullptr};
  options.profile = &found;
  (void)trial_->run(options);
  return found;
}

std::uint64_t tune_input::bytes() const { return trial_->bytes(); }

tune_inputs::tune_inputs(const execution& where, const tune_case& what, std::uint64_t n) {
  names_.target = tuning_target(where);
  names_.type = what.type;
  names_.op = what.op;
  trial_case input{where, what.type, what.op, n};
  if (what.lengths.empty() && what.bins.empty()) inputs_.emplace_back(input);
  for (const auto bins : what.bins) {
    input.bins = bins;
    inputs_.emplace_back(input);
  }
  for (const auto length : what.lengths) {
    if (n > most_values / length) continue;
    input.n = n * length;
    input.length = length;
    inputs_.emplace_back(input);
  }
}

double tune_inputs::seconds(const tuning_rule& rule, const measure_limits& limits) const {
  return geometric_mean(inputs_, [&](const tune_input& i) { return i.seconds(rule, limits); });
}

std::uint64_t tune_inputs::bytes() const {
  return static_cast<std::uint64_t>(
      geometric_mean(inputs_, [](const tune_input& i) { return static_cast<double>(i.bytes()); }));
}

tuning_rule tune_inputs::current() const {
  const reduce_profile found = inputs_.front().profile(nullptr);
  tuning_rule rule = names_;
  rule.strategy = found.strategy;
  rule.tuning = found.tuning;
  return rule;
}

bool tune_inputs::runs_on_one_thread(const tuning_rule& rule) const {
  return inputs_.back().profile(&rule).work_groups <= 1;
}

}  // namespace omprim::command
