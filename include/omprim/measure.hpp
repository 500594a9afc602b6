// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/execution.hpp>

namespace omprim {

/// Median wall time of a launch that does nothing: the part of a call on `where` that is not
/// its kernel. The kernel time of a call is its wall time less this. 0 on the host.
[[nodiscard]] double empty_launch_seconds(const execution& where);

}  // namespace omprim
