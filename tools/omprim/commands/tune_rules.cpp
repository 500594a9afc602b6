// SPDX-License-Identifier: BSD-3-Clause
#include "commands/tune_rules.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace omprim::command {
namespace {

double least_seconds(const size_times& times) {
  return std::min(times.current_seconds, times.seconds[fastest(times)]);
}

bool acceptable(const size_times& times, std::size_t candidate, double noise) {
  return times.seconds[candidate] <= least_seconds(times) * (1 + noise);
}

struct segment {
  std::size_t end;  ///< one past its last size
  std::size_t candidate;
};

// The candidate that stays acceptable over the most sizes from `start` on. If there are several,
// the candidate with the least relative time.
segment longest_segment(const std::vector<size_times>& times, std::size_t start,
                        std::size_t candidate_count, double noise) {
  segment best{start + 1, fastest(times[start])};
  double best_loss = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < candidate_count; ++c) {
    std::size_t end = start;
    double loss = 0;
    // A size at which the current choice is as good needs no rule, so it ends the segment.
    while (end < times.size() && acceptable(times[end], c, noise) &&
           (end == start || !keeps_current(times[end], noise))) {
      loss += std::log(times[end].seconds[c] / least_seconds(times[end]));
      ++end;
    }
    const double average_loss = loss / static_cast<double>(std::max<std::size_t>(end - start, 1));
    if (end > best.end || (end == best.end && average_loss < best_loss)) {
      best = {end, c};
      best_loss = average_loss;
    }
  }
  return best;
}

// Sizes between two measured sizes follow the nearer one, on a logarithmic scale. Above the largest
// measured size, later rules decide.
std::uint64_t limit_of(const std::vector<size_times>& times, std::size_t end) {
  if (end == times.size()) return times.back().n;
  const double middle =
      std::sqrt(static_cast<double>(times[end - 1].n) * static_cast<double>(times[end].n));
  return static_cast<std::uint64_t>(std::llround(middle));
}

std::optional<std::uint64_t> limit_of(const std::vector<size_times>& times, const segment& chosen) {
  const size_times& last = times.back();
  const bool holds_above = chosen.end == times.size() && last.bytes >= extrapolated_from &&
                           !last.alone[chosen.candidate];
  if (holds_above) return {};
  return limit_of(times, chosen.end);
}

double gigabytes_per_second(const size_times& times, double seconds) {
  return seconds > 0 ? static_cast<double>(times.bytes) / seconds * 1e-9 : 0;
}

class rule_list {
 public:
  void add(tuning_rule rule, std::optional<std::uint64_t> limit, double score) {
    rule.up_to_n = limit;
    rule.score = score;
    if (!rules_.empty() && same_choice(rules_.back(), rule)) rules_.pop_back();
    rules_.push_back(std::move(rule));
  }
  [[nodiscard]] std::vector<tuning_rule>& rules() { return rules_; }

 private:
  std::vector<tuning_rule> rules_;
};

}  // namespace

std::size_t fastest(const size_times& times) {
  return static_cast<std::size_t>(std::min_element(times.seconds.begin(), times.seconds.end()) -
                                  times.seconds.begin());
}

bool keeps_current(const size_times& times, double noise) {
  return times.current_seconds <= times.seconds[fastest(times)] * (1 + noise);
}

std::vector<tuning_rule> choose_rules(const std::vector<size_times>& times,
                                      const std::vector<tuning_rule>& candidates, double noise) {
  rule_list list;
  // New rules precede all old rules, so they must repeat the current choice for sizes below a new
  // rule. Sizes above the last new rule need no rule.
  std::size_t needed = 0;
  for (std::size_t i = 0; i < times.size();) {
    if (keeps_current(times[i], noise)) {
      list.add(times[i].current, limit_of(times, i + 1),
               gigabytes_per_second(times[i], times[i].current_seconds));
      ++i;
      continue;
    }
    const segment chosen = longest_segment(times, i, candidates.size(), noise);
    const auto& last = times[chosen.end - 1];
    list.add(candidates[chosen.candidate], limit_of(times, chosen),
             gigabytes_per_second(last, last.seconds[chosen.candidate]));
    i = chosen.end;
    needed = list.rules().size();
  }
  list.rules().resize(needed);
  return std::move(list.rules());
}

namespace {
/// Whether both rules have a last n, and that of `first` is lower.
bool ends_before(const tuning_rule& first, const tuning_rule& second) {
  return first.up_to_n && second.up_to_n && *first.up_to_n < *second.up_to_n;
}
}  // namespace

std::vector<tuning_rule> join_rules(const std::vector<tuning_rule>& large,
                                    const std::vector<tuning_rule>& small,
                                    const std::vector<tuning_rule>& candidates) {
  std::vector<tuning_rule> rules;
  auto next = small.begin();
  for (const tuning_rule& rule : large) {
    const bool for_all_calls =
        std::none_of(candidates.begin(), candidates.end(),
                     [&](const tuning_rule& candidate) { return same_choice(candidate, rule); });
    while (for_all_calls && next != small.end() && ends_before(*next, rule)) {
      rules.push_back(*next++);
    }
    rules.push_back(rule);
  }
  rules.insert(rules.end(), next, small.end());
  return rules;
}

const tuning_rule* rule_for(const std::vector<tuning_rule>& rules, std::uint64_t n) {
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const tuning_rule& rule) {
    return !rule.up_to_n || n <= *rule.up_to_n;
  });
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace omprim::command
