// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <omprim/backend/open.hpp>
#include <omprim/error.hpp>

namespace omprim::detail {

void require_segments(const segmentation& segments, std::size_t n) {
  const std::string of_n = "; n is " + std::to_string(n);
  if (segments.offset_bytes == 0) {
    if (segments.offsets != nullptr) {
      throw error(status::invalid_argument,
                  "segments have offsets of 0 bytes; there are offsets of 4 and of 8 bytes");
    }
    return require_data(segments.heads, n, "the pointer to the heads of segments");
  }
  if (segments.offset_bytes != 4 && segments.offset_bytes != 8) {
    throw error(status::invalid_argument, "segments have offsets of " +
                                              std::to_string(segments.offset_bytes) +
                                              " bytes; there are offsets of 4 and of 8 bytes");
  }
  if (segments.heads != nullptr) {
    throw error(status::invalid_argument, "segments are given by heads and by offsets" + of_n);
  }
  if (segments.offsets == nullptr && (n != 0 || segments.count != 0)) {
    throw error(status::invalid_argument, "the pointer to the offsets of " +
                                              std::to_string(segments.count) +
                                              " segments is a null pointer" + of_n);
  }
}

void throw_wrong_offsets(std::uint64_t position, std::uint64_t first, std::uint64_t second,
                         std::size_t n) {
  throw error(status::invalid_argument,
              "offsets " + std::to_string(position) + " and " + std::to_string(position + 1) +
                  " of the segments are " + std::to_string(first) + " and " +
                  std::to_string(second) + "; none may be below the one before or the first, or " +
                  "above n, which is " + std::to_string(n));
}

segmentation device_segments(const execution& where, const segmentation& segments, std::size_t n) {
  segmentation there = segments;
  if (segments.offset_bytes == 0) {
    there.heads = static_cast<const unsigned char*>(device_pointer(where, segments.heads, n));
  } else {
    there.offsets =
        device_pointer(where, segments.offsets, (segments.count + 1) * segments.offset_bytes);
  }
  return there;
}

}  // namespace omprim::detail
