// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <omprim/detail/agent/reduce/arg_reduce_tiles.hpp>
#include <omprim/detail/agent/reduce/by_share.hpp>
#include <omprim/detail/agent/reduce/policy.hpp>
#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/agent/segmented_reduce/policy.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/source.hpp>
#include <omprim/detail/simd/compress.hpp>
#include <omprim/detail/simd/fetch_ahead.hpp>
#include <omprim/detail/simd/policy.hpp>
#include <omprim/detail/simd/streaming_store.hpp>
#include <omprim/tuning.hpp>

/// Segments reduced by one thread with SIMD:
///   small    several at a time, with the result of one segment in each lane
///   medium   one at a time
///   large    one at a time, by the loop of single-pass (agent/reduce/by_share.hpp)
namespace omprim::inline OMPRIM_ABI::strategy {

namespace detail {
template <class T, int N, int... i>
OMPRIM_INLINE kernel::pack<T, N> lane_numbers(std::integer_sequence<int, i...>) {
  return kernel::pack<T, N>{T(i)...};
}
template <class V, int... i>
OMPRIM_INLINE V even_lanes(const V& a, const V& b, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(a, b, (2 * i)...);
}
template <class V, int... i>
OMPRIM_INLINE V odd_lanes(const V& a, const V& b, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(a, b, (2 * i + 1)...);
}

/// Lane r of the result combines all lanes of rows[r]. Overwrites rows.
template <class Reducer, int N, class V>
OMPRIM_INLINE V fold_rows(V (&rows)[N]) {
  using lanes = std::make_integer_sequence<int, N>;
#pragma GCC unroll 5
  for (int left = N; left > 1; left /= 2) {
#pragma GCC unroll 16
    for (int r = 0; r < left / 2; ++r) {
      const V a = rows[2 * r];
      const V b = rows[2 * r + 1];
      rows[r] = Reducer::combine(even_lanes(a, b, lanes{}), odd_lanes(a, b, lanes{}));
    }
  }
  return rows[0];
}
}  // namespace detail

/// Reduces the values [first, last), or runs of whole segments. Reads no value at or after `limit`.
template <class Problem, tuning t>
class vector_segments {
  using reducer = typename Problem::reducer;
  using element = typename Problem::element;
  using accumulator = typename Problem::accumulator;
  static constexpr int lanes = t.lanes;
  using vector = typename reducer::template vector<lanes>;
  using number = kernel::same_size_signed<element>;
  using numbers = kernel::pack<number, lanes>;
  static constexpr bool has_lanes =
      lanes > 1 && kernel::commutes<reducer> && !kernel::has_index<reducer>;
  using large_group = kernel::vector_group<t.work_group_size>;
  /// The tuning for large segments has full-width registers: from a second-level cache, they are
  /// loaded a tenth faster than half-width registers.
  static constexpr tuning large_tuning{
      t.work_group_size, std::max(lanes, kernel::compress_lanes<element>), t.items_per_work_item};
  static constexpr auto width = static_cast<std::uint64_t>(lanes);
  using policy = vector_segment_policy;
  static constexpr std::uint64_t most_small = policy::small_registers * width;
  static constexpr std::uint64_t least_large =
      policy::large_tiles * static_cast<std::uint64_t>(t.tile());
  static constexpr std::uint64_t least_large_from_memory =
      vector_reduce_policy::long_share * large_tuning.tile();

 public:
  OMPRIM_INLINE vector_segments(const Problem& problem, std::uint64_t limit)
      : problem_(problem), limit_(limit) {}

  [[nodiscard]] OMPRIM_INLINE accumulator fold(std::uint64_t first, std::uint64_t last) const {
    if constexpr (kernel::commutes<reducer> && lanes > 1) {
      if (is_for_single_pass_loop(last - first)) return fold_large(first, last);
    }
    if constexpr (has_lanes) {
      return fold_wide(first, last);
    } else {
      return fold_in_order(first, last);
    }
  }

