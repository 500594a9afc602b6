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
    return Reducer::template combine<1>(so_far, kernel::fold_lanes<Reducer, N>(lifted));
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

/// The position of the first pack of N that is all data, or the end of the data.
template <int N, class Source>
OMPRIM_INLINE std::uint64_t first_pack(const Source& source) {
  const std::uint64_t aligned = (source.first + N - 1) / N * N;
  return aligned < source.last ? aligned : source.last;
}

/// The number of whole packs of N from first_pack() on.
template <int N, class Source>
OMPRIM_INLINE std::uint64_t whole_packs(const Source& source) {
  return (source.last - first_pack<N>(source)) / N;
}

/// Combines the elements before the first and after the last whole pack: fewer than 2 * N.
template <class Reducer, int N, class Source>
OMPRIM_INLINE typename Reducer::accumulator reduce_ends(const Source& source) {
  auto total = Reducer::template identity<1>();
  const auto take = [&](std::uint64_t p) OMPRIM_INLINE_LAMBDA {
    total = Reducer::template combine<1>(
        total, Reducer::template lift<1>(source.template load<1>(p), source.index(p)));
  };
  const std::uint64_t first = first_pack<N>(source);
  OMPRIM_KEEP_SCALAR
  for (std::uint64_t p = source.first; p < first; ++p) take(p);
  OMPRIM_KEEP_SCALAR
  for (std::uint64_t p = first + whole_packs<N>(source) * N; p < source.last; ++p) take(p);
  return total;
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
