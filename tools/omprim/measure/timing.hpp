// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include <omprim/any.hpp>

/// Repeated, verified, bounded measurements.
namespace omprim::command {

struct statistics {
  double average = 0;
  double median = 0;
  double minimum = 0;
};
[[nodiscard]] statistics summarize(const std::vector<double>& samples);

/// Two choices are measured alternately, so many times each.
inline constexpr int comparison_turns = 5;

struct measure_limits {
  int repeat = 1;
  int warmup = 1;
  /// The time limit for all repetitions together. If it allows only one run, the first run counts
  /// and is the only one.
  double max_seconds = 2;
  int at_least = 1;  ///< repetitions that are made whatever the time limit
};

struct measurement {
  std::vector<double> seconds;  ///< wall time of each repetition
  bool correct = true;          ///< all results were right, including the warm-up's
  reduce_result wrong{};        ///< the first incorrect result, if any
};

using reduction = std::function<reduce_result()>;
using judgement = std::function<bool(const reduce_result&)>;

/// Times the reduction. Calls of a few microseconds are timed in batches, because reading the clock
/// would distort them; the mean of a batch counts as one repetition.
[[nodiscard]] measurement measure(const reduction& run, const judgement& is_right,
                                  const measure_limits& limits);

}  // namespace omprim::command
