// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/simt_rows.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/tuning.hpp>

/// A tile of a scan (agent/scan/tile.hpp) in a group of one thread per item.
///   - Each sub-group stages a contiguous part of the tile in local memory, row by row; an item has
///     `lanes` consecutive elements of a row.
///   - The aggregate of the part is computed at once, since other groups wait for it.
///   - A row is scanned, by shuffles, when it is written.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Scan, tuning t>
class simt_scanned_tile {
  using scanner = typename Scan::scanner;
  using T = typename Scan::element;
  using A = typename Scan::accumulator;
  using group_type = simt_group<t.work_group_size>;
  using part = simt_scan_rows<scanner, t>;
  static constexpr int size = t.work_group_size;
  static constexpr int lanes = part::lanes;
  static constexpr int rows = part::rows;
  static constexpr int width = part::width;

 public:
  static constexpr bool needs_total = true;
  struct local_memory {
    typename part::memory parts[group_type::sub_groups];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Scan& problem, std::uint64_t first,
                          local_memory& local) {
    part_.load(group, problem.data, problem.n, first, local.parts[group.this_item().sub_group]);
  }

  OMPRIM_INLINE A total(const group_type& group, const Scan& /*problem*/, local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane * lanes;
    part_.finish();
    const A mine = part_.whole() ? fold<true>(values, lane) : fold<false>(values, lane);
    joined_ = join_parts<scanner>(group, mine, local.totals);
    return joined_.all;
  }

  OMPRIM_INLINE A write(const group_type& group, const Scan& problem, const A& before,
                        const local_memory& local) const {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane * lanes;
    const A start = part::combine(before, joined_.before);
    if (part_.stores_wide(problem.out)) {
      write_rows<true>(problem, values, lane, start);
    } else {
      write_rows<false>(problem, values, lane, start);
    }
    return part::combine(before, joined_.all);
  }

 private:
  /// Most tiles are whole: their loop is unrolled. The loop for other tiles is kept short.
  template <bool whole, class Function>
  static OMPRIM_INLINE void for_each_row(Function&& f) {
    if constexpr (whole) {
#pragma GCC unroll 3
      for (int r = 0; r < rows; ++r) f(r);
    } else {
      OMPRIM_KEEP_ROLLED
      for (int r = 0; r < rows; ++r) f(r);
    }
  }

  /// Combines all elements of the part; the result is known to lane 0.
  template <bool whole>
  OMPRIM_INLINE A fold(const T* values, int lane) const {
    A all = scanner::template identity<1>();
    for_each_row<whole>([&](int r) OMPRIM_INLINE_LAMBDA {
      A lifted[lanes];
      part_.template lift<whole>(values, r, lane, lifted);
      all = part::add_row(all, lifted, lane);
    });
    return part::finish_rows(all, lane);
  }

  template <bool wide>
  OMPRIM_INLINE void write_rows(const Scan& problem, const T* values, int lane, A start) const {
    for_each_row<wide>([&](int r) OMPRIM_INLINE_LAMBDA {
      A scanned[lanes];
      part_.template lift<wide>(values, r, lane, scanned);
#pragma GCC unroll 16
      for (int i = 1; i < lanes; ++i) scanned[i] = part::combine(scanned[i - 1], scanned[i]);
      A inclusive = scanned[lanes - 1];
#pragma GCC unroll 6
      for (int offset = 1; offset < width; offset *= 2) {
        const A below = detail::shuffle<size>(inclusive, lane - offset);
        if (lane >= offset) inclusive = part::combine(below, inclusive);
      }
      const A below = detail::shuffle<size>(inclusive, lane - 1);
      const A mine = lane == 0 ? start : part::combine(start, below);
      start = part::combine(start, detail::shuffle<size>(inclusive, width - 1));
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) scanned[i] = part::combine(mine, scanned[i]);
      if (problem.exclusive != 0) {
#pragma GCC unroll 16
        for (int i = lanes - 1; i > 0; --i) scanned[i] = scanned[i - 1];
        scanned[0] = mine;
      }
      part_.template store<wide>(problem.out, r, lane, scanned);
    });
  }

  part part_;
  joined_parts<A> joined_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
