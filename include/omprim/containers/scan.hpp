// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/containers/segments.hpp>
#include <omprim/scan.hpp>
#include <omprim/scan_by_key.hpp>
#include <omprim/segmented_scan.hpp>

/// scan.hpp, segmented_scan.hpp and scan_by_key.hpp for containers. `more` are the arguments that
/// follow the output there: the operator, the initial value, and options. An output is at least as
/// long as the input.
namespace omprim {

template <class V, class Out, class... More, class = detail::if_containers<V, Out>>
void inclusive_scan(const execution& where, const V& in, Out&& out, const More&... more) {
  detail::require_room(detail::length_of(out), detail::length_of(in));
  inclusive_scan(where, detail::data_of(in), detail::length_of(in), detail::data_of(out), more...);
}
template <class V, class Out, class... More, class = detail::if_containers<V, Out>>
void exclusive_scan(const execution& where, const V& in, Out&& out, const More&... more) {
  detail::require_room(detail::length_of(out), detail::length_of(in));
  exclusive_scan(where, detail::data_of(in), detail::length_of(in), detail::data_of(out), more...);
}

template <class V, class Out, class... More, class = detail::if_containers<V, Out>>
void segmented_inclusive_scan(const execution& where, const V& in, const segmentation& segments,
                              Out&& out, const More&... more) {
  detail::require_room(detail::length_of(out), detail::length_of(in));
  segmented_inclusive_scan(where, detail::data_of(in), detail::length_of(in), segments,
                           detail::data_of(out), more...);
}
template <class V, class Out, class... More, class = detail::if_containers<V, Out>>
void segmented_exclusive_scan(const execution& where, const V& in, const segmentation& segments,
                              Out&& out, const More&... more) {
  detail::require_room(detail::length_of(out), detail::length_of(in));
  segmented_exclusive_scan(where, detail::data_of(in), detail::length_of(in), segments,
                           detail::data_of(out), more...);
}

/// There are as many values as keys.
template <class Keys, class V, class Out, class... More,
          class = detail::if_containers<Keys, V, Out>>
void inclusive_scan_by_key(const execution& where, const Keys& keys, const V& values, Out&& out,
                           const More&... more) {
  const std::size_t n = detail::length_by_key(keys, values);
  detail::require_room(detail::length_of(out), n);
  inclusive_scan_by_key(where, detail::data_of(keys), detail::data_of(values), n,
                        detail::data_of(out), more...);
}
template <class Keys, class V, class Out, class... More,
          class = detail::if_containers<Keys, V, Out>>
void exclusive_scan_by_key(const execution& where, const Keys& keys, const V& values, Out&& out,
                           const More&... more) {
  const std::size_t n = detail::length_by_key(keys, values);
  detail::require_room(detail::length_of(out), n);
  exclusive_scan_by_key(where, detail::data_of(keys), detail::data_of(values), n,
                        detail::data_of(out), more...);
}

}  // namespace omprim
