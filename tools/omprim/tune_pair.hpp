// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <omprim/choice.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "timing.hpp"
#include "tune_rules.hpp"

/// Tuning one type and operation on one backend.
namespace omprim::command {

struct tune_setting {
  execution where;
  std::vector<std::string> strategies;  ///< the rows of these strategies are candidates
  measure_limits limits;
  double noise;  ///< gains up to this fraction are ignored
};

/// Two choices measured alternately. Times are medians in seconds.
struct comparison {
  double before = 0;
  double after = 0;
  double sure_gain = 0;  ///< the gain in the second worst turn: 0.1 is 10 % faster
};
[[nodiscard]] comparison compare(const tune_setting& setting, element type, operation op,
                                 std::uint64_t n, const tuning_rule& before,
                                 const tuning_rule& after);

class pair_tuner {
 public:
  pair_tuner(const tune_setting& setting, element type, operation op);

  /// The compiled rows that could be chosen. If there are none, there is nothing to tune.
  [[nodiscard]] const std::vector<tuning_rule>& candidates() const { return candidates_; }
  /// Times every candidate and the current choice. Sizes must ascend from call to call.
  void time_size(std::uint64_t n);
  /// The rules for the sizes timed so far. Each gain is confirmed by measuring alternately.
  [[nodiscard]] std::vector<tuning_rule> confirmed_rules();
  [[nodiscard]] const std::vector<size_times>& times() const { return times_; }

 private:
  bool drop_unconfirmed(const std::vector<tuning_rule>& rules);

  const tune_setting& setting_;
  element type_;
  operation op_;
  std::vector<tuning_rule> candidates_;
  std::vector<size_times> times_;
  std::vector<std::pair<std::size_t, std::string>> confirmed_;  ///< size and choice
};

}  // namespace omprim::command
