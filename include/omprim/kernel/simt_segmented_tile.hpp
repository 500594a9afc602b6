// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/simt_group.hpp>
#include <omprim/kernel/staged_part.hpp>
#include <omprim/tuning.hpp>

/// A tile of a scan of segments (scanned_tile.hpp) in a group of one thread per item. Each
/// sub-group stages a contiguous part of the tile in local memory, row by row, an item having one
/// element of a row. The heads of a row are one word, of which each lane learns how far down its
/// segment reaches: a row is scanned by shuffles of values alone.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Scan, tuning shape>
class simt_segmented_tile {
  static_assert(shape.lanes == 1);
  using scanner = typename Scan::scanner;
  using base = typename scanner::base;
  using T = typename base::element;
  using V = typename base::accumulator;
  using A = typename Scan::accumulator;
  using group_type = simt_group<shape.work_group_size>;
  using mask = detail::lane_mask;
  static constexpr int size = shape.work_group_size;
  static constexpr int rows = shape.items_per_work_item;
  static constexpr int width = group_type::sub_group_size;
  static_assert(rows <= width, "a lane keeps the heads of one row");
  using part = staged_part<T, rows * width, width>;

 public:
  static constexpr bool needs_total = true;
  struct local_memory {
    typename part::memory parts[group_type::sub_groups];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Scan& what, std::uint64_t first,
                          local_memory& local) {
    const work_item me = group.this_item();
    part_.template start<size>(local.parts[me.sub_group], what.data.values, what.n,
                               first + static_cast<std::uint64_t>(me.sub_group * rows * width),
                               detail::computed_here(me.sub_group_lane));
  }

