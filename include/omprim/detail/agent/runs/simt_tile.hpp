// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/scan/simt_segmented_rows.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/simt.hpp>
#include <omprim/detail/reducer/runs.hpp>
#include <omprim/tuning.hpp>

/// A tile of runs (agent/runs/tile.hpp) in a group of one thread per item.
///   - The rows of a sub-group are scanned as those of a segmented scan.
///   - Votes rank the heads of a row. The result before each head takes the place of an element in
///     local memory that is no longer needed.
///   - Neighbouring items write neighbouring results.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The rows of a sub-group whose values are combined. Elements and results share their memory.
template <class Runs, tuning t>
class simt_value_rows {
  using scanner = typename Runs::scanner::base;
  using part = simt_segmented_rows<scanner, t, true>;
  using T = typename scanner::element;
  using output = typename Runs::output;
  using group_type = simt_group<t.work_group_size>;
  static_assert(sizeof(output) == sizeof(T));

 public:
  using V = typename scanner::accumulator;
  using heads = typename part::heads;
  using memory = typename part::memory;
  static constexpr int lanes = part::lanes;
  static constexpr int row = part::row;
  static constexpr int rows = part::rows;
  static constexpr int width = part::width;

  OMPRIM_INLINE void load(const group_type& group, const Runs& problem, std::uint64_t first,
                          memory& local) {
    part_.load(group, problem.values, problem.n, first, local);
  }
  OMPRIM_INLINE void finish() const { part_.finish(); }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t first() const { return part_.first(); }
  [[nodiscard]] OMPRIM_INLINE int count() const { return part_.count(); }

  OMPRIM_INLINE V fold_from_head(int last, const memory& local, int lane) const {
    return part_.fold_from_head(last, local.values() + lane * lanes, lane);
  }
  /// before[i]: the combination of the run before this item's element i of row r.
  OMPRIM_INLINE void scan_row(const memory& local, int r, unsigned flags, int lane, V& start,
                              V (&before)[lanes]) const {
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
  static OMPRIM_INLINE output* results(memory& local) {
    return reinterpret_cast<output*>(local.bytes);
  }

 private:
  part part_;
};

/// The rows of a sub-group whose runs are measured. Nothing is loaded.
template <class Runs, tuning t>
class simt_position_rows {
  using output = typename Runs::output;
  using group_type = simt_group<t.work_group_size>;
  using mask = detail::lane_mask;
  static constexpr int size = t.work_group_size;

 public:
  using V = std::uint64_t;
  static constexpr int lanes = t.lanes;
  static constexpr int width = group_type::sub_group_size;
  static constexpr int row = width * lanes;
  static constexpr int rows = t.items_per_work_item;
  using heads = staged_heads<size, width, rows * row, true>;
  using memory = staged_memory<output, rows * row>;

  OMPRIM_INLINE void load(const group_type& group, const Runs& problem, std::uint64_t first,
                          memory& /*local*/) {
    first_ = first + static_cast<std::uint64_t>(group.this_item().sub_group * rows * row);
    const std::uint64_t rest = first_ < problem.n ? problem.n - first_ : 0;
    count_ = rest < rows * row ? static_cast<int>(rest) : rows * row;
    detail::sub_group_barrier<size>();  // others may still read the results of the last tile
  }
  OMPRIM_INLINE void finish() const { detail::sub_group_barrier<size>(); }
  [[nodiscard]] OMPRIM_INLINE std::uint64_t first() const { return first_; }
  [[nodiscard]] OMPRIM_INLINE int count() const { return count_; }

  OMPRIM_INLINE V fold_from_head(int last, const memory& /*local*/, int /*lane*/) const {
    return last < 0 ? 0 : position(last);
  }
  /// before[i]: the last head before this item's element i of row r.
  OMPRIM_INLINE void scan_row(const memory& /*local*/, int r, unsigned flags, int lane, V& start,
                              V (&before)[lanes]) const {
    const int place = r * row + lane * lanes;
    const int last = place + 31 - __builtin_clz(flags | 1U);
    const auto items = static_cast<mask>(detail::ballot<size>(flags != 0));
    const int below = heads::highest(items & ((mask{1} << lane) - 1));
    const int last_below = detail::shuffle<size>(last, below < 0 ? 0 : below);
    const int highest = heads::highest(items);
    const int last_of_row = detail::shuffle<size>(last, highest < 0 ? 0 : highest);
    before[0] = below < 0 ? start : position(last_below);
#pragma GCC unroll 16
    for (int i = 1; i < lanes; ++i) {
      before[i] = (flags >> (i - 1) & 1U) != 0 ? position(place + i - 1) : before[i - 1];
    }
    if (highest >= 0) start = position(last_of_row);
  }
  static OMPRIM_INLINE output* results(memory& local) { return local.values(); }

