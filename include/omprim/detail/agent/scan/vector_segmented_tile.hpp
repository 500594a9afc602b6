// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/reducer/segmented_scanner.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::kernel {

/// A mask of lanes from bits: all bits of lane i are set if bit i is set, else none.
template <class T, int N>
OMPRIM_INLINE pack<same_size_signed<T>, N> lanes_of_bits(std::uint32_t bits) {
  using M = same_size_signed<T>;
  pack<M, N> bit_of_lane{};
  for (int i = 0; i < N; ++i) bit_of_lane[i] = static_cast<M>(M(1) << i);
  return (broadcast<M, N>(static_cast<M>(bits)) & bit_of_lane) != 0;
}

/// A tile of a segmented scan (agent/scan/tile.hpp) on one thread. Packs are scanned in registers:
/// in each step, lanes that reached the head of their segment keep their value.
template <class Scan, tuning t>
class vector_segmented_tile {
  using scanner = typename Scan::scanner;
  using base = typename scanner::base;
  using T = typename base::element;
  using V = typename base::accumulator;
  using A = typename Scan::accumulator;
  using group_type = vector_group<t.work_group_size>;
  static constexpr std::uint64_t length = static_cast<std::uint64_t>(t.tile());
  static constexpr bool by_lanes = t.lanes > 1 && has_vectors<T>&& base::commutes;
  static constexpr int lanes = by_lanes ? t.lanes : 1;
  static constexpr auto wide = static_cast<std::uint64_t>(lanes);
  using pack_type = pack<V, lanes>;

 public:
  static constexpr bool needs_total = false;
  struct local_memory {};

  OMPRIM_INLINE void load(const group_type& /*group*/, const Scan& problem, std::uint64_t first,
                          local_memory& /*local*/) {
    first_ = first;
    end_ = problem.n - first < length ? problem.n : first + length;
  }

  /// The aggregate. Only the elements from the last head on count.
  [[nodiscard]] OMPRIM_INLINE A total(const group_type& /*group*/, const Scan& problem,
                                      local_memory& /*local*/) const {
    std::uint64_t i = end_;
    while (i > first_ && !problem.data.begins_at(i - 1)) i -= headless_before(problem, i);
    const V rest = fold_range<base, lanes>(problem.data.values, i, end_);
    if (i == first_) return {rest, 0};
    const A head = problem.data[i - 1];
    return {base::combine(head.value, rest), 1};
  }

  OMPRIM_INLINE A write(const group_type& /*group*/, const Scan& problem, const A& before,
                        local_memory& /*local*/) const {
    return problem.exclusive != 0 ? write_all<true>(problem, before)
                                  : write_all<false>(problem, before);
  }

 private:
  /// A number of elements right before i without a head: a whole pack, or 1. The caller knows that
  /// element i - 1 is no head.
  [[nodiscard]] OMPRIM_INLINE std::uint64_t headless_before(const Scan& problem,
                                                            std::uint64_t i) const {
    if constexpr (by_lanes) {
      const bool whole = i % wide == 0 && i - first_ >= wide;
      if (whole && problem.data.heads.template bits<lanes>(i - wide) == 0) return wide;
    }
    return 1;
  }

  template <int step>
  static OMPRIM_INLINE void scan_steps(pack_type& v, std::uint32_t& closed) {
    if constexpr (step < lanes) {
      const auto below = shift_lanes<V, lanes, step>(v, base::template identity<lanes>());
      v = lanes_of_bits<V, lanes>(closed) ? v : base::combine(below, v);
      closed |= closed << step;
      scan_steps<2 * step>(v, closed);
    }
  }

  template <bool exclusive>
  OMPRIM_INLINE A write_all(const Scan& problem, A before) const {
    std::uint64_t i = first_;
    if constexpr (by_lanes) {
      if (before.head != 0) {
        before = {base::combine(problem.initial.value, before.value), 0};
      }
      auto start = broadcast<V, lanes>(before.value);
      for (; i + wide <= end_; i += wide) {
        const auto values =
            base::template lift<lanes>(load_pack<lanes, false>(problem.data.values + i), i);
        const std::uint32_t heads = problem.data.heads.template bits<lanes>(i);
        const auto result = heads == 0 ? within_segment<exclusive>(values, start)
                                       : across_segments<exclusive>(problem, values, heads, start);
        store_pack<lanes, false>(problem.out + i, base::template lower<lanes>(result));
      }
      before.value = start[0];
    }
    for (; i < end_; ++i) {
      const A next = scanner::combine(before, problem.data[i]);
      problem.out[i] = problem.result(exclusive ? before : next, i);
      before = next;
    }
    return before;
  }

  // The next two functions return the scan of a pack. `start` holds the prefix of the pack in all
  // lanes, and is changed to the prefix of the next pack. Between two prefixes there is at most one
  // combination to wait for, not the scan of a pack.

  template <bool exclusive>
  static OMPRIM_INLINE pack_type within_segment(const pack_type& values, pack_type& start) {
    const auto scanned = scan_lanes<base, lanes>(values);
    auto result = base::combine(start, scanned);
    if constexpr (exclusive) result = shift_lanes<V, lanes, 1>(result, start);
    start = base::combine(start, last_lane<V, lanes>(scanned));
    return result;
  }

  template <bool exclusive>
  static OMPRIM_INLINE pack_type across_segments(const Scan& problem, const pack_type& values,
                                                 std::uint32_t heads, pack_type& start) {
    const auto initial = broadcast<V, lanes>(problem.initial.value);
    const auto at_head = lanes_of_bits<V, lanes>(heads);
    pack_type scanned = at_head ? base::combine(initial, values) : values;
    std::uint32_t closed = heads;
    scan_steps<1>(scanned, closed);  // closed: lanes at a head, or after one
    const pack_type inclusive =
        lanes_of_bits<V, lanes>(closed) ? scanned : base::combine(start, scanned);
    const pack_type before = start;
    start = last_lane<V, lanes>(scanned);
    if constexpr (exclusive) {
      return at_head ? initial : shift_lanes<V, lanes, 1>(inclusive, before);
    } else {
      return inclusive;
    }
  }

  std::uint64_t first_;
  std::uint64_t end_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
