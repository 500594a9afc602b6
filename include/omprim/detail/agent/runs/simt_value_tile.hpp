// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/simt_segmented_rows.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/tuning.hpp>

/// A tile of runs whose values are combined (agent/runs/tile.hpp), in a group of one thread per
/// item.
///   - A sub-group scans its rows as a segmented scan does.
///   - Votes rank the heads of a row. The result before each head takes the place of an element in
///     local memory that is no longer needed.
///   - Neighbouring items write neighbouring results.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Runs, tuning t>
class simt_value_tile {
  using scanner = typename Runs::scanner;
  using base = typename scanner::base;
  using part = simt_segmented_rows<base, t, true>;
  using staged = typename part::heads;
  using A = typename Runs::accumulator;
  using V = typename base::accumulator;
  using T = typename base::element;
  using output = typename Runs::output;
  static_assert(sizeof(output) == sizeof(T), "elements and results share their memory");
  using group_type = simt_group<t.work_group_size>;
  using mask = detail::lane_mask;
  static constexpr int size = t.work_group_size;
  static constexpr int lanes = part::lanes;

 public:
  static constexpr bool needs_total = true;
  struct local_memory {
    typename part::memory parts[group_type::sub_groups];
    typename staged::memory heads[group_type::sub_groups];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Runs& problem, std::uint64_t first,
                          local_memory& local) {
    ends_ = problem.n - first <= static_cast<std::uint64_t>(t.tile());
    part_.load(group, problem.values, problem.n, first, local.parts[group.this_item().sub_group]);
  }

  OMPRIM_INLINE A total(const group_type& group, const Runs& problem, local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const auto found = staged::stage(local.heads[me.sub_group], problem.heads(), part_.first(),
                                     part_.count(), lane);
    part_.finish();
    heads_ = detail::sub_group_sum<size>(found.mine, me.sub_group_lane);
    const T* const values = local.parts[me.sub_group].values() + lane * lanes;
    const A mine{part_.fold_from_head(found.last, values, lane), heads_};
    joined_ = join_parts<scanner>(group, mine, local.totals);
    return joined_.all;
  }

  OMPRIM_INLINE A write(const group_type& group, const Runs& problem, const A& before,
                        local_memory& local) const {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const A start = scanner::combine(before, joined_.before);
    collect(local.parts[me.sub_group], local.heads[me.sub_group], start.value, lane);
    write_results(problem, results_of(local.parts[me.sub_group]), start.heads, lane);
    const A all = scanner::combine(before, joined_.all);
    if (ends_ && me.id == 0) {
      problem.out[all.heads - 1] = Runs::result(all.value, problem.n);
      *problem.count = all.heads;
    }
    return all;
  }

 private:
  static OMPRIM_INLINE output* results_of(typename part::memory& local) {
    return reinterpret_cast<output*>(local.bytes);
  }

  /// Moves the result before each head to its rank among the heads of the part.
  OMPRIM_INLINE void collect(typename part::memory& local, const typename staged::memory& flags,
                             V start, int lane) const {
    const mask lower = (mask{1} << lane) - 1;
    output* const results = results_of(local);
    int next = 0;  // heads of the rows so far
#pragma GCC unroll 2
    for (int r = 0; r < part::rows; ++r) {
      const int place = r * part::row + lane * lanes;
      const unsigned own = staged::template at<lanes>(flags, place);
      V before[lanes];  // the combination of the run before each element of this item
      scan_row(local, r, own, lane, start, before);
      detail::sub_group_barrier<size>();  // all lanes have the elements of the row
      int rank = next;
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        const auto votes = static_cast<mask>(detail::ballot<size>((own >> i & 1U) != 0));
        rank += detail::population(votes & lower);
        next += detail::population(votes);
      }
#pragma GCC unroll 16
      for (int i = 0; i < lanes; ++i) {
        if ((own >> i & 1U) == 0) continue;
        results[rank++] = Runs::result(before[i], part_.first() + static_cast<unsigned>(place + i));
      }
    }
    detail::sub_group_barrier<size>();
  }

  OMPRIM_INLINE void scan_row(const typename part::memory& local, int r, unsigned flags, int lane,
                              V& start, V (&before)[lanes]) const {
    V scanned[lanes];
    const T* const values = local.values() + lane * lanes;
    if (part_.whole()) {
      part_.template lift<true>(values, r, lane, scanned);
    } else {
      part_.template lift<false>(values, r, lane, scanned);
    }
    before[0] = part::scan_row(scanned, flags, lane, start);
#pragma GCC unroll 16
    for (int i = 1; i < lanes; ++i) before[i] = scanned[i - 1];
  }

  /// Writes the results of the runs that end in the part. `before` is the number of heads before
  /// it; the first head of all ends no run.
  OMPRIM_INLINE void write_results(const Runs& problem, const output* results, std::uint64_t before,
                                   int lane) const {
    for (unsigned i = before == 0 ? static_cast<unsigned>(lane) + 1 : static_cast<unsigned>(lane);
         i < heads_; i += part::width) {
      problem.out[before + i - 1] = results[i];
    }
  }

  part part_;
  joined_parts<A> joined_;
  unsigned heads_;  ///< of the part
  bool ends_;       ///< this is the last tile
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
