// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include <omprim/table.hpp>

/// Repeated, verified, bounded measurements.
namespace omprim::command {

struct statistics {
  double average = 0;
  double median = 0;
  double minimum = 0;
};
[[nodiscard]] statistics summarize(std::vector<double> samples);

struct measure_limits {
  int repeat = 1;
  int warmup = 1;
  /// Repetitions stop when they would take longer than this together. Where there is no time
  /// for two, the first run is the only one, and counts.
  double max_seconds = 2;
  int at_least = 1;  ///< repetitions that are made however long they take
};

struct measurement {
  std::vector<double> seconds;  ///< wall time of each repetition
  bool correct = true;          ///< all results, those of the warm-up too
  reduce_result wrong{};        ///< the first that was not, if any
};

using reduction = std::function<reduce_result()>;
using judgement = std::function<bool(const reduce_result&)>;

/// Times the reduction. Calls of a few microseconds are timed in batches, as one reading of
/// the clock would blur them; the average of a batch counts as one repetition.
[[nodiscard]] measurement measure(const reduction& run, const judgement& is_right,
                                  const measure_limits& limits);

}  // namespace omprim::command
