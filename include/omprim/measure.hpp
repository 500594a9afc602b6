// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/execution.hpp>

namespace omprim {

/// Median wall time of a launch on `where` whose kernel does nothing; 0 on the host. The kernel
/// time of a call is its wall time minus this time.
[[nodiscard]] double empty_launch_seconds(const execution& where);

/// The bytes that a reduction on `where` reads in a second: the median of five sums of `bytes`
/// bytes, which are allocated there for the measurement. Throws as allocate and sum do.
[[nodiscard]] double reading_speed(const execution& where,
                                   std::size_t bytes = std::size_t{1} << 28);

}  // namespace omprim
