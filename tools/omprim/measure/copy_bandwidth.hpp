// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/execution.hpp>

namespace omprim::command {

/// The best rate of several runs, in GB/s read and written together, at which a backend copies
/// `bytes` of its own memory: a limit that does not depend on any kernel of omprim. 0 if there is
/// no room for the copy.
[[nodiscard]] double copy_bandwidth(const execution& where, std::size_t bytes);

}  // namespace omprim::command
