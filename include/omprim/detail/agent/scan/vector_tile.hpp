// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/simd/fetch_ahead.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/detail/simd/policy.hpp>
#include <omprim/detail/simd/streaming_store.hpp>
#include <omprim/tuning.hpp>

/// A tile of a scan (agent/scan/tile.hpp) on one thread.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The thread reads its tile to write the scan. If total() is called, the thread has read the tile
/// before, and now reads it from a cache. Packs are scanned in registers.
template <class Scan, tuning t>
class vector_scanned_tile {
  using scanner = typename Scan::scanner;
  using T = typename Scan::element;
  using out_type = typename Scan::output;
  using A = typename Scan::accumulator;
  using group_type = vector_group<t.work_group_size>;
  static constexpr int lanes = t.lanes;
  static constexpr std::uint64_t length = static_cast<std::uint64_t>(t.tile());
  static constexpr bool by_lanes = lanes > 1 && has_vectors<T>&& scanner::commutes;
  static constexpr auto wide = static_cast<std::uint64_t>(lanes);

 public:
  static constexpr bool needs_total = false;
  struct local_memory {};

  OMPRIM_INLINE void load(const group_type& /*group*/, const Scan& problem, std::uint64_t first,
                          local_memory& /*local*/) {
    first_ = first;
    end_ = problem.n - first < length ? problem.n : first + length;
  }

  [[nodiscard]] OMPRIM_INLINE A total(const group_type& /*group*/, const Scan& problem,
                                      local_memory& /*local*/) const {
    return fold_range<scanner, by_lanes ? lanes : 1>(problem.data, first_, end_);
  }

  OMPRIM_INLINE A write(const group_type& /*group*/, const Scan& problem, const A& before,
                        local_memory& /*local*/) const {
    if constexpr (by_lanes && std::is_pointer_v<decltype(problem.data)>) {
      const bool in_place =
          static_cast<const void*>(problem.data) == static_cast<const void*>(problem.out);
      if (is_streamed<out_type>(problem.n) && !in_place) {
        const A next = problem.exclusive != 0 ? write_all<true, true>(problem, before)
                                              : write_all<false, true>(problem, before);
        finish_streaming();
        return next;
      }
    }
    return problem.exclusive != 0 ? write_all<true, false>(problem, before)
                                  : write_all<false, false>(problem, before);
  }

 private:
  static OMPRIM_INLINE A combine(const A& a, const A& b) { return scanner::combine(a, b); }
  static OMPRIM_INLINE auto lifted(const Scan& problem, std::uint64_t at) {
    return scanner::template lift<lanes>(load_pack<lanes, false>(problem.data + at), at);
  }

  /// Scans element by element; returns the prefix of element `end`.
  template <bool exclusive>
  static OMPRIM_INLINE A write_each(const Scan& problem, std::uint64_t begin, std::uint64_t end,
                                    A before) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const A next = combine(before, scanner::template lift<1>(problem.data[i], i));
      problem.out[i] = problem.result(exclusive ? before : next, i);
      before = next;
    }
    return before;
  }

  template <bool exclusive, bool stream>
  OMPRIM_INLINE A write_all(const Scan& problem, A before) const {
    std::uint64_t i = first_;
    if constexpr (by_lanes) {
      if constexpr (stream) {
        const std::uint64_t aligned =
            first_ + static_cast<std::uint64_t>(before_aligned<lanes>(problem.out + first_));
        i = aligned < end_ ? aligned : end_;
        before = write_each<exclusive>(problem, first_, i, before);
      }
      [[maybe_unused]] const std::uint64_t ahead = vector_fetch_policy::bytes_ahead();
      auto start = broadcast<A, lanes>(before);
      for (; i + wide <= end_; i += wide) {
        if constexpr (stream) fetch_ahead<sizeof(T) * lanes>(problem.data + i, ahead);
        const auto scanned = scan_lanes<scanner, lanes>(lifted(problem, i));
        auto result = scanner::combine(start, scanned);
        if constexpr (exclusive) result = shift_lanes<A, lanes, 1>(result, start);
        const auto lowered = scanner::template lower<lanes>(result);
        if constexpr (stream) {
          stream_pack<lanes>(problem.out + i, lowered);
        } else {
          store_pack<lanes, false>(problem.out + i, lowered);
        }
        // The next prefix waits for one combination only, not for the result of this pack.
        start = scanner::combine(start, last_lane<A, lanes>(scanned));
      }
      before = start[0];
    }
    return write_each<exclusive>(problem, i, end_, before);
  }

  std::uint64_t first_;
  std::uint64_t end_;
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
