// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/reduce.hpp>

/// reduce.hpp for containers. `more` are the arguments that follow n there: the operator of reduce,
/// its initial value, and options.
namespace omprim {

template <class V, class... More, class = detail::if_containers<V>>
auto reduce(const execution& where, const V& x, const More&... more) {
  return reduce(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto sum(const execution& where, const V& x, const More&... more) {
  return sum(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto wide_sum(const execution& where, const V& x, const More&... more) {
  return wide_sum(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto min(const execution& where, const V& x, const More&... more) {
  return min(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto max(const execution& where, const V& x, const More&... more) {
  return max(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto argmin(const execution& where, const V& x, const More&... more) {
  return argmin(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto argmax(const execution& where, const V& x, const More&... more) {
  return argmax(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto minmax(const execution& where, const V& x, const More&... more) {
  return minmax(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto sum_min_max(const execution& where, const V& x, const More&... more) {
  return sum_min_max(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto all(const execution& where, const V& x, const More&... more) {
  return all(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto any(const execution& where, const V& x, const More&... more) {
  return any(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto sum_of_absolutes(const execution& where, const V& x, const More&... more) {
  return sum_of_absolutes(where, x.data(), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto sum_of_squares(const execution& where, const V& x, const More&... more) {
  return sum_of_squares(where, x.data(), detail::length_of(x), more...);
}

/// Both containers have the same size.
template <class V, class W, class... More, class = detail::if_containers<V, W>>
auto dot(const execution& where, const V& a, const W& b, const More&... more) {
  detail::require_equal(detail::length_of(a), "the first array of dot", detail::length_of(b),
                        "the second");
  return dot(where, a.data(), b.data(), detail::length_of(a), more...);
}

}  // namespace omprim
