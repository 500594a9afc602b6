// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <omprim/choice.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "commands/tune_input.hpp"
#include "commands/tune_rules.hpp"
#include "measure/timing.hpp"

/// Tuning one type and operation on one backend.
namespace omprim::command {

struct tune_setting {
  execution where;
  std::vector<std::string> strategies;  ///< the rows of these strategies are candidates
  measure_limits limits;
  double noise;  ///< gains up to this fraction are ignored
};

/// The cases of a pair: a single one; for segmented reductions one of small and one of large
/// segments. Sorts and selections by flags have candidates for the unsigned integers only, whose
/// rules hold for all types of their size. Keys of sorts are random.
[[nodiscard]] std::vector<tune_case> cases_of(element type, operation op);

/// The inputs of a size; none if they would be too large.
[[nodiscard]] tune_inputs inputs_of(const tune_setting& setting, const tune_case& what,
                                    std::uint64_t n);

/// Two choices measured alternately. Times are medians in seconds.
struct timed_pair {
  double before = 0;
  double after = 0;
  double sure_gain = 0;  ///< the gain in the second worst turn: 0.1 is 10 % faster
};
[[nodiscard]] timed_pair compare(const tune_setting& setting, const tune_inputs& inputs,
                                 const tuning_rule& before, const tuning_rule& after);

class case_tuner {
 public:
  /// If the segments are large, only the strategies for large segments are candidates: the rules
  /// for small segments apply to large ones, too.
  case_tuner(const tune_setting& setting, tune_case what);

  /// The compiled rows that could be chosen. If there are none, there is nothing to tune.
  [[nodiscard]] const std::vector<tuning_rule>& candidates() const { return candidates_; }
  [[nodiscard]] const tune_case& what() const { return what_; }
  /// Times every candidate, and the choice of the first rule of `earlier` that applies; if none
  /// applies, the library's own choice. Sizes must ascend from call to call; sizes that are too
  /// large are left out.
  void time_size(std::uint64_t n, const std::vector<tuning_rule>& earlier = {});
  /// The rules for the sizes timed so far. Each gain is confirmed by measuring alternately.
  [[nodiscard]] std::vector<tuning_rule> confirmed_rules();
  [[nodiscard]] const std::vector<size_times>& times() const { return times_; }
  /// The library's own choices before tuning, one for each of the times.
  [[nodiscard]] const std::vector<tuning_rule>& own_choices() const { return own_choices_; }

 private:
  bool drop_unconfirmed(const std::vector<tuning_rule>& rules);

  const tune_setting& setting_;
  tune_case what_;
  std::vector<tuning_rule> candidates_;
  std::vector<size_times> times_;
  std::vector<tuning_rule> own_choices_;
  std::vector<std::pair<std::size_t, std::string>> confirmed_;  ///< index of the size, and choice
};

}  // namespace omprim::command
