// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

namespace omprim {

/// How an array of n elements is cut into segments, in one of two forms; made by the functions
/// below. Its arrays must be accessible where the call runs, and are only read.
struct segmentation {
  const unsigned char* heads = nullptr;
  const void* offsets = nullptr;
  std::size_t offset_bytes = 0;  ///< of one offset, 4 or 8; 0: by heads
  std::size_t count = 0;         ///< segments, of which there are count + 1 offsets
};

/// A segment begins at each element whose head, a byte for each of the n elements, is not 0; the
/// first begins at element 0, whatever its head.
inline segmentation by_heads(const unsigned char* heads) { return {heads, nullptr, 0, 0}; }

/// Segment s is [offsets[s], offsets[s + 1]), s < count, as in the row pointers of CSR matrices:
/// count + 1 integers of 4 or 8 bytes that do not decrease, none above n. Segments may be empty.
/// offsets[0] may be above 0 and offsets[count] below n: elements outside of all segments are
/// neither read nor written.
template <class Offset>
segmentation by_offsets(const Offset* offsets, std::size_t count) {
  static_assert(std::is_integral_v<Offset> && (sizeof(Offset) == 4 || sizeof(Offset) == 8),
                "offsets are integers of 4 or 8 bytes");
  return {nullptr, offsets, sizeof(Offset), count};
}

}  // namespace omprim
