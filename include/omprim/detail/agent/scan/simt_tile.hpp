// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/local_copy.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/tuning.hpp>

/// A tile of a scan (agent/scan/tile.hpp) in a group of one thread per item.
///   - Each sub-group stages a contiguous part of the tile in local memory, row by row; an item has
///     `lanes` consecutive elements of a row.
///   - The aggregate of the part is computed at once, since other groups wait for it.
///   - A row is scanned, by shuffles, when it is written.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The part of a tile that one sub-group scans, as rows in local memory. An item has `lanes`
/// consecutive elements of each row. The tiles of scans with and without segments use this part.
template <class Scanner, tuning t>
class simt_scan_rows {
  using T = typename Scanner::element;
  using V = typename Scanner::accumulator;
  using out_type = typename Scanner::output;
  using group_type = simt_group<t.work_group_size>;
  static constexpr int size = t.work_group_size;

 public:
  static constexpr int lanes = t.lanes;
  static constexpr int rows = t.items_per_work_item;
  static constexpr int width = group_type::sub_group_size;
  static constexpr int row = width * lanes;
  using part = staged_part<T, rows * row, width>;
  using memory = typename part::memory;

  /// Begins to load this sub-group's part of the tile that begins at `first`.
  OMPRIM_INLINE void load(const group_type& group, const T* data, std::uint64_t n,
                          std::uint64_t first, memory& local) {
    const work_item me = group.this_item();
    part_.template start<size>(local, data, n,
                               first + static_cast<std::uint64_t>(me.sub_group * rows * row),
                               detail::opaque(me.sub_group_lane));
  }
  OMPRIM_INLINE void finish() const { part_.template finish<size>(); }

  [[nodiscard]] OMPRIM_INLINE bool whole() const { return part_.whole(); }
  [[nodiscard]] OMPRIM_INLINE int count() const { return part_.count(); }
  [[nodiscard]] OMPRIM_INLINE bool holds(int i) const { return part_.holds(i); }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t first() const { return part_.first(); }
  /// Whether wide stores are possible: they need alignment, which is the same for all tiles.
  [[nodiscard]] OMPRIM_INLINE bool stores_wide(const out_type* out) const {
    const auto address = reinterpret_cast<std::uintptr_t>(out + part_.first());
    return part_.whole() && address % (sizeof(out_type) * lanes) == 0;
  }

  /// Lifts the elements of this item in row r; elements past the end of the input become the
  /// identity. `values` points to the first staged element of this item.
  template <bool is_whole>
  OMPRIM_INLINE void lift(const T* values, int r, int lane, V (&lifted)[lanes]) const {
    const auto index = part_.first() + static_cast<std::uint64_t>(r * row + lane * lanes);
    if constexpr (is_whole && lanes > 1 && has_vectors<T>) {
      const auto loaded = load_pack<lanes, true>(values + r * row);
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        lifted[i] = Scanner::template lift<1>(T(loaded[i]), index + static_cast<unsigned>(i));
      }
    } else {
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        lifted[i] = is_whole || part_.holds(r * row + lane * lanes + i)
                        ? V(Scanner::template lift<1>(values[r * row + i],
                                                      index + static_cast<unsigned>(i)))
                        : Scanner::template identity<1>();
      }
    }
  }

  /// Writes this item's results of row r.
  template <bool wide>
  OMPRIM_INLINE void store(out_type* out, int r, int lane, const V (&scanned)[lanes]) const {
    const int at = r * row + lane * lanes;
    const std::uint64_t index = part_.first() + static_cast<std::uint64_t>(at);
    if constexpr (wide && lanes > 1 && has_vectors<out_type>) {
      pack<out_type, lanes> all{};
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) all[i] = Scanner::template lower<1>(scanned[i]);
      store_pack<lanes, true>(out + index, all);
    } else {
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        if (wide || part_.holds(at + i)) {
          out[index + static_cast<unsigned>(i)] = Scanner::template lower<1>(scanned[i]);
        }
      }
    }
  }

  static OMPRIM_INLINE V combine(const V& a, const V& b) { return Scanner::combine(a, b); }
  /// Adds a row to `all`, in order. For operators that commute, each lane keeps a partial, and
  /// finish_rows() combines the lanes at the end. For others, the lanes are combined row by row,
  /// and lane 0 has the result.
  static OMPRIM_INLINE V add_row(const V& all, V (&lifted)[lanes], int lane) {
    if constexpr (Scanner::commutes) {
      V sum = all;
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) sum = combine(sum, lifted[i]);
      return sum;
    } else {
#pragma GCC unroll 16
      for (int i = 1; i < lanes; ++i) lifted[0] = combine(lifted[0], lifted[i]);
      return combine(all, fold_lanes(lifted[0], lane));
    }
  }
  static OMPRIM_INLINE V finish_rows(const V& all, int lane) {
    return Scanner::commutes ? fold_lanes(all, lane) : all;
  }

 private:
  /// Combines one value of each lane in order; the result is known to lane 0.
  static OMPRIM_INLINE V fold_lanes(V value, int lane) {
#pragma GCC unroll 6
    for (int offset = 1; offset < width; offset *= 2) {
      value = combine(value, detail::shuffle<size>(value, lane + offset));
    }
    return value;
  }

  part part_;
};

/// The totals of a group's sub-groups, combined in order.
template <class A>
struct joined_parts {
  A before;  ///< total of the sub-groups before this one
  A all;     ///< total of all sub-groups
};
template <class Scanner, class Group, class A, int sub_groups>
OMPRIM_INLINE joined_parts<A> join_parts(const Group& group, const A& mine,
                                         A (&totals)[sub_groups]) {
  const work_item me = group.this_item();
  group.barrier();
  if (detail::opaque(me.sub_group_lane) == 0) totals[me.sub_group] = mine;
  group.barrier();
  joined_parts<A> joined{Scanner::template identity<1>(), Scanner::template identity<1>()};
  for (int s = 0; s < sub_groups; ++s) {
    if (s == me.sub_group) joined.before = joined.all;
    joined.all = Scanner::combine(joined.all, totals[s]);
  }
  return joined;
}

/// The tile, in rows of its sub-groups.
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
