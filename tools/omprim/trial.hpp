// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

/// Arrays for an algorithm that writes arrays, and what has to come out. Outputs are compared
/// element by element, to the last bit.
namespace omprim::command {

class trial {
 public:
  virtual ~trial() = default;
  trial() = default;
  trial(const trial&) = delete;
  trial& operator=(const trial&) = delete;

  /// Chooses the elements [start, start + n) for what follows; at first it is all of them.
  virtual void choose(std::uint64_t start, std::uint64_t n) = 0;
  /// One call; how many elements it says it wrote.
  [[nodiscard]] virtual std::uint64_t run(const reduce_options& options) const = 0;
  /// Overwrites the outputs, so that nobody is praised for what another row wrote.
  virtual void spoil_output() const = 0;
  /// What is wrong with the outputs of a run that wrote `count`; empty if nothing is. Without
  /// `in_order`, elements may stand anywhere.
  [[nodiscard]] virtual std::string problem(std::uint64_t count, bool in_order) const = 0;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual std::uint64_t written() const = 0;
  /// What one call has to read and to write.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// What is tried: where, which operation, how many elements.
struct trial_case {
  execution where;
  element type;
  operation op;
  std::uint64_t n;
  double share = 0.5;      ///< of a selection: what is kept, about
  bool exclusive = false;  ///< of a scan
  std::uint32_t seed = 1;
  std::uint64_t length = 0;  ///< of each segment; 0: they are of all lengths
};

/// Throws status::out_of_memory.
[[nodiscard]] std::unique_ptr<trial> make_trial(const trial_case& what);

// What make_trial consists of, one source file each.
[[nodiscard]] std::unique_ptr<trial> make_select_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<trial> make_scan_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<trial> make_segment_trial(const trial_case& what);

}  // namespace omprim::command
