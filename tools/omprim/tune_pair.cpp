// SPDX-License-Identifier: BSD-3-Clause
#include "tune_pair.hpp"

#include <algorithm>
#include <limits>

#include "dataset.hpp"
#include "pattern.hpp"
#include "selection.hpp"

namespace omprim::command {
namespace {

constexpr int turns = 5;

// Calls the row by name, also for the current choice: finding a rule takes a few nanoseconds less
// than finding a name, which must not look like a gain.
reduce_options options_for(const tuning_rule& rule) {
  return {rule.strategy, rule.tuning, nullptr};
}

double median_of(const tune_setting& setting, const dataset& data, const tuning_rule& rule) {
  const auto options = options_for(rule);
  const auto m =
      measure([&] { return data.reduce(setting.where, options); },
              [&](const reduce_result& r) { return data.is_expected(r); }, setting.limits);
  // A row with a wrong result is never chosen; `omprim verify` says more about it.
  return m.correct ? summarize(m.seconds).median : std::numeric_limits<double>::infinity();
}

dataset make_data(const tune_setting& setting, element type, operation op, std::uint64_t n) {
  return {setting.where, {type, op, pattern_kind::exact, 1, n}, n};
}

std::string text_of(const tuning_rule& rule) { return rule.strategy + to_string(rule.tuning); }

// The rule that applies to n; null if none does.
const tuning_rule* rule_for(const std::vector<tuning_rule>& rules, std::uint64_t n) {
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const tuning_rule& rule) {
    return !rule.up_to_n || n <= *rule.up_to_n;
  });
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace

comparison compare(const tune_setting& setting, element type, operation op, std::uint64_t n,
                   const tuning_rule& before, const tuning_rule& after) {
  const dataset data = make_data(setting, type, op, n);
  std::vector<double> old_seconds;
  std::vector<double> new_seconds;
  std::vector<double> gains;
  for (int i = 0; i < turns; ++i) {
    old_seconds.push_back(median_of(setting, data, before));
    new_seconds.push_back(median_of(setting, data, after));
    gains.push_back(old_seconds.back() / new_seconds.back() - 1);
  }
  std::sort(gains.begin(), gains.end());
  return {summarize(old_seconds).median, summarize(new_seconds).median, gains[1]};
}

pair_tuner::pair_tuner(const tune_setting& setting, element type, operation op)
    : setting_(setting), type_(type), op_(op) {
  for (const auto& row : table()) {
    const bool asked = std::find(setting.strategies.begin(), setting.strategies.end(),
                                 row.strategy) != setting.strategies.end();
    if (!asked || row.type != type || row.op != op || !runs_on(row, setting.where)) continue;
    tuning_rule rule;
    rule.target = tuning_target(setting.where);
    rule.type = type;
    rule.op = op;
    rule.strategy = row.strategy;
    rule.tuning = row.tuning;
    candidates_.push_back(std::move(rule));
  }
}

void pair_tuner::time_size(std::uint64_t n) {
  const dataset data = make_data(setting_, type_, op_, n);
  size_times times;
  times.n = n;
  times.bytes = data.bytes();
  times.current = chosen(setting_.where, type_, op_, n);
  times.current_seconds = median_of(setting_, data, times.current);
  for (const auto& candidate : candidates_) {
    times.seconds.push_back(median_of(setting_, data, candidate));
  }
  times_.push_back(std::move(times));
}

// Measures each change of choice again, alternating with the current choice. A change without gain
// is dropped: the current choice then counts as the fastest. Returns whether all changes gained.
bool pair_tuner::drop_unconfirmed(const std::vector<tuning_rule>& rules) {
  bool all_gain = true;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    auto& times = times_[i];
    const tuning_rule* rule = rule_for(rules, times.n);
    if (rule == nullptr || text_of(*rule) == text_of(times.current)) continue;
    const std::pair<std::size_t, std::string> change{i, text_of(*rule)};
    if (std::find(confirmed_.begin(), confirmed_.end(), change) != confirmed_.end()) continue;
    const auto found = compare(setting_, type_, op_, times.n, times.current, *rule);
    if (found.sure_gain > setting_.noise) {
      confirmed_.push_back(change);
    } else {
      times.current_seconds = times.seconds[fastest(times)];
      all_gain = false;
    }
  }
  return all_gain;
}

std::vector<tuning_rule> pair_tuner::confirmed_rules() {
  // Each unsuccessful round makes one more size keep its choice, so the loop ends.
  while (true) {
    auto rules = choose_rules(times_, candidates_, setting_.noise);
    if (drop_unconfirmed(rules)) return rules;
  }
}

}  // namespace omprim::command
