// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/reducer.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Combines `so_far` with the elements at [position, position + N) that exist; one wide load if
/// all exist. `position` is a multiple of N.
template <class Reducer, int N, class Source>
OMPRIM_INLINE typename Reducer::accumulator accumulate(typename Reducer::accumulator so_far,
                                                       const Source& source,
                                                       std::uint64_t position) {
  if (source.template holds<N>(position)) {
    const auto lifted =
        Reducer::template lift<N>(source.template load<N>(position), source.index(position));
    return Reducer::combine(so_far, kernel::fold_lanes<Reducer, N>(lifted));
  }
  if constexpr (N > 1) {
    for (std::uint64_t p = position; p < position + N; ++p) {
      so_far = accumulate<Reducer, 1>(so_far, source, p);
    }
  }
  return so_far;
}

/// The number of work-groups, of `tile` positions each, that cover the source; at least one.
template <class Source>
std::uint64_t groups_for(const Source& source, std::uint64_t tile) {
  return source.last == 0 ? 1 : (source.last + tile - 1) / tile;
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
