// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/containers/segments.hpp>
#include <omprim/segmented_sort.hpp>

/// segmented_sort.hpp for containers. An output is at least as long as the input.
namespace omprim {

template <class V, class = detail::if_containers<V>>
void segmented_sort(const execution& where, V&& keys, const segmentation& segments,
                    const sort_options& options = default_sort_options) {
  segmented_sort(where, detail::data_of(keys), detail::length_of(keys), segments, options);
}
template <class V, class Out, class = detail::if_containers<V, Out>>
void segmented_sort(const execution& where, const V& keys, const segmentation& segments, Out&& out,
                    const sort_options& options = default_sort_options) {
  detail::require_room(detail::length_of(out), detail::length_of(keys));
  segmented_sort(where, detail::data_of(keys), detail::length_of(keys), segments,
                 detail::data_of(out), options);
}

/// There are as many values as keys.
template <class V, class Values, class = detail::if_containers<V, Values>>
void segmented_sort_by_key(const execution& where, V&& keys, Values&& values,
                           const segmentation& segments,
                           const sort_options& options = default_sort_options) {
  const std::size_t n = detail::length_by_key(keys, values);
  segmented_sort_by_key(where, detail::data_of(keys), detail::data_of(values), n, segments,
                        options);
}
template <class V, class Values, class Out, class ValuesOut,
          class = detail::if_containers<V, Values, Out, ValuesOut>>
void segmented_sort_by_key(const execution& where, const V& keys, const Values& values,
                           const segmentation& segments, Out&& keys_out, ValuesOut&& values_out,
                           const sort_options& options = default_sort_options) {
  const std::size_t n = detail::length_by_key(keys, values);
  detail::require_room(detail::length_of(keys_out), n);
  detail::require_room(detail::length_of(values_out), n);
  segmented_sort_by_key(where, detail::data_of(keys), detail::data_of(values), n, segments,
                        detail::data_of(keys_out), detail::data_of(values_out), options);
}

}  // namespace omprim
