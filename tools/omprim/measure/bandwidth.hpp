// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <omprim/execution.hpp>

#include "inputs/trial.hpp"
#include "measure/timing.hpp"

/// The bandwidths to which rows are compared.
namespace omprim::command {

struct bandwidth {
  double gb_per_s = 0;            ///< 0: not measured
  std::string_view name = "";     ///< the job that was measured: "read" or "copy"
  std::string_view meaning = "";  ///< the job in words
};

/// The best rate of several runs, read and written together, at which a backend copies `bytes` of
/// its own memory: a limit that does not depend on any kernel of omprim. 0 if there is no room for
/// the copy.
[[nodiscard]] bandwidth copy_bandwidth(const execution& where, std::size_t bytes);

/// The best rate of several runs of trial::read, for reductions, exact sums and histograms.
/// `empty_seconds` is the part of a call that is not its kernel.
[[nodiscard]] bandwidth read_bandwidth(const trial& input, measure_limits limits,
                                       double empty_seconds);

/// The bytes of the last cache of the backend; if unknown, as many as the greatest cache of any
/// GPU.
[[nodiscard]] std::uint64_t cache_bytes(const execution& where);

}  // namespace omprim::command
