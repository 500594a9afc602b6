// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/search.hpp>

/// search.hpp for containers. `positions` has at least as many elements as `values`.
namespace omprim {

template <class V, class Values, class Positions,
          class = detail::if_containers<V, Values, Positions>>
void lower_bound(const execution& where, const V& sorted, const Values& values,
                 Positions&& positions, const search_options& options = default_search_options) {
  detail::require_room(detail::length_of(positions), detail::length_of(values));
  lower_bound(where, detail::data_of(sorted), detail::length_of(sorted), detail::data_of(values),
              detail::length_of(values), detail::data_of(positions), options);
}
template <class V, class Values, class Positions,
          class = detail::if_containers<V, Values, Positions>>
void upper_bound(const execution& where, const V& sorted, const Values& values,
                 Positions&& positions, const search_options& options = default_search_options) {
  detail::require_room(detail::length_of(positions), detail::length_of(values));
  upper_bound(where, detail::data_of(sorted), detail::length_of(sorted), detail::data_of(values),
              detail::length_of(values), detail::data_of(positions), options);
}

}  // namespace omprim
