// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/execution.hpp>

namespace omprim {

/// Median wall time of a launch on `where` whose kernel does nothing; 0 on the host. The kernel
/// time of a call is its wall time minus this time.
[[nodiscard]] double empty_launch_seconds(const execution& where);

}  // namespace omprim
