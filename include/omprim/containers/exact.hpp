// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/reduce.hpp>
#include <omprim/containers/segments.hpp>
#include <omprim/exact.hpp>

/// exact.hpp for containers.
namespace omprim {

template <class V, class... More, class = detail::if_containers<V>>
auto exact_sum(const execution& where, const V& x, const More&... more) {
  return exact_sum(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto exact_sum_of_absolutes(const execution& where, const V& x, const More&... more) {
  return exact_sum_of_absolutes(where, detail::data_of(x), detail::length_of(x),
                                detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto exact_sum_of_squares(const execution& where, const V& x, const More&... more) {
  return exact_sum_of_squares(where, detail::data_of(x), detail::length_of(x),
                              detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto exact_norm2(const execution& where, const V& x, const More&... more) {
  return exact_norm2(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto exact_mean(const execution& where, const V& x, const More&... more) {
  return exact_mean(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}

/// Both containers have the same size.
template <class V, class W, class... More, class = detail::if_containers<V, W>>
auto exact_dot(const execution& where, const V& a, const W& b, const More&... more) {
  detail::require_equal(detail::length_of(a), "the first array of exact_dot", detail::length_of(b),
                        "the second");
  return exact_dot(where, detail::data_of(a), detail::data_of(b), detail::length_of(a),
                   detail::options_in(more...));
}
template <class V, class W, class... More, class = detail::if_containers<V, W>>
auto exact_weighted_sum(const execution& where, const V& weights, const W& x, const More&... more) {
  return exact_dot(where, weights, x, more...);
}

/// Segments of one length must end within the values. Offsets are not compared with the size of the
/// values.
template <class V, class Out, class = detail::if_containers<V, Out>>
void exact_segmented_sum(const execution& where, const V& values, const segmentation& segments,
                         Out&& out, const segment_options& options = default_options) {
  detail::require_segments(segments, detail::length_of(values), detail::length_of(out));
  exact_segmented_sum(where, detail::data_of(values), segments, detail::data_of(out), options);
}

}  // namespace omprim
