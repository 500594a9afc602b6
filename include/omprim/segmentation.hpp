// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

namespace omprim {

namespace detail {
/// Flags of type bool are read as bytes of 0 or 1. Null pointer constants are no flags of type
/// bool.
template <class Flag>
using if_bool = std::enable_if_t<std::is_same_v<Flag, bool> && sizeof(bool) == 1>;
inline const unsigned char* bytes_of(const bool* flags) {
  return reinterpret_cast<const unsigned char*>(flags);
}
}  // namespace detail

/// How an array is cut into segments, in one of three forms; made by the functions below. Its
/// arrays must be accessible where the call runs, and are only read.
///
/// Scans take all three. Reductions write a result for each segment and so must be told how many
/// there are: by offsets or by length.
struct segmentation {
  const unsigned char* heads = nullptr;
  const void* offsets = nullptr;
  std::size_t offset_bytes = 0;  ///< of one offset, 4 or 8; 0: there are none
  std::size_t count = 0;         ///< segments, by offsets or by length
  std::size_t length = 0;        ///< of each segment, by length
  std::size_t values = 0;        ///< of all segments, by offsets; 0: not known
};

enum class segment_form { none, heads, offsets, length };

/// The form of segments that are given in one. None is by_heads(nullptr) and by_length(0, 0): no
/// segments to reductions, an error to scans of any elements.
[[nodiscard]] constexpr segment_form form_of(const segmentation& segments) noexcept {
  if (segments.offset_bytes != 0) return segment_form::offsets;
  if (segments.heads != nullptr) return segment_form::heads;
  const bool empty = segments.count == 0 && segments.length == 0;
  return empty ? segment_form::none : segment_form::length;
}

/// A segment begins at each element whose head, a byte for each element of the array, is not 0; the
/// first begins at element 0, whatever its head. Heads may be of type bool, too.
[[nodiscard]] inline segmentation by_heads(const unsigned char* heads) {
  return {heads, nullptr, 0, 0, 0, 0};
}
template <class Flag, class = detail::if_bool<Flag>>
[[nodiscard]] segmentation by_heads(const Flag* heads) {
  return by_heads(detail::bytes_of(heads));
}

/// Segment s is [offsets[s], offsets[s + 1]), s < count, as in the row pointers of CSR matrices:
/// count + 1 integers of 4 or 8 bytes that do not decrease, none above the size of the array.
/// Segments may be empty. offsets[0] may be above 0 and offsets[count] below the size: elements
/// outside of all segments are neither read nor written. For no segments offsets may be null.
/// `values` is how many elements all segments have, if that is known, and 0 else: a device, whose
/// offsets are read by the kernel only, is then given the strategy for their mean length. Results
/// do not depend on it.
template <class Offset>
[[nodiscard]] segmentation by_offsets(const Offset* offsets, std::size_t count,
                                      std::size_t values = 0) {
  static_assert(std::is_integral_v<Offset> && (sizeof(Offset) == 4 || sizeof(Offset) == 8),
                "offsets are integers of 4 or 8 bytes");
  return {nullptr, offsets, sizeof(Offset), count, 0, values};
}

/// Segment s is [s * length, (s + 1) * length), s < count, as in the rows of dense matrices. They
/// end within the array; elements behind the last are neither read nor written. Length 0 makes
/// `count` empty segments.
[[nodiscard]] inline segmentation by_length(std::size_t length, std::size_t count) {
  return {nullptr, nullptr, 0, count, length, 0};
}

}  // namespace omprim
