// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/simt_tile.hpp>
#include <omprim/detail/agent/scan/staged_heads.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// The part of a tile that one sub-group scans with head flags: the rows of
/// agent/scan/simt_tile.hpp and a bit for each element. One ballot tells each item in which item of
/// the row its segment begins. So a row is scanned by shuffles of values alone, without flags.
template <class Scanner, tuning t, bool first_is_head = false>
struct simt_segmented_rows : simt_scan_rows<Scanner, t> {
  using base = simt_scan_rows<Scanner, t>;
  using T = typename Scanner::element;
  using V = typename Scanner::accumulator;
  using mask = detail::lane_mask;
  static constexpr int size = t.work_group_size;
  static constexpr int lanes = base::lanes;
  static constexpr int rows = base::rows;
  static constexpr int width = base::width;
  using heads = staged_heads<size, width, rows * base::row, first_is_head>;
  static_assert(width % 16 == 0 && 16 % lanes == 0);

  /// Combines the elements from the head at `last` on, or all elements if `last` is -1. The result
  /// is known to lane 0.
  OMPRIM_INLINE V fold_from_head(int last, const T* values, int lane) const {
    V all = Scanner::template identity<1>();
    int r = last < 0 ? 0 : last / base::row;
    if (last >= 0) {
      V lifted[lanes];
      base::template lift<false>(values, r, lane, lifted);
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        if (r * base::row + lane * lanes + i < last) lifted[i] = Scanner::template identity<1>();
      }
      all = base::add_row(all, lifted, lane);
      ++r;
    }
    if (base::whole()) {
#pragma GCC unroll 3
      for (; r < rows; ++r) all = add_values<true>(all, values, r, lane);
    } else {
      OMPRIM_KEEP_ROLLED
      for (; r < rows; ++r) all = add_values<false>(all, values, r, lane);
    }
    return base::finish_rows(all, lane);
  }

  /// Scans this item's elements of a row, in place. `flags` are their head flags. `start` is the
  /// prefix of the row, and is changed to the prefix of the next one. Returns the prefix of the
  /// item.
  static OMPRIM_INLINE V scan_row(V (&scanned)[lanes], unsigned flags, int lane, V& start) {
#pragma GCC unroll 16
    for (int i = 1; i < lanes; ++i) {
      if ((flags >> i & 1U) == 0) scanned[i] = base::combine(scanned[i - 1], scanned[i]);
    }
    // The item in which the segment of this item's last element begins; -1: in an earlier row.
    const auto items = static_cast<mask>(detail::ballot<size>(flags != 0));
    const int head = heads::highest(items & static_cast<mask>(~std::uint64_t(0) >> (63 - lane)));
    const int lowest = head < 0 ? 0 : head;
    V reached = scanned[lanes - 1];
#pragma GCC unroll 6
    for (int offset = 1; offset < width; offset *= 2) {
      const V below = detail::shuffle<size>(reached, lane - offset);
      if (lane - offset >= lowest) reached = base::combine(below, reached);
    }
    const V last = detail::shuffle<size>(reached, width - 1);
    if (head < 0) reached = base::combine(start, reached);
    V mine = detail::shuffle<size>(reached, lane - 1);
    if (lane == 0) mine = start;
    start = items == 0 ? base::combine(start, last) : last;
    bool is_inside = true;  // no head yet
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) {
      is_inside = is_inside && (flags >> i & 1U) == 0;
      if (is_inside) scanned[i] = base::combine(mine, scanned[i]);
    }
    return mine;
  }

 private:
  template <bool whole>
  OMPRIM_INLINE V add_values(const V& all, const T* values, int r, int lane) const {
    V lifted[lanes];
    base::template lift<whole>(values, r, lane, lifted);
    return base::add_row(all, lifted, lane);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
