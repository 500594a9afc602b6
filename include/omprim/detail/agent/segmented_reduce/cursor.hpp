// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/segmented_reduce/carry_out.hpp>
#include <omprim/detail/base/abi.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The position of a group on its share of the merge path; the same for all of its items.
template <class What>
struct segment_place {
  using reducer = typename What::reducer;
  using accumulator = typename What::accumulator;

  const What& what;
  std::uint64_t segment;                                 ///< the next segment to end
  std::uint64_t value;                                   ///< index of the next value to add
  accumulator before = reducer::template identity<1>();  ///< partial of the next segment
  bool any_ended = false;                                ///< a segment has ended here

  /// Writes the result of segment `segment + ahead`; one item calls it. The first segment that ends
  /// in a share goes to the carry instead, since it may have begun in an earlier share.
  OMPRIM_INLINE void finish(int ahead, const accumulator& result,
                            segment_carry<accumulator>& carry) const {
    if (ahead == 0 && !any_ended) {
      carry.head = result;
    } else {
      what.write(segment + static_cast<std::uint64_t>(ahead), result);
    }
  }
  /// Moves on by `values` values and `segments` segment ends; `open` is the partial of the segment
  /// that is then the next.
  OMPRIM_INLINE void pass(std::uint64_t values, std::uint64_t segments, const accumulator& open) {
    value += values;
    segment += segments;
    before = open;
    any_ended = any_ended || segments != 0;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
