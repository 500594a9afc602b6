// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/gather.hpp>

/// gather.hpp for containers.
namespace omprim {

/// `out` has at least as many elements as `positions`.
template <class V, class Positions, class Out, class = detail::if_containers<V, Positions, Out>>
void gather(const execution& where, const V& source, const Positions& positions, Out&& out,
            const gather_options& options = default_options) {
  detail::require_room(detail::length_of(out), detail::length_of(positions));
  gather(where, detail::data_of(source), detail::length_of(source), detail::data_of(positions),
         detail::length_of(positions), detail::data_of(out), options);
}

/// `positions` has as many elements as `source`.
template <class V, class Positions, class Out, class = detail::if_containers<V, Positions, Out>>
void scatter(const execution& where, const V& source, const Positions& positions, Out&& out,
             const gather_options& options = default_options) {
  detail::require_equal(detail::length_of(positions), "the positions", detail::length_of(source),
                        "the source");
  scatter(where, detail::data_of(source), detail::data_of(positions), detail::length_of(positions),
          detail::data_of(out), detail::length_of(out), options);
}

}  // namespace omprim
