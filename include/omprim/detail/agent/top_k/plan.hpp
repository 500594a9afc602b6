// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <omprim/detail/agent/top_k/find_bounds.hpp>
#include <omprim/detail/agent/top_k/policy.hpp>
#include <omprim/detail/base/abi.hpp>

/// How large a sample is, and which of its elements bound those that are wanted.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A sample, and the room for the elements between its bounds.
struct step_plan {
  sample_plan sample;
  std::uint64_t room;

  /// Whether the sample is all elements, so that its bounds are the wanted element itself.
  [[nodiscard]] bool is_exact(std::uint64_t n) const { return sample.size == n; }
};

/// The square root, rounded down.
inline std::uint64_t whole_root(std::uint64_t x) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit /= 2) {
    const std::uint64_t next = root + bit;
    if (next * next <= x) root = next;
  }
  return root;
}

/// What is asked of n elements: the one of a rank, or with `all_below` those before it, too.
struct wanted_rank {
  std::uint64_t n;
  std::uint64_t rank;
  bool all_below;
};

/// Bounds around a rank. A sample of s elements has about r * s / n of the r elements before the
/// rank, with a standard deviation of sqrt(r * s / n * (1 - r / n)) at most. The margin is four
/// times that: one of some ten thousand samples misleads. Each further attempt has a wider margin.
inline step_plan plan_step(const wanted_rank& wanted, std::uint32_t most_samples,
                           std::uint16_t place_bits, std::uint16_t position_bits,
                           std::uint32_t attempt) {
  const std::uint64_t n = wanted.n;
  const std::uint64_t size = std::min<std::uint64_t>(most_samples, n);
  auto sample = sample_plan::of(n, static_cast<std::uint32_t>(size), attempt);
  sample.place_bits = place_bits;
  sample.position_bits = position_bits;
  if (size == n) {
    sample.upper = static_cast<std::uint32_t>(wanted.rank);
    if (!wanted.all_below) sample.lower = sample.upper;
    return {sample, wanted.all_below ? wanted.rank + 1 : 1};
  }
  const std::uint64_t before = wanted.rank * size / n;
  const std::uint64_t margin =
      (attempt + 1) * (4 * whole_root(before * (size - before) / size + 1) + 3);
  if (!wanted.all_below && before > margin) {
    sample.lower = static_cast<std::uint32_t>(before - margin);
  }
  if (before + margin + 1 < size) sample.upper = static_cast<std::uint32_t>(before + margin + 1);
  const std::uint64_t first = sample.lower == no_rank ? 0 : sample.lower;
  const std::uint64_t last = sample.upper == no_rank ? size : sample.upper;
  const std::uint64_t between = last - first + 1;
  return {sample, std::min(n, (between + 5 * whole_root(between) + 10) * (n / size + 1))};
}

/// The plan that keeps all elements.
inline step_plan plan_of_all(std::uint64_t n) { return {sample_plan::of(n, 0, 0), n}; }

/// The bits of the numbers below n.
inline std::uint16_t bits_below(std::uint64_t n) {
  return n < 2 ? 1 : static_cast<std::uint16_t>(std::bit_width(n - 1));
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
