// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "support/contest.hpp"

namespace omprim_benchmark {

using device_results = std::vector<std::pair<contest, std::vector<standing>>>;

/// Name of the contestant that is a plain `target teams distribute parallel for` reduction.
inline constexpr const char* plain_openmp = "plain OpenMP";
/// Name of the contestant that is CUB's sum with the same bits on every GPU.
inline constexpr const char* reproducible_cub = "CUB, reproducible";

/// Prints all measurements as Markdown. `peak` is the data-sheet bandwidth in GB/s, 0 if unknown.
void print_device_tables(const device_results& all, double peak);

}  // namespace omprim_benchmark
