// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/backend/executor.hpp>
#include <omprim/execution.hpp>
#include <omprim/segmentation.hpp>

/// What the open templates ask of the library.
namespace omprim::detail {

[[noreturn]] void throw_null(std::size_t n, const char* what);

/// Throws status::invalid_argument for a null pointer to n > 0 elements; `what` names it.
inline void require_data(const void* data, std::size_t n, const char* what) {
  if (data == nullptr && n != 0) throw_null(n, what);
}

[[noreturn]] void throw_too_large(std::size_t n, std::size_t bytes);

/// Throws status::invalid_argument for arrays of n elements of so many bytes that no memory holds,
/// such as the n of a negative number.
inline void require_size(std::size_t n, std::size_t bytes) {
  if (n > static_cast<std::size_t>(PTRDIFF_MAX) / bytes) throw_too_large(n, bytes);
}

/// Throws status::invalid_argument unless a scan of n elements can take these segments: for none,
/// for two forms at once, null pointers, a width of offsets that there is not, and lengths beyond
/// n. Offsets themselves are looked at where they are.
void require_scannable(const segmentation& segments, std::size_t n);

/// The same for a reduction, which does not know n, and takes no heads.
void require_reducible(const segmentation& segments);

/// Throws status::invalid_argument if `values` is null and the segments, by offsets or by length,
/// hold some. Returns how many; 0 on a device, which is only asked if `values` is null.
std::size_t require_values(const execution& where, const void* values,
                           const segmentation& segments);

/// status::invalid_argument: offsets `position` and `position` + 1 of segments of n elements are
/// `first` and `second`, which is wrong.
[[noreturn]] void throw_wrong_offsets(std::uint64_t position, std::uint64_t first,
                                      std::uint64_t second, std::size_t n);

/// Who runs a call on `bytes` of input: the backend of `where`, or the calling thread where
/// so little does not pay for threads. `where` is not a device.
[[nodiscard]] executor executor_for(const execution& where, std::size_t bytes);

/// `data` as the device of `where` sees it. Throws status::not_on_device.
[[nodiscard]] const void* device_pointer(const execution& where, const void* data,
                                         std::size_t bytes);

/// Segments of n elements, their arrays as the device sees them. Throws status::not_on_device.
[[nodiscard]] segmentation device_segments(const execution& where, const segmentation& segments,
                                           std::size_t n);

/// Throws status::unavailable_device unless `ran_there`, the answer of a probe kernel of the
/// caller's own translation unit: that the caller was compiled for this device at all.
void require_image(const execution& where, bool ran_there);

}  // namespace omprim::detail
