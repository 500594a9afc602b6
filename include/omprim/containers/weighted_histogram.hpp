// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/weighted_histogram.hpp>

/// weighted_histogram.hpp for containers.
namespace omprim {

/// There are as many weights as elements, and `sums` has at least as many elements as there are
/// bins.
template <class V, class W, class Bins, class Sums, class = detail::if_containers<V, W, Sums>>
void histogram(const execution& where, const V& data, const W& weights, const Bins& bins,
               Sums&& sums, const segment_options& options = default_options) {
  detail::require_equal(detail::length_of(weights), "the array of weights", detail::length_of(data),
                        "that of elements");
  detail::require_room(detail::length_of(sums), bins.count);
  histogram(where, detail::data_of(data), detail::data_of(weights), detail::length_of(data), bins,
            detail::data_of(sums), options);
}

}  // namespace omprim
