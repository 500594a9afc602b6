// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/histogram.hpp>

/// histogram.hpp for containers.
namespace omprim {

/// `counts` has at least as many elements as there are bins.
template <class V, class Bins, class Counts, class = detail::if_containers<V, Counts>>
void histogram(const execution& where, const V& data, const Bins& bins, Counts&& counts,
               const histogram_options& options = default_options) {
  detail::require_room(detail::length_of(counts), bins.count);
  histogram(where, detail::data_of(data), detail::length_of(data), bins, detail::data_of(counts),
            options);
}

}  // namespace omprim