  /// Only what stands behind the last head counts.
  OMPRIM_INLINE A total(const group_type& group, const Scan& what, local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::computed_here(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane;
    heads_ = what.data.heads.by_bits() ? heads_of_bits(what, lane) : heads_of_bytes(what, lane);
    part_.template finish<size>();
    const auto rows_with_heads = static_cast<mask>(detail::ballot<size>(heads_ != 0));
    const int last = highest(rows_with_heads);
    const A all_of_part{behind_heads(values, lane, last), last >= 0 ? flag(1) : flag(0)};
    group.barrier();
    if (lane == 0) local.totals[me.sub_group] = all_of_part;
    group.barrier();
    A all = scanner::template identity<1>();
    before_ = all;
    for (int s = 0; s < group_type::sub_groups; ++s) {
      if (s == me.sub_group) before_ = all;
      all = combine(all, local.totals[s]);
    }
    total_ = all;
    return all;
  }

  OMPRIM_INLINE A write(const group_type& group, const Scan& what, const A& before,
                        const local_memory& local) const {
    const work_item me = group.this_item();
    const int lane = detail::computed_here(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane;
    const A start = combine(before, before_);
    // Behind a head, the initial value of the segment is not yet part of what stands before.
    const V value = start.head != 0 ? combine_values(what.initial.value, start.value) : start.value;
    if (part_.whole()) {
      write_rows<true>(what, values, lane, value);
    } else {
      write_rows<false>(what, values, lane, value);
    }
    return combine(before, total_);
  }

 private:
  using flag = typename A::flag;

  static OMPRIM_INLINE A combine(const A& a, const A& b) {
    return scanner::template combine<1>(a, b);
  }
  static OMPRIM_INLINE V combine_values(const V& a, const V& b) {
    return base::template combine<1>(a, b);
  }
  /// The highest bit that is set, or -1.
  static OMPRIM_INLINE int highest(mask bits) {
    return bits == 0 ? -1 : 63 - __builtin_clzll(static_cast<std::uint64_t>(bits));
  }

  /// The heads of the row whose number is that of the lane.
  [[nodiscard]] OMPRIM_INLINE mask heads_of_bits(const Scan& what, int lane) const {
    constexpr mask all = static_cast<mask>(~std::uint64_t(0) >> (64 - width));
    const std::uint64_t place = part_.first() + static_cast<std::uint64_t>(lane * width);
    if (lane >= rows || !part_.holds(lane * width)) return 0;
    return static_cast<mask>(what.data.heads.bits_from(place)) & all;
  }
  [[nodiscard]] OMPRIM_INLINE mask heads_of_bytes(const Scan& what, int lane) const {
    constexpr int at_once = 8;
    const std::uint64_t first = part_.first() + static_cast<std::uint64_t>(lane);
    mask mine = 0;
    OMPRIM_KEEP_ROLLED
    for (int begin = 0; begin < rows; begin += at_once) {
      bool is_head[at_once];
#pragma GCC unroll 8
      for (int i = 0; i < at_once; ++i) {
        const int at = (begin + i) * width;
        is_head[i] = begin + i < rows && part_.holds(at + lane) &&
                     what.data.heads[first + static_cast<std::uint64_t>(at)];
      }
#pragma GCC unroll 8
      for (int i = 0; i < at_once; ++i) {
        const auto row = static_cast<mask>(detail::ballot<size>(is_head[i]));
        if (lane == begin + i) mine = row;
      }
    }
    return mine;
  }

  /// The value of this item in row r; the identity if it is not there.
  template <bool whole>
  OMPRIM_INLINE V lift(const T* values, int r, int lane) const {
    if (!whole && !part_.holds(r * width + lane)) return base::template identity<1>();
    const auto place = part_.first() + static_cast<std::uint64_t>(r * width + lane);
    return base::template lift<1>(values[r * width], place);
  }

  /// What stands in the part from its last head on, which is in row `last`, combined; all of it
  /// if that is -1. Known to lane 0.
  OMPRIM_INLINE V behind_heads(const T* values, int lane, int last) const {
    V all = base::template identity<1>();
    const auto take = [&](const V& value) OMPRIM_INLINE_LAMBDA {
      all = combine_values(all, base::commutes ? value : fold_lanes(value, lane));
    };
    if (last >= 0) {
      const int head = highest(detail::shuffle<size>(heads_, last));
      const V value = lift<false>(values, last, lane);
      take(lane >= head ? value : base::template identity<1>());
    }
    const bool whole = part_.whole();
#pragma GCC unroll 4
    for (int r = last + 1; r < rows; ++r) {
      take(whole ? lift<true>(values, r, lane) : lift<false>(values, r, lane));
    }
    return base::commutes ? fold_lanes(all, lane) : all;
  }
  /// One value of each lane, combined in order; known to lane 0.
  static OMPRIM_INLINE V fold_lanes(V value, int lane) {
#pragma GCC unroll 6
    for (int offset = 1; offset < width; offset *= 2) {
      value = combine_values(value, detail::shuffle<size>(value, lane + offset));
    }
    return value;
  }

  template <bool whole>
  OMPRIM_INLINE void write_rows(const Scan& what, const T* values, int lane, V start) const {
    const V initial = what.initial.value;
    const mask up_to_me = static_cast<mask>(~std::uint64_t(0) >> (63 - lane));
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
      const mask heads = detail::shuffle<size>(heads_, r);
      const int head = highest(heads & up_to_me);  // of this lane's segment; -1: in a row before
      const V value = lift<whole>(values, r, lane);
      V scanned = head == lane ? combine_values(initial, value) : value;
#pragma GCC unroll 6
      for (int offset = 1; offset < width; offset *= 2) {
        const V below = detail::shuffle<size>(scanned, lane - offset);
        if (lane - offset >= (head < 0 ? 0 : head)) scanned = combine_values(below, scanned);
      }
      const V last = detail::shuffle<size>(scanned, width - 1);
      if (head < 0) scanned = combine_values(start, scanned);
      V result = scanned;
      if (what.exclusive != 0) {
        result = detail::shuffle<size>(scanned, lane - 1);
        if (lane == 0) result = start;
        if (head == lane) result = initial;
      }
      start = heads == 0 ? combine_values(start, last) : last;
      if (whole || part_.holds(r * width + lane)) {
        const auto place = part_.first() + static_cast<std::uint64_t>(r * width + lane);
        what.out[place] = base::template lower<1>(result);
      }
    }
  }

  part part_;
  mask heads_;  ///< of the row whose number is that of the lane
  A before_;    ///< in lower sub-groups
  A total_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
