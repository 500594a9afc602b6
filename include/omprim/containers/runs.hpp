// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <omprim/containers/array.hpp>
#include <omprim/runs.hpp>
#include <omprim/select.hpp>

/// runs.hpp for containers. Outputs have room for one element per run. If an output has fewer than
/// n elements, the elements or keys are read once more to count the runs.
namespace omprim {

namespace detail {
template <class Elements, class First, class Second>
void require_room_for_runs(const execution& where, const Elements& x, const First& first,
                           const Second& second) {
  const std::size_t room = std::min(length_of(first), length_of(second));
  if (room < length_of(x)) require_room(room, count_unique(where, data_of(x), length_of(x)));
}
}  // namespace detail

template <class V, class Unique, class Lengths, class... More,
          class = detail::if_containers<V, Unique, Lengths>>
std::size_t run_length_encode(const execution& where, const V& x, Unique&& unique,
                              Lengths&& lengths, const More&... more) {
  detail::require_room_for_runs(where, x, unique, lengths);
  return run_length_encode(where, detail::data_of(x), detail::length_of(x), detail::data_of(unique),
                           detail::data_of(lengths), more...);
}

/// There are as many values as keys.
template <class Keys, class V, class UniqueKeys, class Out, class... More,
          class = detail::if_containers<Keys, V, UniqueKeys, Out>>
std::size_t reduce_by_key(const execution& where, const Keys& keys, const V& values,
                          UniqueKeys&& unique_keys, Out&& out, const More&... more) {
  const std::size_t n = detail::length_by_key(keys, values);
  detail::require_room_for_runs(where, keys, unique_keys, out);
  return reduce_by_key(where, detail::data_of(keys), detail::data_of(values), n,
                       detail::data_of(unique_keys), detail::data_of(out), more...);
}

/// There are as many values as keys.
template <class Keys, class V, class UniqueKeys, class Out, class... More,
          class = detail::if_containers<Keys, V, UniqueKeys, Out>>
std::size_t unique_by_key(const execution& where, const Keys& keys, const V& values,
                          UniqueKeys&& unique_keys, Out&& first_values, const More&... more) {
  const std::size_t n = detail::length_by_key(keys, values);
  detail::require_room_for_runs(where, keys, unique_keys, first_values);
  return unique_by_key(where, detail::data_of(keys), detail::data_of(values), n,
                       detail::data_of(unique_keys), detail::data_of(first_values), more...);
}

}  // namespace omprim
