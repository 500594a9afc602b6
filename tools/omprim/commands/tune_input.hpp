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

/// One input of any algorithm.
class tune_input {
 public:
  /// `length` is the length of each segment, for segmented reductions. Throws
  /// status::out_of_memory.
  tune_input(const execution& where, element type, operation op, std::uint64_t n,
             std::uint64_t length);

  /// The median time of the rule's row in seconds; infinite if its results are wrong.
  [[nodiscard]] double seconds(const tuning_rule& rule, const measure_limits& limits) const;
  /// The profile of a call that follows the rule; with null, of a call that names no strategy.
  [[nodiscard]] reduce_profile profile(const tuning_rule* rule) const;
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  std::unique_ptr<trial> trial_;
};

/// All inputs of one size: a single one, except for segmented reductions. Their rules count
/// segments, so there is one input for each length of segments. Times and bytes are geometric means
/// over the inputs, so that each length has the same weight.
class tune_inputs {
 public:
  /// Leaves out lengths with too many values. `lengths` is empty unless there are segments.
  tune_inputs(const execution& where, element type, operation op, std::uint64_t n,
              const std::vector<std::uint64_t>& lengths);

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
