// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/bin_sort.hpp>
#include <omprim/containers/array.hpp>

/// bin_sort.hpp for containers.
namespace omprim {

/// `index` is at least as long as the input.
template <class V, class Bins, class Index, class = detail::if_containers<V, Index>>
void bin_index(const execution& where, const V& data, const Bins& bins, Index&& index) {
  detail::require_room(detail::length_of(index), detail::length_of(data));
  bin_index(where, detail::data_of(data), detail::length_of(data), bins, detail::data_of(index));
}

/// `positions` are at least as long as the input, and there is at least one offset more than bins.
template <class V, class Bins, class Positions, class Offsets,
          class = detail::if_containers<V, Positions, Offsets>>
void bin_sort(const execution& where, const V& data, const Bins& bins, Positions&& positions,
              Offsets&& offsets) {
  detail::require_room(detail::length_of(positions), detail::length_of(data));
  detail::require_room(detail::length_of(offsets), bins.count + 1);
  bin_sort(where, detail::data_of(data), detail::length_of(data), bins, detail::data_of(positions),
           detail::data_of(offsets));
}

}  // namespace omprim
