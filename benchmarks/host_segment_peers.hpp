// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Segmented sums as users write them, compiled with -ffast-math.
namespace omprim_benchmark {

struct segment_peer {
  const char* name;
  void (*run)(const double* values, const std::int32_t* offsets, std::size_t segments, double* out,
              int threads);
};

[[nodiscard]] std::vector<segment_peer> all_segment_peers();

}  // namespace omprim_benchmark
