// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/segments_in_parts.hpp>

#include <algorithm>
#include <string>

#include <api/call.hpp>

namespace omprim::detail {
namespace {

part_segments by_offsets_of_part(const execution& where, const segmentation& segments,
                                 std::size_t n) {
  part_segments part;
  const std::size_t count = segments.count;
  if (segments.offsets == nullptr) {  // and count is 0
    part.front = n;
    return part;
  }
  const segmentation there =
      where.where() == backend::device ? device_segments(where, segments, n) : segments;
  part.front = offset_at(where, there, 0);
  if (count == 0) {
    require_outer_offsets(part.front, part.front, count, n);
    part.ends_front = part.front != n;
    return part;
  }
  part.last = offset_at(where, there, count - 1);
  const std::size_t end = offset_at(where, there, count);
  require_outer_offsets(part.front, end, count, n);
  require_outer_offsets(part.front, part.last, count - 1, n);
  if (part.last > end) throw_wrong_offsets(count - 1, part.last, end, n);
  part.ends_front = true;
  part.whole = segments;
  part.is_open = end == n;
  if (!part.is_open) return part;
  part.size = n - part.last;
  part.whole.count = count - 1;
  part.whole.values = segments.values > part.size ? segments.values - part.size : 0;
  return part;
}

part_segments by_length_of_part(const segmentation& segments, const place_of_part& place) {
  part_segments part;
  const std::uint64_t length = segments.length;
  require_scannable(segments, place.total);
  if (length == 0) {  // all segments are empty
    if (place.is_first) part.whole = segments;
    part.ends_front = true;
    return part;
  }
  const std::uint64_t end_of_all = segments.count * length;
  const std::uint64_t begin = std::min<std::uint64_t>(place.before, end_of_all);
  const std::uint64_t end = std::min<std::uint64_t>(place.before + place.n, end_of_all);
  const auto segments_before = [&](std::uint64_t i) { return i / length + (i % length != 0); };
  const std::uint64_t first = segments_before(begin);
  const std::uint64_t count = segments_before(end) - first;
  part.front = std::min(first * length, end) - begin;
  part.ends_front = count != 0 || end == end_of_all;
  part.begin = part.front;
  part.size = count == 0 ? 0 : (end - begin - part.front) % length;
  part.is_open = part.size != 0;
  part.whole = by_length(length, count - (part.is_open ? 1 : 0));
  part.last = part.begin + part.whole.count * length;
  return part;
}

}  // namespace

part_segments segments_of_part(const execution& where, const segmentation& segments,
                               const place_of_part& place) {
  require_reducible(segments);
  return form_of(segments) == segment_form::offsets ? by_offsets_of_part(where, segments, place.n)
                                                    : by_length_of_part(segments, place);
}

}  // namespace omprim::detail
