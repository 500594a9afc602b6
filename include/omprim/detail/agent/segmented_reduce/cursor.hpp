// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/carry_out.hpp>
#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// How far a group has come on its share of the merge path; the same for all of its items.
template <class What>
struct segment_place {
  using reducer = typename What::reducer;
  using accumulator = typename What::accumulator;

  const What& what;
  std::uint64_t segment;                                 ///< the next to end
  std::uint64_t value;                                   ///< the next to add
  accumulator before = reducer::template identity<1>();  ///< what stands of that segment already
  bool any_ended = false;                                ///< in this share

  /// Writes segment `ahead` of the next, by one item. The first that ends in a share may have begun
  /// before it.
  OMPRIM_INLINE void finish(int ahead, const accumulator& result,
                            segment_carry<accumulator>& carry) const {
    if (ahead == 0 && !any_ended) {
      carry.head = result;
    } else {
      what.write(segment + static_cast<std::uint64_t>(ahead), result);
    }
  }
  /// Goes on, `values` values and the ends of `segments` segments later; `open` stands of the next.
  OMPRIM_INLINE void pass(std::uint64_t values, std::uint64_t segments, const accumulator& open) {
    value += values;
    segment += segments;
    before = open;
    any_ended = any_ended || segments != 0;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
