// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <omprim/containers/array.hpp>
#include <omprim/reduce.hpp>

/// reduce.hpp for containers. `more` are the arguments that follow n there: the operator of reduce,
/// its initial value, and options.
namespace omprim {

namespace detail {
template <class... More>
inline constexpr bool are_options = sizeof...(More) == 0;
template <class One>
inline constexpr bool are_options<One> = std::is_base_of_v<reduce_options, One>;

/// The options among the arguments behind a container: the only one, or none.
template <class... More>
decltype(auto) options_in(const More&... more) {
  static_assert(are_options<More...>,
                "only options follow the container of this function; reduce takes an operator and "
                "then an initial value: reduce(where, x, plus{}, 1.0f)");
  if constexpr (sizeof...(More) == 1 && are_options<More...>) {
    return reduce_options(more...);
  } else {
    return (default_options);  // by reference
  }
}
}  // namespace detail

template <class V, class... More, class = detail::if_containers<V>>
auto reduce(const execution& where, const V& x, const More&... more) {
  return reduce(where, detail::data_of(x), detail::length_of(x), more...);
}
template <class V, class... More, class = detail::if_containers<V>>
auto sum(const execution& where, const V& x, const More&... more) {
  return sum(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto wide_sum(const execution& where, const V& x, const More&... more) {
  return wide_sum(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto min(const execution& where, const V& x, const More&... more) {
  return min(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto max(const execution& where, const V& x, const More&... more) {
  return max(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto argmin(const execution& where, const V& x, const More&... more) {
  return argmin(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto argmax(const execution& where, const V& x, const More&... more) {
  return argmax(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto minmax(const execution& where, const V& x, const More&... more) {
  return minmax(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto sum_min_max(const execution& where, const V& x, const More&... more) {
  return sum_min_max(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto all(const execution& where, const V& x, const More&... more) {
  return all(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto any(const execution& where, const V& x, const More&... more) {
  return any(where, detail::data_of(x), detail::length_of(x), detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto sum_of_absolutes(const execution& where, const V& x, const More&... more) {
  return sum_of_absolutes(where, detail::data_of(x), detail::length_of(x),
                          detail::options_in(more...));
}
template <class V, class... More, class = detail::if_containers<V>>
auto sum_of_squares(const execution& where, const V& x, const More&... more) {
  return sum_of_squares(where, detail::data_of(x), detail::length_of(x),
                        detail::options_in(more...));
}

/// Both containers have the same size.
template <class V, class W, class... More, class = detail::if_containers<V, W>>
auto dot(const execution& where, const V& a, const W& b, const More&... more) {
  detail::require_equal(detail::length_of(a), "the first array of dot", detail::length_of(b),
                        "the second");
  return dot(where, detail::data_of(a), detail::data_of(b), detail::length_of(a),
             detail::options_in(more...));
}

}  // namespace omprim
