// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <omprim/choice.hpp>

/// Turns measured times into a small number of tuning rules.
namespace omprim::command {

/// The measured times for one (type, operation) at one n. Times are medians in seconds.
struct size_times {
  std::uint64_t n = 0;
  std::uint64_t bytes = 0;
  tuning_rule current;  ///< the library's choice without new rules
  double current_seconds = 0;
  std::vector<double> seconds;  ///< seconds of each candidate; infinite if it failed
  std::vector<bool> alone;      ///< whether each candidate ran on one thread
};

/// A rule may hold for sizes above the largest timed one only if that size has at least this number
/// of bytes, more than the caches hold, and if the rule's row uses all threads.
inline constexpr std::uint64_t extrapolated_from = std::uint64_t{64} << 20;

/// The position of the fastest candidate.
[[nodiscard]] std::size_t fastest(const size_times& times);

/// Whether the current choice is as fast as the fastest candidate, within the noise.
[[nodiscard]] bool keeps_current(const size_times& times, double noise);

/// The rules that make every size as fast as its fastest candidate, within the noise. Sizes at
/// which the current choice is fast enough get no rule; one rule covers as many neighbouring sizes
/// as possible. `times` ascend by n; `candidates` name strategy and tuning.
[[nodiscard]] std::vector<tuning_rule> choose_rules(const std::vector<size_times>& times,
                                                    const std::vector<tuning_rule>& candidates,
                                                    double noise);

/// Joins the rules for calls with large segments and the rules for all calls into one list. Calls
/// with small segments pass over the rules whose choice is one of `candidates`. The other rules of
/// `large` apply to these calls, too, so the rules of `small` with lower limits go before them.
[[nodiscard]] std::vector<tuning_rule> join_rules(const std::vector<tuning_rule>& large,
                                                  const std::vector<tuning_rule>& small,
                                                  const std::vector<tuning_rule>& candidates);

/// The first rule that applies to n; null if none does.
[[nodiscard]] const tuning_rule* rule_for(const std::vector<tuning_rule>& rules, std::uint64_t n);

[[nodiscard]] inline bool same_choice(const tuning_rule& a, const tuning_rule& b) {
  return a.strategy == b.strategy && a.tuning == b.tuning;
}

}  // namespace omprim::command
