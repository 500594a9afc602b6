// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/sort.hpp>

/// sort.hpp for containers. An output is at least as long as the input.
namespace omprim {

template <class V, class = detail::if_containers<V>>
void sort(const execution& where, V&& keys, const sort_options& options = default_sort_options) {
  sort(where, detail::data_of(keys), detail::length_of(keys), options);
}
template <class V, class Out, class = detail::if_containers<V, Out>>
void sort(const execution& where, const V& keys, Out&& out,
          const sort_options& options = default_sort_options) {
  detail::require_room(detail::length_of(out), detail::length_of(keys));
  sort(where, detail::data_of(keys), detail::length_of(keys), detail::data_of(out), options);
}

template <class V, class Values, class = detail::if_containers<V, Values>>
void sort_by_key(const execution& where, V&& keys, Values&& values,
                 const sort_options& options = default_sort_options) {
  detail::require_equal(detail::length_of(values), "the values", detail::length_of(keys),
                        "the keys");
  sort_by_key(where, detail::data_of(keys), detail::data_of(values), detail::length_of(keys),
              options);
}
template <class V, class Values, class Out, class ValuesOut,
          class = detail::if_containers<V, Values, Out, ValuesOut>>
void sort_by_key(const execution& where, const V& keys, const Values& values, Out&& keys_out,
                 ValuesOut&& values_out, const sort_options& options = default_sort_options) {
  detail::require_equal(detail::length_of(values), "the values", detail::length_of(keys),
                        "the keys");
  detail::require_room(detail::length_of(keys_out), detail::length_of(keys));
  detail::require_room(detail::length_of(values_out), detail::length_of(keys));
  sort_by_key(where, detail::data_of(keys), detail::data_of(values), detail::length_of(keys),
              detail::data_of(keys_out), detail::data_of(values_out), options);
}

template <class V, class Positions, class = detail::if_containers<V, Positions>>
void argsort(const execution& where, const V& keys, Positions&& positions,
             const sort_options& options = default_sort_options) {
  detail::require_room(detail::length_of(positions), detail::length_of(keys));
  argsort(where, detail::data_of(keys), detail::length_of(keys), detail::data_of(positions),
          options);
}

}  // namespace omprim
