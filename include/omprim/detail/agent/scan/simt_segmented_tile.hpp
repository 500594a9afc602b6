// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/simt_segmented_rows.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/segmented_scanner.hpp>
#include <omprim/tuning.hpp>

/// A tile of a segmented scan (agent/scan/tile.hpp) in a group of one thread per item, in rows with
/// head flags.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Scan, tuning t>
class simt_segmented_tile {
  using scanner = typename Scan::scanner;
  using base = typename scanner::base;
  using T = typename base::element;
  using V = typename base::accumulator;
  using A = typename Scan::accumulator;
  using group_type = simt_group<t.work_group_size>;
  using part = simt_segmented_rows<base, t>;
  using staged = typename part::heads;
  static constexpr int lanes = part::lanes;

 public:
  static constexpr bool needs_total = true;
  struct local_memory {
    typename part::memory parts[group_type::sub_groups];
    typename staged::memory heads[group_type::sub_groups];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Scan& problem, std::uint64_t first,
                          local_memory& local) {
    part_.load(group, problem.data.values, problem.n, first,
               local.parts[group.this_item().sub_group]);
  }

  /// The aggregate. Only the elements from the last head on count.
  OMPRIM_INLINE A total(const group_type& group, const Scan& problem, local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane * lanes;
    const int last = staged::stage(local.heads[me.sub_group], problem.data.heads, part_.first(),
                                   part_.count(), lane)
                         .last;
    part_.finish();
    const A mine{part_.fold_from_head(last, values, lane), last >= 0 ? flag(1) : flag(0)};
    joined_ = join_parts<scanner>(group, mine, local.totals);
    return joined_.all;
  }

  OMPRIM_INLINE A write(const group_type& group, const Scan& problem, const A& before,
                        const local_memory& local) const {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const T* values = local.parts[me.sub_group].values() + lane * lanes;
    const A start = scanner::combine(before, joined_.before);
    // If a segment begins in the prefix, the prefix does not have its initial value yet.
    const V value =
        start.head != 0 ? part::combine(problem.initial.value, start.value) : start.value;
    if (part_.stores_wide(problem.out)) {
      write_rows<true>(problem, values, local.heads[me.sub_group], lane, value);
    } else {
      write_rows<false>(problem, values, local.heads[me.sub_group], lane, value);
    }
    return scanner::combine(before, joined_.all);
  }

 private:
  using flag = typename A::flag;

  template <bool wide>
  OMPRIM_INLINE void write_rows(const Scan& problem, const T* values,
                                const typename staged::memory& all, int lane, V start) const {
#pragma GCC unroll 2
    for (int r = 0; r < part::rows; ++r) {
      const unsigned own = staged::template at<lanes>(all, r * part::row + lane * lanes);
      write_row<wide>(problem, values, r, own, lane, start);
    }
  }

  /// Scans and writes one row. `flags` are the head flags of this item's elements; `start` is the
  /// prefix of the row, and is changed to the prefix of the next one.
  template <bool wide>
  OMPRIM_INLINE void write_row(const Scan& problem, const T* values, int r, unsigned flags,
                               int lane, V& start) const {
    const V initial = problem.initial.value;
    const auto is_head = [&](int i) OMPRIM_INLINE_LAMBDA { return (flags >> i & 1U) != 0; };
    V result[lanes];
    part_.template lift<wide>(values, r, lane, result);
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) {
      if (is_head(i)) result[i] = part::combine(initial, result[i]);
    }
    const V mine = part::scan_row(result, flags, lane, start);
    if (problem.exclusive != 0) {
#pragma GCC unroll 16
      for (int i = lanes - 1; i >= 0; --i) {
        result[i] = is_head(i) ? initial : i == 0 ? mine : result[i > 0 ? i - 1 : 0];
      }
    }
    part_.template store<wide>(problem.out, r, lane, result);
  }

  part part_;
  joined_parts<A> joined_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
