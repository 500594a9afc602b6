// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <omprim/any.hpp>
#include <omprim/execution.hpp>

#include "inputs/generator.hpp"
#include "inputs/input_pattern.hpp"

/// Inputs of any algorithm, with the expected results.
namespace omprim::command {

class trial {
 public:
  virtual ~trial() = default;
  trial() = default;
  trial(const trial&) = delete;
  trial& operator=(const trial&) = delete;

  /// Makes one call. Algorithms that write arrays return the number of elements that they report
  /// as written, in value.u.
  [[nodiscard]] virtual reduce_result run(const reduce_options& options) const = 0;
  /// Reads the input by a reduction of the default strategy. Rows of reductions, exact sums,
  /// histograms and order statistics are compared with this call. Exact sums run their
  /// floating-point form.
  [[nodiscard]] virtual reduce_result read() const { return run({}); }
  /// Whether `run` returned the right value. Quick: does not look at the arrays.
  [[nodiscard]] virtual bool is_right(const reduce_result& result) const {
    return result.value.u == written();
  }
  /// Overwrites the outputs, so that a row cannot pass with the output of another row.
  virtual void spoil_output() const = 0;
  /// Describes an error in the result and the outputs of the last run; empty if there is none.
  /// Outputs are compared to the last bit. Without `in_order`, the order of their elements does not
  /// matter.
  [[nodiscard]] virtual std::string problem(const reduce_result& result, bool in_order) const = 0;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual std::uint64_t written() const = 0;
  /// The bytes that one call must read and write. Of histograms and order statistics, only the
  /// input, read once: their outputs are short.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  /// The sizes of input and output in words (if there is no output, the expected result), for the
  /// head of the input's rows.
  [[nodiscard]] virtual std::string describe() const = 0;
};

/// A trial of an algorithm that writes arrays.
class array_trial : public trial {
 public:
  /// Restricts the following calls to the elements [start, start + n); at first all are chosen.
  virtual void choose(std::uint64_t start, std::uint64_t n) = 0;
  [[nodiscard]] std::string describe() const override;
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
  std::uint64_t length = 0;             ///< of each segment or run; 0: they have all lengths
  std::uint32_t range = default_range;  ///< of exact sums: pattern::range
  std::uint64_t bins = default_bins;    ///< of a histogram
  input_pattern pattern = default_pattern(algorithm_of(op));  ///< where patterns_of has any
  bool descending = false;      ///< of a sort, order statistic, search or merge
  bool in_place = false;        ///< of a sort: each run needs a spoil_output() before it
  std::size_t value_bytes = 4;  ///< of a value or position
  std::uint64_t k = 100;        ///< of top_k: the elements that it writes

  /// ", range 2^40" for exact sums, nothing for other operations.
  [[nodiscard]] std::string range_text() const;
};

/// The length of the segment or run with this number, which counts from 1. Of all lengths up to
/// 2^20, half are 0.
[[nodiscard]] std::uint64_t length_of_part(const trial_case& what, std::uint64_t number);

/// Both throw status::out_of_memory. make_array_trial() takes algorithms that write arrays.
[[nodiscard]] std::unique_ptr<trial> make_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_array_trial(const trial_case& what);

// The parts of make_trial, one source file each.
[[nodiscard]] std::unique_ptr<trial> make_reduce_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_select_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_scan_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_segment_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_histogram_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_sort_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_runs_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_top_k_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_search_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_gather_trial(const trial_case& what);
[[nodiscard]] std::unique_ptr<array_trial> make_merge_trial(const trial_case& what);

/// The result that trial::run returns for n written elements.
[[nodiscard]] inline reduce_result wrote(std::uint64_t n) {
  reduce_result result;
  result.value.u = n;
  return result;
}

}  // namespace omprim::command
