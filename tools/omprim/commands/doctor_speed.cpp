// SPDX-License-Identifier: BSD-3-Clause
#include "commands/doctor_speed.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/parse.hpp"
#include "commands/tune_pair.hpp"
#include "measure/backends.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

/// A choice is good if no compiled row is faster by more than this.
constexpr double margin = 0.1;

struct finding {
  std::string call;  ///< operation and type
  std::string_view op;
  std::uint64_t n = 0;  ///< elements, or segments
  std::string choice;   ///< the row that the library chooses
  double seconds = 0;   ///< its median time
  std::string best;     ///< a faster row; empty if there is none
  double gain = 0;      ///< of that row: 0.5 is half as fast again
};

/// The calls that are examined: one of each algorithm, with a size for caches and one for memory.
struct examined_call {
  element type;
  operation op;
  std::vector<std::uint64_t> sizes;
};
const std::vector<examined_call>& examined_calls() {
  constexpr std::uint64_t small = 1 << 12;
  constexpr std::uint64_t large = 1 << 22;
  constexpr std::uint64_t segments = 1 << 6;
  static const std::vector<examined_call> all = {
      {element::float64, operation::sum, {small, large}},
      {element::int32, operation::min, {small, large}},
      {element::float32, operation::argmin, {small, large}},
      {element::float64, operation::dot, {small, large}},
      {element::float64, operation::exact_sum, {small, large}},
      {element::int32, operation::select_if, {small, large}},
      {element::int32, operation::scan_sum, {small, large}},
      {element::float64, operation::segmented_sum, {segments}},
      {element::int32, operation::histogram_even, {small, large}},
      {element::uint32, operation::sort, {small, large / 4}},
  };
  return all;
}

std::string name_of_choice(const tuning_rule& rule) {
  const std::string tuning = to_string(rule.tuning);
  return tuning.empty() ? rule.strategy : rule.strategy + " " + tuning;
}

/// The finding for the size that was timed last.
finding finding_of(const tune_setting& setting, const case_tuner& tuned) {
  const size_times& times = tuned.times().back();
  const tuning_rule& own = tuned.own_choices().back();
  const tuning_rule& best = tuned.candidates()[fastest(times)];
  finding found;
  found.call = fmt::format("{} of {}", to_string(tuned.what().op), to_string(tuned.what().type));
  found.op = to_string(tuned.what().op);
  found.n = times.n;
  found.choice = name_of_choice(own);
  found.seconds = times.current_seconds;
  if (keeps_current(times, setting.noise)) return found;
  const timed_pair pair = compare(setting, inputs_of(setting, tuned.what(), times.n), own, best);
  if (pair.sure_gain <= setting.noise) return found;
  found.seconds = pair.before;
  found.best = name_of_choice(best);
  found.gain = pair.before / pair.after - 1;
  return found;
}

std::vector<finding> examine(const execution& where) {
  const measure_limits limits{15, 1, 0.005, 3};
  const tune_setting setting{where, split_list(tune_options{}.strategies), limits, margin};
  std::vector<finding> findings;
  for (const examined_call& call : examined_calls()) {
    for (const tune_case& what : cases_of(call.type, call.op)) {
      case_tuner tuned(setting, what);
      if (tuned.candidates().empty()) continue;
      for (const std::uint64_t n : call.sizes) {
        const std::size_t before = tuned.times().size();
        tuned.time_size(n);
        if (tuned.times().size() > before) findings.push_back(finding_of(setting, tuned));
      }
    }
  }
  return findings;
}

}  // namespace

std::vector<std::string> speed_report(const execution& where) {
  const std::vector<finding> findings = examine(where);
  std::vector<std::string> lines;
  std::string slow;  // operations
  for (const finding& found : findings) {
    if (found.best.empty()) continue;
    lines.push_back(fmt::format("{}, n = {}: {} takes {}, and {} is {:.0f} % faster", found.call,
                                grouped(found.n), found.choice, duration_text(found.seconds),
                                found.best, found.gain * 100));
    const bool is_known =
        fmt::format(",{},", slow).find(fmt::format(",{},", found.op)) != slow.npos;
    if (!is_known) slow += fmt::format("{}{}", slow.empty() ? "" : ",", found.op);
  }
  lines.push_back(fmt::format("{}: {} of {} choices are within {:.0f} % of the best compiled row",
                              name_of(where), findings.size() - lines.size(), findings.size(),
                              margin * 100));
  if (!slow.empty()) {
    lines.push_back(fmt::format("`omprim tune --backend {} --ops {}` looks for better ones",
                                name_of(where), slow));
  }
  return lines;
}

}  // namespace omprim::command