  /// Reduces and writes the segments [s, end).
  OMPRIM_INLINE void write(std::uint64_t s, std::uint64_t end) const {
    if constexpr (has_lanes) {
      for (; s + width <= end; s += width) write_rows(s);
    }
    std::uint64_t first = s < end ? problem_.bounds.begin(s) : 0;
    for (; s < end; ++s) {
      const std::uint64_t last = problem_.bounds.end(s);
      problem_.write(s, fold(first, last));
      first = last;
    }
  }

 private:
  static OMPRIM_INLINE accumulator combine(const accumulator& a, const accumulator& b) {
    return reducer::combine(a, b);
  }

  /// Whether the loop of single-pass is the best for `length` values. A plain loop reads values
  /// from memory faster, unless they are enough for the several read streams of single-pass.
  [[nodiscard]] OMPRIM_INLINE bool is_for_single_pass_loop(std::uint64_t length) const {
    if (length < least_large) return false;
    const bool may_be_cached =
        limit_ < kernel::vector_store_policy::streamed_bytes / sizeof(element);
    return !has_lanes || may_be_cached || length >= least_large_from_memory;
  }

  /// Combines the values in their order: operators need not commute.
  [[nodiscard]] OMPRIM_INLINE accumulator fold_in_order(std::uint64_t first,
                                                        std::uint64_t last) const {
    constexpr std::uint64_t parts = policy::parts_in_order;
    accumulator part[parts];
    for (auto& p : part) p = reducer::template identity<1>();
    // There are several chains of additions at a time, each over a contiguous part of the values.
    const std::uint64_t length = (last - first) / parts;
    for (std::uint64_t i = 0; i < length; ++i) {
#pragma GCC unroll 4
      for (std::uint64_t p = 0; p < parts; ++p)
        part[p] = problem_.add(part[p], first + p * length + i);
    }
    for (std::uint64_t i = first + parts * length; i < last; ++i) {
      part[parts - 1] = problem_.add(part[parts - 1], i);
    }
    return combine(combine(part[0], part[1]), combine(part[2], part[3]));
  }

  /// Combines the values by the loop of single-pass.
  [[nodiscard]] accumulator fold_large(std::uint64_t first, std::uint64_t last) const {
    using rows = reduce_share<reducer, large_tuning>;
    const auto source = kernel::make_source(problem_.values + first, last - first);
    large_group alone(0, 1);
    typename rows::template local_memory<large_group> local;
    const accumulator total =
        combine(rows::run(source, alone, local), reduce_ends<reducer, large_tuning.lanes>(source));
    if constexpr (kernel::has_index<reducer>) {
      // If there is no index, no value beats the identity. So all values equal the identity, and
      // the first value is the result.
      return {total.value, total.index == reducer::nowhere ? first : total.index + first};
    } else {
      return total;
    }
  }

  [[nodiscard]] OMPRIM_INLINE vector load(std::uint64_t first) const {
    return reducer::template lift<lanes>(kernel::load_pack<lanes, false>(problem_.values + first),
                                         first);
  }
  /// Like load(), but a lane whose number is not below `length` holds the identity: its value
  /// belongs to another segment.
  [[nodiscard]] OMPRIM_INLINE vector load_part(std::uint64_t first, const numbers& lane,
                                               number length) const {
    return lane < kernel::broadcast<number, lanes>(length) ? load(first)
                                                           : reducer::template identity<lanes>();
  }
  static OMPRIM_INLINE numbers lane_numbers() {
    return detail::lane_numbers<number, lanes>(std::make_integer_sequence<int, lanes>{});
  }

  static constexpr int streams = policy::registers_at_once;
  static constexpr std::uint64_t stride = streams * width;
  using registers = vector[streams];

  /// Combines the whole strides from `at` on, and moves `at` past them.
  OMPRIM_INLINE void fold_strides(registers& part, std::uint64_t& at, std::uint64_t last) const {
#pragma GCC unroll 4
    for (vector& p : part) p = reducer::template identity<lanes>();
    OMPRIM_KEEP_ROLLED
    for (; at + stride <= last; at += stride) {
      kernel::fetch_ahead<stride * sizeof(element)>(problem_.values + at, ahead_);
#pragma GCC unroll 4
      for (int p = 0; p < streams; ++p) {
        part[p] = reducer::combine(part[p], load(at + static_cast<std::uint64_t>(p) * width));
      }
    }
  }
  static OMPRIM_INLINE vector sum_of(const registers& part) {
    return reducer::combine(reducer::combine(part[0], part[1]), reducer::combine(part[2], part[3]));
  }

