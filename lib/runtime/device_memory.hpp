// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

/// The memory of devices.
namespace omprim::detail {

/// Allocates on a device. If it has no room, frees what waits for the next call (buffer_at.hpp) and
/// tries again. Null if there is still none.
[[nodiscard]] void* allocate_on_device(int device, std::size_t bytes);

}  // namespace omprim::detail
