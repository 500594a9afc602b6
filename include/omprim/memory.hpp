// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/execution.hpp>

namespace omprim {

/// Allocates uninitialised memory that `where` can read: on the device, or on the host in huge
/// pages if the system grants them. It is aligned to 256 bytes; to 16 bytes on the host as a
/// device. Null for 0 bytes. Throws status::out_of_memory with the number of bytes.
[[nodiscard]] void* allocate(const execution& where, std::size_t bytes);

/// Frees memory of allocate(); `where` is the same as there. Does nothing for null.
void deallocate(const execution& where, void* memory) noexcept;

/// copy_in copies from the host to memory of `where`, copy_out copies back, and copy_within copies
/// between two arrays there, which do not overlap. They block until the copy is done. They throw
/// status::invalid_argument for a null pointer unless `bytes` is 0, and status::device_failure if
/// the copy fails.
void copy_in(const execution& where, void* to, const void* from_host, std::size_t bytes);
void copy_out(const execution& where, void* to_host, const void* from, std::size_t bytes);
void copy_within(const execution& where, void* to, const void* from, std::size_t bytes);

}  // namespace omprim
