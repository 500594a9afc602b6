// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <api/call.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/memory.hpp>

namespace omprim::detail {
namespace {

/// What any algorithm asks of segments.
void require_one_form(const segmentation& segments) {
  const std::string count = std::to_string(segments.count) + " segments";
  const std::size_t bytes = segments.offset_bytes;
  if ((bytes != 0 && bytes != 4 && bytes != 8) || (bytes == 0 && segments.offsets != nullptr)) {
    refuse("segments have offsets of " + std::to_string(bytes) +
           " bytes; there are offsets of 4 and of 8 bytes");
  }
  std::string forms;
  const auto add = [&](bool given, const char* form) {
    if (given) forms += (forms.empty() ? "" : " and ") + std::string(form);
  };
  add(segments.heads != nullptr, "by heads");
  add(segments.head_bits != nullptr, "by head bits");
  add(bytes != 0, "by offsets");
  add(segments.length != 0, "by length");
  if (forms.find(" and ") != std::string::npos) {
    refuse("segments are given " + forms + "; they have one form");
  }
  if (bytes != 0 && segments.offsets == nullptr && segments.count != 0) {
    refuse("the pointer to the offsets of " + count + " is a null pointer");
  }
  if (segments.length != 0 &&
      segments.count > std::numeric_limits<std::size_t>::max() / segments.length) {
    refuse(count + " of " + std::to_string(segments.length) +
           " elements are more than 64 bits count");
  }
}

std::size_t count_values(const execution& where, const segmentation& segments) {
  if (segments.count == 0) return 0;
  if (form_of(segments) == segment_form::length) return segments.count * segments.length;
  const segmentation there =
      where.where() == backend::device ? device_segments(where, segments, 0) : segments;
  return offset_at(where, there, segments.count) - offset_at(where, there, 0);
}

}  // namespace

std::size_t offset_at(const execution& where, const segmentation& segments, std::size_t i) {
  const std::size_t bytes = segments.offset_bytes;
  const void* const from = static_cast<const std::byte*>(segments.offsets) + i * bytes;
  std::uint64_t wide = 0;
  std::uint32_t narrow = 0;
  copy_out(where, bytes == 8 ? static_cast<void*>(&wide) : &narrow, from, bytes);
  return bytes == 8 ? wide : narrow;
}

void require_scannable(const segmentation& segments, std::size_t n) {
  require_one_form(segments);
  const segment_form form = form_of(segments);
  if (form == segment_form::none && n != 0) {
    refuse(
        "the pointer to the heads of segments is a null pointer, and there are no offsets and no "
        "length; n is " +
        std::to_string(n));
  }
  if (form == segment_form::length && segments.count * segments.length > n) {
    refuse(std::to_string(segments.count) + " segments of " + std::to_string(segments.length) +
           " elements are " + std::to_string(segments.count * segments.length) +
           " elements; n is " + std::to_string(n));
  }
}

void require_reducible(const segmentation& segments) {
  require_one_form(segments);
  const segment_form form = form_of(segments);
  if (form == segment_form::heads || form == segment_form::head_bits) {
    refuse("segments are given by heads; reductions take them by offsets or by length");
  }
}

std::size_t require_values(const execution& where, const void* values,
                           const segmentation& segments) {
  if (where.where() == backend::device && values != nullptr) return 0;
  const std::size_t n = count_values(where, segments);
  require_data(values, n, "the pointer to the values");
  return n;
}

void throw_wrong_offsets(std::uint64_t position, std::uint64_t first, std::uint64_t second,
                         std::size_t n) {
  refuse("offsets " + std::to_string(position) + " and " + std::to_string(position + 1) +
         " of the segments are " + std::to_string(first) + " and " + std::to_string(second) +
         "; none may be below the one before or the first, or above n, which is " +
         std::to_string(n));
}

void require_outer_offsets(std::size_t first, std::size_t last, std::size_t count, std::size_t n) {
  if (first <= last && last <= n) return;
  refuse("offsets 0 and " + std::to_string(count) + " of the segments are " +
         std::to_string(first) + " and " + std::to_string(last) +
         "; they may not decrease or be above n, which is " + std::to_string(n));
}

segmentation device_segments(const execution& where, const segmentation& segments, std::size_t n) {
  segmentation there = segments;
  if (segments.heads != nullptr) {
    there.heads = static_cast<const unsigned char*>(device_pointer(where, segments.heads, n));
  }
  if (segments.head_bits != nullptr) {
    there.head_bits = static_cast<const std::uint64_t*>(device_pointer(
        where, segments.head_bits, kernel::words_of_marks(n) * sizeof(std::uint64_t)));
  }
  if (segments.offsets != nullptr) {
    there.offsets =
        device_pointer(where, segments.offsets, (segments.count + 1) * segments.offset_bytes);
  }
  return there;
}

}  // namespace omprim::detail
