// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/pack.hpp>
#include <omprim/kernel/simt_group.hpp>
#include <omprim/kernel/staged_part.hpp>
#include <omprim/tuning.hpp>

/// A tile of a scan (scanned_tile.hpp) in a group of one thread per item. Each sub-group stages a
/// contiguous part of the tile in local memory, row by row, an item having `lanes` consecutive
/// elements of a row. The total of the part is folded at once, since other groups wait for it; a
/// row is scanned by shuffles when it is written.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Scan, tuning shape>
class simt_scanned_tile {
  using scanner = typename Scan::scanner;
  using T = typename Scan::element;
  using out_type = typename Scan::output;
  using A = typename Scan::accumulator;
  using group_type = simt_group<shape.work_group_size>;
  static constexpr int size = shape.work_group_size;
  static constexpr int lanes = shape.lanes;
  static constexpr int rows = shape.items_per_work_item;
  static constexpr int width = group_type::sub_group_size;
  static constexpr int row = width * lanes;
  using part = staged_part<T, rows * row, width>;

 public:
  static constexpr bool needs_total = true;
  struct local_memory {
    typename part::memory parts[group_type::sub_groups];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Scan& what, std::uint64_t first,
                          local_memory& local) {
    const work_item me = group.this_item();
    part_.template start<size>(local.parts[me.sub_group], what.data, what.n,
                               first + static_cast<std::uint64_t>(me.sub_group * rows * row),
                               detail::computed_here(me.sub_group_lane));
  }

  OMPRIM_INLINE A total(const group_type& group, const Scan& /*what*/, local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::computed_here(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane * lanes;
    part_.template finish<size>();
    const A all_of_part = part_.whole() ? fold<true>(values, lane) : fold<false>(values, lane);
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
    const T* values = local.parts[me.sub_group].values() + lane * lanes;
    const A start = combine(before, before_);
    const out_type* const out = what.out + part_.first();
    // Wide stores need alignment; it is the same for all tiles.
    if (part_.whole() && reinterpret_cast<std::uintptr_t>(out) % (sizeof(out_type) * lanes) == 0) {
      write_rows<true>(what, values, lane, start);
    } else {
      write_rows<false>(what, values, lane, start);
    }
    return combine(before, total_);
  }

 private:
  static OMPRIM_INLINE A combine(const A& a, const A& b) {
    return scanner::template combine<1>(a, b);
  }

  /// Most tiles are whole; the code for the others is short.
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

  /// The elements of this item in row r; the identity for those that are not there.
  template <bool whole>
  OMPRIM_INLINE void lift(const T* values, int r, int lane, A (&lifted)[lanes]) const {
    const auto place = part_.first() + static_cast<std::uint64_t>(r * row + lane * lanes);
    if constexpr (whole && lanes > 1 && has_vectors<T>) {
      const auto loaded = load_pack<lanes, true>(values + r * row);
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        lifted[i] = scanner::template lift<1>(T(loaded[i]), place + static_cast<unsigned>(i));
      }
    } else {
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        lifted[i] = whole || part_.holds(r * row + lane * lanes + i)
                        ? A(scanner::template lift<1>(values[r * row + i],
                                                      place + static_cast<unsigned>(i)))
                        : scanner::template identity<1>();
      }
    }
  }

  /// All elements of the part, combined; known to lane 0.
  template <bool whole>
  OMPRIM_INLINE A fold(const T* values, int lane) const {
    A all = scanner::template identity<1>();
    for_each_row<whole>([&](int r) OMPRIM_INLINE_LAMBDA {
      A lifted[lanes];
      lift<whole>(values, r, lane, lifted);
      if constexpr (scanner::commutes) {
#pragma GCC unroll 16
        for (int i = 0; i < lanes; ++i) all = combine(all, lifted[i]);
      } else {
#pragma GCC unroll 16
        for (int i = 1; i < lanes; ++i) lifted[0] = combine(lifted[0], lifted[i]);
        all = combine(all, fold_lanes(lifted[0], lane));
      }
    });
    return scanner::commutes ? fold_lanes(all, lane) : all;
  }
  /// One value of each lane, combined in order; known to lane 0.
  static OMPRIM_INLINE A fold_lanes(A value, int lane) {
#pragma GCC unroll 6
    for (int offset = 1; offset < width; offset *= 2) {
      value = combine(value, detail::shuffle<size>(value, lane + offset));
    }
    return value;
  }

  template <bool wide>
  OMPRIM_INLINE void write_rows(const Scan& what, const T* values, int lane, A start) const {
    for_each_row<wide>([&](int r) OMPRIM_INLINE_LAMBDA {
      A scanned[lanes];
      lift<wide>(values, r, lane, scanned);
#pragma GCC unroll 16
      for (int i = 1; i < lanes; ++i) scanned[i] = combine(scanned[i - 1], scanned[i]);
      A inclusive = scanned[lanes - 1];
#pragma GCC unroll 6
      for (int offset = 1; offset < width; offset *= 2) {
        const A below = detail::shuffle<size>(inclusive, lane - offset);
        if (lane >= offset) inclusive = combine(below, inclusive);
      }
      const A below = detail::shuffle<size>(inclusive, lane - 1);
      const A mine = lane == 0 ? start : combine(start, below);
      start = combine(start, detail::shuffle<size>(inclusive, width - 1));
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) scanned[i] = combine(mine, scanned[i]);
      if (what.exclusive != 0) {
#pragma GCC unroll 16
        for (int i = lanes - 1; i > 0; --i) scanned[i] = scanned[i - 1];
        scanned[0] = mine;
      }
      store<wide>(what, r * row + lane * lanes, scanned);
    });
  }

  template <bool wide>
  OMPRIM_INLINE void store(const Scan& what, int at, const A (&scanned)[lanes]) const {
    const std::uint64_t place = part_.first() + static_cast<std::uint64_t>(at);
    if constexpr (wide && lanes > 1 && has_vectors<out_type>) {
      pack<out_type, lanes> all;
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        all[i] = what.result(scanned[i], place + static_cast<std::uint64_t>(i));
      }
      store_pack<lanes, true>(what.out + place, all);
    } else {
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        const std::uint64_t index = place + static_cast<std::uint64_t>(i);
        if (wide || part_.holds(at + i)) what.out[index] = what.result(scanned[i], index);
      }
    }
  }

  part part_;
  A before_;  ///< in lower sub-groups
  A total_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
