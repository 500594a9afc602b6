// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

/// Inputs and expected outputs for an algorithm that writes arrays. Outputs are compared element by
/// element, to the last bit.
namespace omprim::command {

class trial {
 public:
  virtual ~trial() = default;
  trial() = default;
  trial(const trial&) = delete;
  trial& operator=(const trial&) = delete;

  /// Restricts the following calls to the elements [start, start + n); at first all are chosen.
  virtual void choose(std::uint64_t start, std::uint64_t n) = 0;
  /// Makes one call. Returns the number of elements that it reports as written.
  [[nodiscard]] virtual std::uint64_t run(const reduce_options& options) const = 0;
  /// Overwrites the outputs, so that a row cannot pass with the output of another row.
  virtual void spoil_output() const = 0;
  /// Describes an error in the outputs of a run that wrote `count` elements; empty if there is
  /// none. Without `in_order`, the order of the elements does not matter.
  [[nodiscard]] virtual std::string problem(std::uint64_t count, bool in_order) const = 0;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual std::uint64_t written() const = 0;
  /// The bytes that one call must read and write.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// Where a trial runs, its operation, and its number of elements.
struct trial_case {
  execution where;
  element type;
  operation op;
  std::uint64_t n;
  double share = 0.5;      ///< of a selection: the approximate share of kept elements
  bool exclusive = false;  ///< of a scan
  std::uint32_t seed = 1;
  std::uint64_t length = 0;  ///< of each segment; 0: segments of all lengths
};

/// Throws status::out_of_memory.
[[nodiscard]] std::unique_ptr<trial> make_trial(const trial_case& what);

// The parts of make_trial, one source file each.
[[nodiscard]] std::unique_ptr<trial> make_select_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<trial> make_scan_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<trial> make_segment_trial(const trial_case& what);

}  // namespace omprim::command
