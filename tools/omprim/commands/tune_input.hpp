// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <omprim/choice.hpp>
#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "inputs/trial.hpp"
#include "measure/timing.hpp"

/// The inputs on which `omprim tune` times a row.
namespace omprim::command {

/// The calls that are tuned together.
struct tune_case {
  element type;
  operation op;
  std::vector<std::uint64_t> lengths{};  ///< lengths of segments, if sizes count segments
  bool large_segments = false;           ///< the library knows that segments are large
  std::vector<std::uint64_t> bins{};     ///< of histograms: numbers of bins
};

/// One input of any algorithm.
class tune_input {
 public:
  /// Throws status::out_of_memory.
  explicit tune_input(const trial_case& what) : trial_(make_trial(what)) {}

  /// The median time of the rule's row in seconds; infinite if its results are wrong.
  [[nodiscard]] double seconds(const tuning_rule& rule, const measure_limits& limits) const;
  /// The profile of a call that follows the rule; with null, of a call that names no strategy.
  [[nodiscard]] reduce_profile profile(const tuning_rule* rule) const;
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  std::unique_ptr<trial> trial_;
};

/// All inputs of one size: a single one, except for two algorithms. Times and bytes are geometric
/// means over the inputs, so that each has the same weight.
///   * Rules of segmented reductions count segments: one input for each length of segments.
///   * Rules of histograms hold for any number of bins: one input for each of several.
class tune_inputs {
 public:
  /// Leaves out lengths with too many values.
  tune_inputs(const execution& where, const tune_case& what, std::uint64_t n);

  [[nodiscard]] bool empty() const { return inputs_.empty(); }
  [[nodiscard]] double seconds(const tuning_rule& rule, const measure_limits& limits) const;
  [[nodiscard]] std::uint64_t bytes() const;
  /// The library's own choice, with the rules in force.
  [[nodiscard]] tuning_rule current() const;
  /// Whether the row runs as one work-group, and so on one thread.
  [[nodiscard]] bool runs_on_one_thread(const tuning_rule& rule) const;

 private:
  tuning_rule names_;  ///< target, type and operation
  std::vector<tune_input> inputs_;
};

}  // namespace omprim::command
