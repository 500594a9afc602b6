// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/reducer.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// `so_far` combined with the elements at [position, position + N) that exist. One wide load
/// where all do; position is a multiple of N.
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

/// Work-groups of `tile` positions that cover the source; at least one.
template <class Source>
std::uint64_t groups_for(const Source& source, std::uint64_t tile) {
  return source.last == 0 ? 1 : (source.last + tile - 1) / tile;
}

/// Where the first pack of N that is all data begins, or the end of the data.
template <int N, class Source>
OMPRIM_INLINE std::uint64_t first_pack(const Source& source) {
  const std::uint64_t aligned = (source.first + N - 1) / N * N;
  return aligned < source.last ? aligned : source.last;
}

/// How many whole packs of N follow it.
template <int N, class Source>
OMPRIM_INLINE std::uint64_t whole_packs(const Source& source) {
  return (source.last - first_pack<N>(source)) / N;
}

/// Combines two accumulators; for collectives.
template <class Reducer>
struct combiner {
  using accumulator = typename Reducer::accumulator;
  OMPRIM_INLINE accumulator operator()(const accumulator& a, const accumulator& b) const {
    return Reducer::template combine<1>(a, b);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
