// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/sort_by_keys.hpp>

/// sort_by_keys.hpp for containers. An output is at least as long as the input.
namespace omprim {

template <class V, class W, class = detail::if_containers<V, W>>
void sort_by_keys(const execution& where, V&& first, W&& second,
                  const sort_options& first_options = default_sort_options,
                  const sort_options& second_options = default_sort_options) {
  detail::require_equal(detail::length_of(second), "the second keys", detail::length_of(first),
                        "the first keys");
  sort_by_keys(where, detail::data_of(first), detail::data_of(second), detail::length_of(first),
               first_options, second_options);
}
template <class V, class W, class Out, class SecondOut,
          class = detail::if_containers<V, W, Out, SecondOut>>
void sort_by_keys(const execution& where, const V& first, const W& second, Out&& first_out,
                  SecondOut&& second_out, const sort_options& first_options = default_sort_options,
                  const sort_options& second_options = default_sort_options) {
  detail::require_equal(detail::length_of(second), "the second keys", detail::length_of(first),
                        "the first keys");
  detail::require_room(detail::length_of(first_out), detail::length_of(first));
  detail::require_room(detail::length_of(second_out), detail::length_of(first));
  sort_by_keys(where, detail::data_of(first), detail::data_of(second), detail::length_of(first),
               detail::data_of(first_out), detail::data_of(second_out), first_options,
               second_options);
}

template <class V, class W, class Positions, class = detail::if_containers<V, W, Positions>>
void argsort_by_keys(const execution& where, const V& first, const W& second, Positions&& positions,
                     const sort_options& first_options = default_sort_options,
                     const sort_options& second_options = default_sort_options) {
  detail::require_equal(detail::length_of(second), "the second keys", detail::length_of(first),
                        "the first keys");
  detail::require_room(detail::length_of(positions), detail::length_of(first));
  argsort_by_keys(where, detail::data_of(first), detail::data_of(second), detail::length_of(first),
                  detail::data_of(positions), first_options, second_options);
}

}  // namespace omprim
