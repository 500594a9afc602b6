// SPDX-License-Identifier: BSD-3-Clause
#include "measure/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "measure/statistics.hpp"

namespace omprim::command {
namespace {

// Reading a steady clock takes about 25 ns: 0.1 % of this.
constexpr double shortest_batch_seconds = 25e-6;
constexpr std::size_t longest_batch = 4096;
constexpr double longest_calibrated_seconds = 0.05;
// A first call may start threads or load device code; up to this it does not count as slow.
constexpr double least_max_seconds = 0.5;

class stopwatch {
 public:
  stopwatch(const reduction& run, const judgement& is_right, measurement& into)
      : run_(run), is_right_(is_right), into_(into) {}

  /// Seconds per call.
  double time(std::size_t calls) {
    results_.resize(calls);
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t c = 0; c < calls; ++c) results_[c] = run_();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    for (const auto& result : results_) {
      if (into_.correct && !is_right_(result)) {
        into_.correct = false;
        into_.wrong = result;
      }
    }
    return passed.count() / static_cast<double>(calls);
  }

 private:
  const reduction& run_;
  const judgement& is_right_;
  measurement& into_;
  std::vector<reduce_result> results_;
};

}  // namespace

statistics summarize(const std::vector<double>& samples) {
  if (samples.empty()) return {};
  statistics result;
  result.average =
      std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
  result.minimum = *std::min_element(samples.begin(), samples.end());
  result.median = quantile(samples, 0.5);
  return result;
}

measurement measure(const reduction& run, const judgement& is_right, const measure_limits& limits) {
  measurement result;
  stopwatch watch(run, is_right, result);
  double last = 0;
  for (int w = 0; w < std::max(limits.warmup, 1); ++w) {
    last = watch.time(1);
    const bool too_slow = 2 * last > std::max(limits.max_seconds, least_max_seconds);
    if (limits.warmup <= 0 || too_slow) result.seconds.push_back(last);
    if (too_slow) return result;
  }
  if (last < longest_calibrated_seconds) last = std::min(last, watch.time(1));
  const auto batch =
      static_cast<std::size_t>(std::clamp(std::ceil(shortest_batch_seconds / std::max(last, 1e-9)),
                                          1.0, static_cast<double>(longest_batch)));
  const double affordable = limits.max_seconds / (last * static_cast<double>(batch));
  const auto repeat = static_cast<std::size_t>(
      std::clamp(affordable, static_cast<double>(limits.at_least),
                 static_cast<double>(std::max(limits.repeat, limits.at_least))));
  while (result.seconds.size() < repeat) result.seconds.push_back(watch.time(batch));
  return result;
}

}  // namespace omprim::command
