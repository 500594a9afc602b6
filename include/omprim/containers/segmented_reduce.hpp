// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/containers/array.hpp>
#include <omprim/containers/segments.hpp>
#include <omprim/segmented_reduce.hpp>

/// segmented_reduce.hpp for containers. `more` are the arguments that follow the output there: the
/// operator and options.
///   omprim::segmented_reduce(where, values, omprim::by_offsets(rows), sums);
/// Segments of one length must end within the values. Offsets are not compared with the size of the
/// values.
namespace omprim {

template <class V, class Out, class... More, class = detail::if_containers<V, Out>>
void segmented_reduce(const execution& where, const V& values, const segmentation& segments,
                      Out&& out, const More&... more) {
  detail::require_segments(segments, detail::length_of(values), detail::length_of(out));
  segmented_reduce(where, detail::data_of(values), segments, detail::data_of(out), more...);
}

/// The overloads with `out` write the extremes to it.
template <class V, class Positions, class = detail::if_containers<V, Positions>>
void segmented_argmin(const execution& where, const V& values, const segmentation& segments,
                      Positions&& positions, const segment_options& options = default_options) {
  detail::require_segments(segments, detail::length_of(values), detail::length_of(positions));
  detail::value_of<V>* const no_values = nullptr;
  segmented_argmin(where, detail::data_of(values), segments, detail::data_of(positions), no_values,
                   options);
}
template <class V, class Positions, class Out, class = detail::if_containers<V, Positions, Out>>
void segmented_argmin(const execution& where, const V& values, const segmentation& segments,
                      Positions&& positions, Out&& out,
                      const segment_options& options = default_options) {
  detail::require_segments(segments, detail::length_of(values), detail::length_of(positions));
  detail::require_room(detail::length_of(out), segments.count);
  segmented_argmin(where, detail::data_of(values), segments, detail::data_of(positions),
                   detail::data_of(out), options);
}
template <class V, class Positions, class = detail::if_containers<V, Positions>>
void segmented_argmax(const execution& where, const V& values, const segmentation& segments,
                      Positions&& positions, const segment_options& options = default_options) {
  detail::require_segments(segments, detail::length_of(values), detail::length_of(positions));
  detail::value_of<V>* const no_values = nullptr;
  segmented_argmax(where, detail::data_of(values), segments, detail::data_of(positions), no_values,
                   options);
}
template <class V, class Positions, class Out, class = detail::if_containers<V, Positions, Out>>
void segmented_argmax(const execution& where, const V& values, const segmentation& segments,
                      Positions&& positions, Out&& out,
                      const segment_options& options = default_options) {
  detail::require_segments(segments, detail::length_of(values), detail::length_of(positions));
  detail::require_room(detail::length_of(out), segments.count);
  segmented_argmax(where, detail::data_of(values), segments, detail::data_of(positions),
                   detail::data_of(out), options);
}

}  // namespace omprim
