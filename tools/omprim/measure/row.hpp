// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include <omprim/any.hpp>
#include <omprim/execution.hpp>
#include <omprim/tuning.hpp>

#include "inputs/trial.hpp"
#include "measure/bandwidth.hpp"
#include "measure/timing.hpp"

/// Measures rows of the dispatch table on one input.
namespace omprim::command {

/// A measured row.
struct sweep_row {
  std::string backend;  ///< "device:0"
  std::string strategy;
  omprim::tuning tuning;
  element type = element::int32;
  operation op = operation::sum;
  bool keeps_order = true;
  std::uint64_t n = 0;
  std::uint64_t bytes = 0;
  double selectivity = 0;    ///< of a selection: the share of the elements that it should keep
  std::uint64_t length = 0;  ///< of segments or runs; 0: of all lengths, or there are none
  std::uint32_t range = 0;   ///< of an exact sum: the dynamic range of the terms, in bits
  std::uint64_t bins = 0;    ///< of a histogram
  input_pattern pattern{};   ///< of a histogram, sort or top_k
  int runs = 0;
  statistics wall;
  statistics kernel;              ///< wall less an empty launch; on the host, the same as wall
  bandwidth limit;                ///< for comparison, on this backend at this n
  bool in_cache = false;          ///< the data fit in a cache, so the limit does not apply
  std::uint64_t kept = 0;         ///< elements written
  double sequential_seconds = 0;  ///< 0 unless the sweep compares with it
  reduce_profile profile;
  std::string problem;  ///< empty if all results were right

  [[nodiscard]] bool ok() const { return problem.empty(); }
  [[nodiscard]] bool timed() const { return runs > 0; }
  /// From the median kernel time.
  [[nodiscard]] double gigabytes_per_second() const;
  /// The share of the limit. Data in a cache have none: the limit is a bandwidth of memory.
  [[nodiscard]] bool has_share() const { return limit.gb_per_s > 0 && !in_cache; }
  [[nodiscard]] double share() const;
  /// Relative to the sequential strategy, from the median wall time.
  [[nodiscard]] double speedup() const;
  /// Billions per second, from the mean kernel time, as in the paper on selection.
  [[nodiscard]] double elements_per_second() const;
  /// Sets wall times, and kernel times: wall times less the time of an empty launch.
  void put_times(const measurement& m, double empty_seconds);
};

/// One input on one backend, and the measurements to which its rows are compared.
class stage {
 public:
  /// Measures the bandwidth and, if asked, the sequential strategy on the host. Throws
  /// status::out_of_memory.
  stage(const trial_case& what, const measure_limits& limits, bool with_sequential);

  /// Times one row and checks each of its results. Errors are noted in the returned row, except a
  /// failure of the device itself, which is thrown.
  [[nodiscard]] sweep_row measure_row(const table_row& row, const measure_limits& limits) const;

  /// Lines about the input and the limit.
  [[nodiscard]] std::string text() const;

 private:
  void measure_sequential(const measure_limits& limits);

  trial_case what_;
  std::unique_ptr<trial> input_;
  double empty_seconds_;
  bandwidth limit_;
  bandwidth copy_;  ///< on a device, if the limit is reading
  bool in_cache_;
  double sequential_seconds_ = 0;
};

}  // namespace omprim::command
