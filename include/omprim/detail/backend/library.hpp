// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/detail/backend/executor.hpp>
#include <omprim/execution.hpp>
#include <omprim/segmentation.hpp>

/// The functions of the library that the open templates call.
namespace omprim::detail {

/// Throws the exception that is being handled; those of the standard library about memory as
/// omprim::error with status::out_of_memory. Every public call throws by it:
///   void call() try {
///     ...
///   } catch (...) {
///     rethrow_as_error();
///   }
[[noreturn]] void rethrow_as_error();

[[noreturn]] void throw_null(std::size_t n, const char* what);

/// Throws status::invalid_argument for a null pointer to n > 0 elements; `what` names it.
inline void require_data(const void* data, std::size_t n, const char* what) {
  if (data == nullptr && n != 0) throw_null(n, what);
}

[[noreturn]] void throw_too_large(std::size_t n, std::size_t bytes);

/// Throws status::invalid_argument if no array can have n elements of `bytes` bytes each, for
/// example if n is a negative number that was converted to a size.
inline void require_size(std::size_t n, std::size_t bytes) {
  if (n > static_cast<std::size_t>(PTRDIFF_MAX) / bytes) throw_too_large(n, bytes);
}

[[noreturn]] void throw_one_output();

/// Throws status::invalid_argument if a partition of n > 0 elements has a single output.
inline void require_two_outputs(const void* selected, const void* rejected, std::size_t n) {
  if (selected == rejected && n != 0) throw_one_output();
}

/// Throws status::invalid_argument unless `segments` can segment a scan of n elements. It rejects
///  - no segmentation, or two forms of it at once,
///  - null pointers,
///  - an offset width that does not exist,
///  - lengths beyond n.
/// The offsets' values are checked where they are read.
void require_scannable(const segmentation& segments, std::size_t n);

/// The same for a segmented reduction, which does not know n and accepts no head flags.
void require_reducible(const segmentation& segments);

/// Throws status::invalid_argument if no array can have the elements, of `bytes` bytes each, of
/// segments that are given by length.
inline void require_total_size(const segmentation& segments, std::size_t bytes) {
  if (form_of(segments) == segment_form::length) {
    require_size(segments.count * segments.length, bytes);
  }
}

/// Throws status::invalid_argument if `values` is null although the segments, given by offsets or
/// by length, are not empty. Returns the number of values. On a device it returns 0 if `values` is
/// not null: only for null pointers it reads the offsets from the device.
std::size_t require_values(const execution& where, const void* values,
                           const segmentation& segments);

/// Throws status::invalid_argument. The message names the wrong offsets of segments of n elements:
/// `first` at `position`, and `second` at `position` + 1.
[[noreturn]] void throw_wrong_offsets(std::uint64_t position, std::uint64_t first,
                                      std::uint64_t second, std::size_t n);

/// The executor of a call on `bytes` of input: the backend of `where`, or the calling thread if the
/// input is too small for threads to pay. `where` is not a device.
[[nodiscard]] executor executor_for(const execution& where, std::size_t bytes);

/// Returns `data` as the device of `where` sees it. Throws status::not_on_device.
[[nodiscard]] const void* device_pointer(const execution& where, const void* data,
                                         std::size_t bytes);

/// Returns the segments of n elements with device pointers to their arrays. Throws
/// status::not_on_device.
[[nodiscard]] segmentation device_segments(const execution& where, const segmentation& segments,
                                           std::size_t n);

/// Throws status::unavailable_device unless `ran_there` is true. `ran_there` is the answer of a
/// probe kernel in the caller's translation unit: whether that unit was compiled for this device at
/// all.
void require_image(const execution& where, bool ran_there);

}  // namespace omprim::detail
