// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/execution.hpp>

namespace omprim {

/// Memory that `where` can read: of the device, or of the host in huge pages where the
/// system grants them. Uninitialised; null for 0 bytes. Aligned to 256 bytes, on the host as a
/// device to 16.
/// Throws status::out_of_memory naming the bytes that were asked.
[[nodiscard]] void* allocate(const execution& where, std::size_t bytes);

/// Gives such memory back; `where` as in allocate. Does nothing for null.
void deallocate(const execution& where, void* memory) noexcept;

/// Copies from the host to memory of `where`, or back; blocks until done.
/// Throw status::invalid_argument for a null pointer, unless bytes is 0; status::device_failure.
void copy_in(const execution& where, void* to, const void* from_host, std::size_t bytes);
void copy_out(const execution& where, void* to_host, const void* from, std::size_t bytes);

}  // namespace omprim
