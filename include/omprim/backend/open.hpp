// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/backend/executor.hpp>
#include <omprim/execution.hpp>

/// What the open templates ask of the library.
namespace omprim::detail {

/// Throws status::invalid_argument for a null pointer to n > 0 elements; `what` names it.
void require_data(const void* data, std::size_t n, const char* what);

/// Who runs a call on `bytes` of input: the backend of `where`, or the calling thread where
/// so little does not pay for threads. `where` is not a device.
[[nodiscard]] executor executor_for(const execution& where, std::size_t bytes);

/// `data` as the device of `where` sees it. Throws status::not_on_device.
[[nodiscard]] const void* device_pointer(const execution& where, const void* data,
                                         std::size_t bytes);

/// Throws status::unavailable_device unless `ran_there`, the answer of a probe kernel of the
/// caller's own translation unit: that the caller was compiled for this device at all.
void require_image(const execution& where, bool ran_there);

}  // namespace omprim::detail