 private:
  [[nodiscard]] OMPRIM_INLINE std::uint64_t position(int place) const {
    return first_ + static_cast<std::uint64_t>(place);
  }

  std::uint64_t first_;
  int count_;
};

template <class Runs, class Rows, tuning t>
class simt_run_tile {
  using scanner = typename Runs::scanner;
  using A = typename Runs::accumulator;
  using V = typename Rows::V;
  using staged = typename Rows::heads;
  using group_type = simt_group<t.work_group_size>;
  using mask = detail::lane_mask;
  static constexpr int size = t.work_group_size;
  static constexpr int lanes = Rows::lanes;

 public:
  static constexpr bool needs_total = true;
  struct local_memory {
    typename Rows::memory parts[group_type::sub_groups];
    typename staged::memory heads[group_type::sub_groups];
    A totals[group_type::sub_groups];
  };

  OMPRIM_INLINE void load(const group_type& group, const Runs& problem, std::uint64_t first,
                          local_memory& local) {
    ends_ = problem.n - first <= static_cast<std::uint64_t>(t.tile());
    rows_.load(group, problem, first, local.parts[group.this_item().sub_group]);
  }

  OMPRIM_INLINE A total(const group_type& group, const Runs& problem, local_memory& local) {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const auto found = stage_heads(problem, local.heads[me.sub_group], lane);
    rows_.finish();
    heads_ = detail::sub_group_sum<size>(found.mine, me.sub_group_lane);
    const A mine{rows_.fold_from_head(found.last, local.parts[me.sub_group], lane), heads_};
    joined_ = join_parts<scanner>(group, mine, local.totals);
    return joined_.all;
  }

  OMPRIM_INLINE A write(const group_type& group, const Runs& problem, const A& before,
                        local_memory& local) const {
    const work_item me = group.this_item();
    const int lane = detail::opaque(me.sub_group_lane);
    const A start = scanner::combine(before, joined_.before);
    collect(local.parts[me.sub_group], local.heads[me.sub_group], start.value, lane);
    write_results(problem, local.parts[me.sub_group], start.heads, lane);
    problem.source.with_type([&]<class Key>(const Key*) OMPRIM_INLINE_LAMBDA {
      staged::write_keys(local.heads[me.sub_group], static_cast<const Key*>(problem.source.first),
                         rows_.first(), static_cast<Key*>(problem.source.unique) + start.heads,
                         lane);
    });
    const A all = scanner::combine(before, joined_.all);
    if (ends_ && me.id == 0) {
      problem.out[all.heads - 1] = Runs::result(all.value, problem.n);
      *problem.count = all.heads;
    }
    return all;
  }

 private:
  /// Stages the head flags of the part: copies the flags of the problem, or compares its keys.
  OMPRIM_INLINE typename staged::found stage_heads(const Runs& problem,
                                                   typename staged::memory& there, int lane) const {
    if (problem.source.kind == equality::of_flags) {
      return staged::stage(there, problem.source.heads(), rows_.first(), rows_.count(), lane);
    }
    typename staged::found found{};
    problem.source.with_type([&]<class Key>(const Key*) OMPRIM_INLINE_LAMBDA {
      found = staged::stage_keys(there, static_cast<const Key*>(problem.source.first),
                                 rows_.first(), rows_.count(), lane);
    });
    return found;
  }

  /// Moves the result before each head to its rank among the heads of the part.
  OMPRIM_INLINE void collect(typename Rows::memory& local, const typename staged::memory& flags,
                             V start, int lane) const {
    const mask lower = (mask{1} << lane) - 1;
    auto* const results = Rows::results(local);
    int next = 0;  // heads of the rows so far
#pragma GCC unroll 2
    for (int r = 0; r < Rows::rows; ++r) {
      const int place = r * Rows::row + lane * lanes;
      const unsigned own = staged::template at<lanes>(flags, place);
      V run[lanes];
      rows_.scan_row(local, r, own, lane, start, run);
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
        results[rank++] = Runs::result(run[i], rows_.first() + static_cast<unsigned>(place + i));
      }
    }
    detail::sub_group_barrier<size>();
  }

  /// Writes the results of the runs that end in the part. `before` is the number of heads before
  /// it; the first head of all ends no run.
  OMPRIM_INLINE void write_results(const Runs& problem, typename Rows::memory& local,
                                   std::uint64_t before, int lane) const {
    const auto* const results = Rows::results(local);
    for (unsigned i = before == 0 ? static_cast<unsigned>(lane) + 1 : static_cast<unsigned>(lane);
         i < heads_; i += Rows::width) {
      problem.out[before + i - 1] = results[i];
    }
  }

  Rows rows_;
  joined_parts<A> joined_;
  unsigned heads_;  ///< of the part
  bool ends_;       ///< this is the last tile
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
