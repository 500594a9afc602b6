// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <omprim/omprim.hpp>

/// The measured sums of segments, on the processor and on devices, and the segments of sorts.
namespace omprim_benchmark {

struct segment_case {
  std::size_t n;
  std::size_t length;      ///< of each segment, or the mean; 0: all lengths in one call
  bool random;             ///< lengths are random, from 0 to twice `length`
  int threads;             ///< 0 on a device
  bool by_length = false;  ///< the length is given by a number, not by offsets

  [[nodiscard]] std::string name() const { return name_of("sum"); }
  [[nodiscard]] std::string name_of(const std::string& work) const {
    const std::string lengths = length == 0 ? "mixed"
                                : random    ? "mean:" + std::to_string(length)
                                            : std::to_string(length);
    const std::string with = threads > 0 ? "/threads:" + std::to_string(threads) : "";
    return "segmented_" + work + "/" + (by_length ? "equal:" : "length:") + lengths + with +
           "/n:" + std::to_string(n);
  }
};

class segment_random {
 public:
  std::uint64_t operator()() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return state_ >> 33;
  }

 private:
  std::uint64_t state_ = 1;
};

/// Whole numbers: their sums are exact in any order.
inline std::vector<double> segment_values(std::size_t n) {
  segment_random random;
  std::vector<double> values(n);
  for (double& x : values) x = static_cast<double>(random() % 16);
  return values;
}

/// CSR offsets of a case; the last segment ends at n.
inline std::vector<std::int32_t> segment_offsets(const segment_case& c) {
  segment_random random;
  std::vector<std::int32_t> offsets{0};
  for (std::size_t at = 0; at < c.n;) {
    std::size_t length = c.length;
    if (c.random) length = random() % (2 * c.length + 1);
    if (c.length == 0) length = std::size_t{1} << (random() % 25) >> (random() % 25);
    at += std::min(length, c.n - at);
    offsets.push_back(static_cast<std::int32_t>(at));
  }
  return offsets;
}

inline std::vector<double> segment_sums(const double* values,
                                        const std::vector<std::int32_t>& offsets) {
  std::vector<double> sums(offsets.size() - 1);
  for (std::size_t s = 0; s < sums.size(); ++s) {
    for (std::int32_t i = offsets[s]; i < offsets[s + 1]; ++i) sums[s] += values[i];
  }
  return sums;
}

/// The bytes that one call reads and writes: values, offsets and results.
inline double segment_bytes(const segment_case& c, std::size_t segments) {
  const double offsets = c.by_length ? 0 : static_cast<double>(segments + 1) * sizeof(std::int32_t);
  return static_cast<double>(c.n + segments) * sizeof(double) + offsets;
}

}  // namespace omprim_benchmark
