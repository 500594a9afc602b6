// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/program.hpp"

namespace omprim_benchmark {

/// Name of the contestant that is a plain `target teams distribute parallel for` reduction.
inline constexpr const char* plain_openmp = "plain OpenMP";
/// Name of the contestant that is CUB's sum with the same bits on every GPU.
inline constexpr const char* reproducible_cub = "CUB, reproducible";

/// Prints all measurements as Markdown. `peak` is the data-sheet bandwidth in GB/s, 0 if unknown.
void print_device_tables(const contest_results& all, double peak);

}  // namespace omprim_benchmark
