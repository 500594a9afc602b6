// SPDX-License-Identifier: BSD-3-Clause
#include "commands/tune_pair.hpp"

#include <algorithm>

#include "commands/row_selection.hpp"
#include "measure/machine.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

std::string text_of(const tuning_rule& rule) { return rule.strategy + to_string(rule.tuning); }

// Sets the date, compiler and device of a measurement, which are columns of a tuning file.
void put_origin(tuning_rule& rule, const execution& where) {
  rule.date = utc_now().substr(0, 10);
  rule.compiler = compiler_name();
  std::replace(rule.compiler.begin(), rule.compiler.end(), ' ', '-');
  rule.device = describe(where);
  std::replace(rule.device.begin(), rule.device.end(), '#', ' ');
}

}  // namespace

std::vector<tune_case> cases_of(element type, operation op) {
  switch (algorithm_of(op)) {
    case algorithm::segment:
      return {{type, op, {10, 1000}}, {type, op, {100000}, true}};
    case algorithm::histogram:
      return {{type, op, {}, false, {16, 256, 4096}}};
    default:
      return {{type, op}};
  }
}

tune_inputs inputs_of(const tune_setting& setting, const tune_case& what, std::uint64_t n) {
  return {setting.where, what, n};
}

timed_pair compare(const tune_setting& setting, const tune_inputs& inputs,
                   const tuning_rule& before, const tuning_rule& after) {
  std::vector<double> old_seconds;
  std::vector<double> new_seconds;
  std::vector<double> gains;
  for (int i = 0; i < comparison_turns; ++i) {
    old_seconds.push_back(inputs.seconds(before, setting.limits));
    new_seconds.push_back(inputs.seconds(after, setting.limits));
    gains.push_back(old_seconds.back() / new_seconds.back() - 1);
  }
  std::sort(gains.begin(), gains.end());
  return {summarize(old_seconds).median, summarize(new_seconds).median, gains[1]};
}

case_tuner::case_tuner(const tune_setting& setting, tune_case what)
    : setting_(setting), what_(std::move(what)) {
  for (const auto& row : table()) {
    const bool asked = std::find(setting.strategies.begin(), setting.strategies.end(),
                                 row.strategy) != setting.strategies.end();
    if (!asked || row.type != what_.type || row.op != what_.op || !runs_on(row, setting.where) ||
        row.traits.for_large_segments != what_.large_segments) {
      continue;
    }
    tuning_rule rule;
    rule.target = tuning_target(setting.where);
    rule.type = what_.type;
    rule.op = what_.op;
    rule.strategy = row.strategy;
    rule.tuning = row.tuning;
    put_origin(rule, setting.where);
    candidates_.push_back(std::move(rule));
  }
}

void case_tuner::time_size(std::uint64_t n, const std::vector<tuning_rule>& earlier) {
  const tune_inputs inputs = inputs_of(setting_, what_, n);
  if (inputs.empty()) return;
  own_choices_.push_back(inputs.current());
  const tuning_rule* before = rule_for(earlier, n);
  size_times times;
  times.n = n;
  times.bytes = inputs.bytes();
  times.current = before != nullptr ? *before : own_choices_.back();
  put_origin(times.current, setting_.where);
  times.current_seconds = inputs.seconds(times.current, setting_.limits);
  for (const auto& candidate : candidates_) {
    // The current choice is not timed twice: the noise between two timings would look like a gain.
    times.seconds.push_back(same_choice(candidate, times.current)
                                ? times.current_seconds
                                : inputs.seconds(candidate, setting_.limits));
    times.alone.push_back(inputs.runs_on_one_thread(candidate));
  }
  times_.push_back(std::move(times));
}

// Measures each change of choice again, alternating with the current choice. A change without gain
// is dropped: the current choice then counts as the fastest. Returns whether all changes gained.
bool case_tuner::drop_unconfirmed(const std::vector<tuning_rule>& rules) {
  bool all_gain = true;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    auto& times = times_[i];
    const tuning_rule* rule = rule_for(rules, times.n);
    if (rule == nullptr || same_choice(*rule, times.current)) continue;
    const std::pair<std::size_t, std::string> change{i, text_of(*rule)};
    if (std::find(confirmed_.begin(), confirmed_.end(), change) != confirmed_.end()) continue;
    const auto inputs = inputs_of(setting_, what_, times.n);
    if (compare(setting_, inputs, times.current, *rule).sure_gain > setting_.noise) {
      confirmed_.push_back(change);
    } else {
      times.current_seconds = times.seconds[fastest(times)];
      all_gain = false;
    }
  }
  return all_gain;
}

std::vector<tuning_rule> case_tuner::confirmed_rules() {
  // Each unsuccessful round makes one more size keep its choice, so the loop ends.
  while (true) {
    auto rules = choose_rules(times_, candidates_, setting_.noise);
    if (drop_unconfirmed(rules)) return rules;
  }
}

}  // namespace omprim::command
