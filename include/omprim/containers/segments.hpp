// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include <omprim/containers/array.hpp>
#include <omprim/segmentation.hpp>

namespace omprim {

/// The segments between neighbouring offsets: one segment fewer than offsets.
template <class V, class = detail::if_containers<V>>
[[nodiscard]] segmentation by_offsets(const V& offsets) {
  const std::size_t n = detail::length_of(offsets);
  return by_offsets(detail::data_of(offsets), n == 0 ? 0 : n - 1);
}

/// One head for each element.
template <class V, class = detail::if_containers<V>>
[[nodiscard]] segmentation by_heads(const V& heads) {
  return by_heads(detail::flags_of(heads));
}

namespace detail {
/// Throws status::invalid_argument if an output of `room` elements is shorter than the results, or
/// if segments of one length do not end within `values` elements.
inline void require_segments(const segmentation& segments, std::size_t values, std::size_t room) {
  require_room(room, segments.count);
  if (form_of(segments) != segment_form::length || segments.length == 0) return;
  if (segments.count <= values / segments.length) return;
  throw_sizes("the array of values", values, std::to_string(segments.count) + " segments each have",
              segments.length);
}
}  // namespace detail

}  // namespace omprim
