// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/execution.hpp>

namespace omprim::command {

/// GB/s, read and written together, at which a backend copies `bytes` of its own memory, best
/// of some: a limit that no kernel of ours has a part in. 0 where there is no room for it.
[[nodiscard]] double copy_bandwidth(const execution& where, std::size_t bytes);

}  // namespace omprim::command
