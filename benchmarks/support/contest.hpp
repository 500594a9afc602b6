// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "measure/statistics.hpp"

/// Measures several implementations of one job against each other, in one process and
/// interleaved, so that drift of the machine hits all of them alike.
namespace omprim_benchmark {

using omprim::command::quantile;

inline constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

/// Wall seconds of one call, the mean of `calls`.
template <class Call>
double seconds_per_call(std::size_t calls, const Call& call) {
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  for (std::size_t i = 0; i < calls; ++i) call();
  return std::chrono::duration<double>(clock::now() - start).count() / static_cast<double>(calls);
}

/// One measurement of one implementation.
struct sample {
  double wall = not_measured;    ///< seconds of a call until the result is on the host
  double kernel = not_measured;  ///< seconds of device work alone, if they can be measured
  bool right = false;            ///< whether the result was the expected one
};

/// The part that an implementation plays in a contest.
enum class role { ours, peer, limit };

struct contestant {
  std::string name;
  role plays = role::peer;
  std::function<sample()> measure;
};

struct contest {
  std::string name;               ///< as in Google Benchmark: "int32_sum/n:1024"
  double bytes = 0;               ///< bytes that one call must read
  int rounds = 0;                 ///< samples of each contestant
  double figure = 0.5;            ///< the quantile of the samples that is reported
  std::function<void()> prepare;  ///< places the data; may be empty
  std::function<void()> finish;   ///< frees the data; may be empty
  std::vector<contestant> contestants;
};

/// The summary of one contestant's samples.
struct standing {
  std::string name;
  role plays = role::peer;
  double wall = not_measured;       ///< the contest's quantile
  double wall_low = not_measured;   ///< first decile
  double wall_high = not_measured;  ///< ninth decile
  double kernel = not_measured;     ///< the contest's quantile
  int wrong = 0;                    ///< samples with a wrong result
};

/// Runs all rounds, each in a new order of the contestants, and returns their standings in
/// the order of contest.contestants.
[[nodiscard]] std::vector<standing> run(const contest& c);

/// The fastest contestant by wall time with role `wanted` and no wrong result; null if none.
[[nodiscard]] const standing* fastest(const std::vector<standing>& all, role wanted);

/// The contestant of that name; null if there is none.
[[nodiscard]] const standing* find(const std::vector<standing>& all, const std::string& name);

/// The same; if there is none, a standing in which nothing is measured.
[[nodiscard]] standing find_or_empty(const std::vector<standing>& all, const std::string& name);

/// omprim on that backend ("omprim host", "omprim host:2"); null if it is no contestant.
[[nodiscard]] const standing* find_ours(const std::vector<standing>& all,
                                        const std::string& backend);

}  // namespace omprim_benchmark