  /// Combines the values [at, last) in lanes. Reads up to `stride` values after the last one. There
  /// is only one loop, so that only one branch is hard to predict.
  [[nodiscard]] OMPRIM_INLINE vector fold_to_lanes(std::uint64_t at, std::uint64_t last) const {
    registers part;
    fold_strides(part, at, last);
#pragma GCC unroll 4
    for (int p = 0; p < streams; ++p) {
      const auto length = static_cast<number>(last - at) - static_cast<number>(p * lanes);
      part[p] = reducer::combine(part[p], load_part(at + static_cast<std::uint64_t>(p) * width,
                                                    lane_numbers(), static_cast<number>(length)));
    }
    return sum_of(part);
  }

  [[nodiscard]] OMPRIM_INLINE accumulator fold_wide(std::uint64_t at, std::uint64_t last) const {
    if (last + stride <= limit_) {
      return kernel::fold_lanes<reducer, lanes>(fold_to_lanes(at, last));
    }
    registers part;
    fold_strides(part, at, last);
    OMPRIM_KEEP_ROLLED
    for (; at + width <= last; at += width) {
      part[0] = reducer::combine(part[0], load(at));
    }
    accumulator rest = reducer::template identity<1>();
    OMPRIM_KEEP_ROLLED
    for (; at < last; ++at) rest = problem_.add(rest, at);
    return combine(kernel::fold_lanes<reducer, lanes>(sum_of(part)), rest);
  }

  /// Writes `lanes` segments, with one register each; in step if all segments are small.
  OMPRIM_INLINE void write_rows(std::uint64_t s) const {
    std::uint64_t bounds[lanes + 1];
    problem_.bounds.template boundaries<lanes>(s, bounds);
    std::uint64_t longest = 0;
#pragma GCC unroll 16
    for (int r = 0; r < lanes; ++r) longest = std::max(longest, bounds[r + 1] - bounds[r]);
    if (longest >= least_large || bounds[lanes] + stride > limit_) {
      OMPRIM_KEEP_ROLLED
      for (int r = 0; r < lanes; ++r) {
        problem_.write(s + static_cast<std::uint64_t>(r), fold(bounds[r], bounds[r + 1]));
      }
      return;
    }
    vector rows[lanes];
    if (longest > most_small) {
      OMPRIM_KEEP_ROLLED
      for (int r = 0; r < lanes; ++r) rows[r] = fold_to_lanes(bounds[r], bounds[r + 1]);
    } else {
      load_rows(bounds, longest, rows);
    }
    const auto results = detail::fold_rows<reducer, lanes>(rows);
    kernel::store_pack<lanes, false>(problem_.out + s, reducer::template lower<lanes>(results));
  }

  /// Loads `lanes` segments in step, and combines each in its own register.
  OMPRIM_INLINE void load_rows(const std::uint64_t (&bounds)[lanes + 1], std::uint64_t longest,
                               vector (&rows)[lanes]) const {
    number lengths[lanes];
#pragma GCC unroll 16
    for (int r = 0; r < lanes; ++r) lengths[r] = static_cast<number>(bounds[r + 1] - bounds[r]);
    numbers lane = lane_numbers();
#pragma GCC unroll 16
    for (int r = 0; r < lanes; ++r) rows[r] = load_part(bounds[r], lane, lengths[r]);
    OMPRIM_KEEP_ROLLED
    for (std::uint64_t done = width; done < longest; done += width) {
      lane += kernel::broadcast<number, lanes>(lanes);
#pragma GCC unroll 16
      for (int r = 0; r < lanes; ++r) {
        rows[r] = reducer::combine(rows[r], load_part(bounds[r] + done, lane, lengths[r]));
      }
    }
  }

  const Problem& problem_;
  std::uint64_t limit_;
  std::uint64_t ahead_ = kernel::vector_fetch_policy::bytes_ahead();
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
