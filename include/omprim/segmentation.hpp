// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace omprim {

namespace detail {
/// Enables an overload for flags of type bool, which are read as bytes of 0 or 1. A null pointer
/// constant does not match it.
template <class Flag>
using if_bool = std::enable_if_t<std::is_same_v<Flag, bool> && sizeof(bool) == 1>;
inline const unsigned char* bytes_of(const bool* flags) {
  return reinterpret_cast<const unsigned char*>(flags);
}
}  // namespace detail

/// The segments of an array, in one of four forms; made by the functions below. The arrays of
/// heads or offsets are accessible where the call runs, and only read.
///
/// Scans take all forms. Reductions write a result for each segment and need the number of
/// segments, so they take offsets or a length.
struct segmentation {
  const unsigned char* heads = nullptr;
  const void* offsets = nullptr;
  std::size_t offset_bytes = 0;  ///< bytes of one offset, 4 or 8; 0: no offsets
  std::size_t count = 0;         ///< number of segments, by offsets or by length
  std::size_t length = 0;        ///< elements of each segment, by length
  std::size_t values = 0;        ///< elements of all segments, by offsets; 0: not known
  const std::uint64_t* head_bits = nullptr;
};

enum class segment_form { none, heads, head_bits, offsets, length };

/// The form of a segmentation. `none` is the form of by_heads(nullptr) and by_length(0, 0): a
/// reduction takes it as no segments, and for a scan with n > 0 it is an error.
[[nodiscard]] constexpr segment_form form_of(const segmentation& segments) noexcept {
  if (segments.offset_bytes != 0) return segment_form::offsets;
  if (segments.heads != nullptr) return segment_form::heads;
  if (segments.head_bits != nullptr) return segment_form::head_bits;
  const bool empty = segments.count == 0 && segments.length == 0;
  return empty ? segment_form::none : segment_form::length;
}

/// Segments by heads, one byte for each element of the array. A segment begins at element 0 and at
/// each element whose head is not 0. Heads may be of type bool, too.
[[nodiscard]] inline segmentation by_heads(const unsigned char* heads) {
  return {heads, nullptr, 0, 0, 0, 0, nullptr};
}
template <class Flag, class = detail::if_bool<Flag>>
[[nodiscard]] segmentation by_heads(const Flag* heads) {
  return by_heads(detail::bytes_of(heads));
}

/// The same with a bit for each element: bit i % 64 of word i / 64, as runs_any writes them.
[[nodiscard]] inline segmentation by_head_bits(const std::uint64_t* heads) {
  return {nullptr, nullptr, 0, 0, 0, 0, heads};
}

/// Segments by offsets, as in the row pointers of CSR matrices: segment s is
/// [offsets[s], offsets[s + 1]), s < count.
///   * Offsets are count + 1 integers of 4 or 8 bytes. They do not decrease, and none is above the
///     size of the array. If count is 0, they may be null.
///   * Segments may be empty.
///   * offsets[0] may be above 0 and offsets[count] below the size of the array: elements outside
///     of all segments are neither read nor written.
///   * `values` is the number of elements of all segments, or 0 if it is not known. A device's
///     offsets are read by kernels only, so the library learns the mean length of the segments from
///     `values`, and chooses a strategy by it. Results do not depend on `values`.
template <class Offset>
[[nodiscard]] segmentation by_offsets(const Offset* offsets, std::size_t count,
                                      std::size_t values = 0) {
  static_assert(std::is_integral_v<Offset> && (sizeof(Offset) == 4 || sizeof(Offset) == 8),
                "offsets are integers of 4 or 8 bytes");
  return {nullptr, offsets, sizeof(Offset), count, 0, values, nullptr};
}

/// Segments of one length, as the rows of dense matrices: segment s is
/// [s * length, (s + 1) * length), s < count. The last one ends within the array; elements after
/// it are neither read nor written. With length 0 all `count` segments are empty.
[[nodiscard]] inline segmentation by_length(std::size_t length, std::size_t count) {
  return {nullptr, nullptr, 0, count, length, 0, nullptr};
}

}  // namespace omprim
