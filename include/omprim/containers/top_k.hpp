// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <omprim/containers/array.hpp>
#include <omprim/top_k.hpp>

/// top_k.hpp for containers. An output has room for k elements.
namespace omprim {

template <class V, class Out, class = detail::if_containers<V, Out>>
void top_k(const execution& where, const V& x, std::size_t k, Out&& out,
           const top_k_options& options = default_top_k_options) {
  detail::require_room(detail::length_of(out), k);
  top_k(where, detail::data_of(x), detail::length_of(x), k, detail::data_of(out), options);
}
template <class V, class Out, class Positions, class = detail::if_containers<V, Out, Positions>>
void top_k(const execution& where, const V& x, std::size_t k, Out&& out, Positions&& positions,
           const top_k_options& options = default_top_k_options) {
  detail::require_room(detail::length_of(out), k);
  detail::require_room(detail::length_of(positions), k);
  top_k(where, detail::data_of(x), detail::length_of(x), k, detail::data_of(out),
        detail::data_of(positions), options);
}

template <class V, class = detail::if_containers<V>>
detail::value_of<V> kth_smallest(const execution& where, const V& x, std::size_t k,
                                 const reduce_options& options = default_options) {
  return kth_smallest(where, detail::data_of(x), detail::length_of(x), k, options);
}
template <class V, class = detail::if_containers<V>>
detail::value_of<V> median(const execution& where, const V& x,
                           const reduce_options& options = default_options) {
  return median(where, detail::data_of(x), detail::length_of(x), options);
}
/// The probabilities are a container, too, of double.
template <class V, class Probabilities, class Out,
          class = detail::if_containers<V, Probabilities, Out>>
void quantiles(const execution& where, const V& x, const Probabilities& probabilities, Out&& out,
               const reduce_options& options = default_options) {
  detail::require_room(detail::length_of(out), detail::length_of(probabilities));
  quantiles(where, detail::data_of(x), detail::length_of(x), detail::data_of(probabilities),
            detail::length_of(probabilities), detail::data_of(out), options);
}

}  // namespace omprim
