// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/segmented_reduce/merge_path.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/simd/pack.hpp>
#include <omprim/tuning.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/simt.hpp>
#endif

namespace omprim::inline OMPRIM_ABI::strategy {

/// Combines every `step`th value of [first, last) in `chains` independent chains.
template <int chains, class Problem>
OMPRIM_INLINE typename Problem::accumulator fold_strided(const Problem& problem,
                                                         std::uint64_t first, std::uint64_t last,
                                                         std::uint64_t step) {
  using reducer = typename Problem::reducer;
  typename Problem::accumulator part[chains];
#pragma GCC unroll 16
  for (int c = 0; c < chains; ++c) part[c] = reducer::template identity<1>();
  std::uint64_t i = first;
  for (; i + (chains - 1) * step < last; i += chains * step) {
#pragma GCC unroll 16
    for (int c = 0; c < chains; ++c) {
      part[c] = problem.add(part[c], i + static_cast<std::uint64_t>(c) * step);
    }
  }
  OMPRIM_KEEP_ROLLED
  for (; i < last; i += step) part[0] = problem.add(part[0], i);
#pragma GCC unroll 16
  for (int c = 1; c < chains; ++c) part[0] = reducer::combine(part[0], part[c]);
  return part[0];
}

/// Reduces the part [first, last) of a segment by the whole group; the result is known to item 0.
template <tuning t, class Group, class Problem>
OMPRIM_INLINE typename Problem::accumulator reduce_part(
    Group& group, const Problem& problem, std::uint64_t first, std::uint64_t last,
    typename Group::template scratch<typename Problem::accumulator>& scratch) {
  typename Group::template private_memory<typename Problem::accumulator> partial;
  group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
    partial[item] = fold_strided<t.items_per_work_item>(
        problem, first + static_cast<std::uint64_t>(item.id), last, Group::size);
  });
  return kernel::reduce(group, partial, kernel::combine_lanes<typename Problem::reducer, 1>{},
                        scratch);
}

#if OMPRIM_SIMT
/// The number of values before the first aligned pack.
template <int lanes, class T>
OMPRIM_INLINE std::uint64_t before_aligned(const T* values) {
  constexpr auto wide = static_cast<std::uint64_t>(lanes);
  return (wide - reinterpret_cast<std::uintptr_t>(values) / sizeof(T) % wide) % wide;
}

/// The partial of thread `me` of `width` threads, which together reduce the values [first, last).
/// There is at least one value. A thread takes
///   - aligned packs of `lanes` values, with the loads of `at_once` packs under way at a time;
///   - some of the values that no aligned pack holds.
///
/// The last packs, fewer than `at_once` per thread, are loaded in batches of half that number, a
/// quarter, and so on down to one pack. One batch with a condition on each pack would be slower:
/// the assembler then loads one pack after the other.
template <int width, int lanes, int at_once, class Problem>
OMPRIM_INLINE typename Problem::accumulator fold_packs(const Problem& problem, std::uint64_t first,
                                                       std::uint64_t last, int me) {
  using reducer = typename Problem::reducer;
  using kernel::detail::force_load;
  static_assert(kernel::is_power_of_two(at_once));
  constexpr auto wide = static_cast<std::uint64_t>(lanes);
  constexpr std::uint64_t stride = width * wide;
  const auto mine = static_cast<std::uint64_t>(me);
  const std::uint64_t next_pack = first + before_aligned<lanes>(problem.values + first);
  const std::uint64_t aligned = next_pack < last ? next_pack : last;
  const std::uint64_t packs = (last - aligned) / wide;

  auto total = reducer::template identity<lanes>();
  std::uint64_t at = aligned + mine * wide;
  const auto take = [&](auto count) OMPRIM_INLINE_LAMBDA {
    constexpr int now = decltype(count)::value;
    const auto* const from = problem.values + at;
    kernel::pack<typename Problem::element, lanes> next[now];
#pragma GCC unroll 16
    for (int i = 0; i < now; ++i) {
      next[i] =
          force_load(kernel::load_pack<lanes, true>(from + static_cast<std::uint64_t>(i) * stride));
    }
#pragma GCC unroll 16
    for (int i = 0; i < now; ++i) {
      total = reducer::combine(total, reducer::template lift<lanes>(
                                          next[i], at + static_cast<std::uint64_t>(i) * stride));
    }
    at += static_cast<std::uint64_t>(now) * stride;
  };
  std::uint64_t left = packs / width;  // packs left for every thread
  OMPRIM_KEEP_ROLLED
  for (; left >= at_once; left -= at_once) take(std::integral_constant<int, at_once>{});
  const auto take_rest = [&](auto half, auto&& again) OMPRIM_INLINE_LAMBDA -> void {
    if ((left & half) != 0) take(half);
    if constexpr (half > 1) again(std::integral_constant<int, half / 2>{}, again);
  };
  if constexpr (at_once > 1) take_rest(std::integral_constant<int, at_once / 2>{}, take_rest);

  // Some threads also have one more pack, a value before the packs, or a value after them.
  const bool has_pack = mine < packs % width;
  const bool has_head = first + mine < aligned;
  const std::uint64_t tail_index = aligned + packs * wide + mine;
  const bool has_tail = tail_index < last;
  kernel::pack<typename Problem::element, lanes> odd{};
  if (has_pack) odd = kernel::load_pack<lanes, true>(problem.values + at);
  const auto head = force_load(problem.values[has_head ? first + mine : first]);
  const auto tail = force_load(problem.values[has_tail ? tail_index : first]);
  if (has_pack) {
    total = reducer::combine(total, reducer::template lift<lanes>(odd, at));
  }
  auto all = kernel::fold_lanes<reducer, lanes>(total);
  if (has_head) {
    all = reducer::combine(all, reducer::template lift<1>(head, first + mine));
  }
  if (has_tail) {
    all = reducer::combine(all, reducer::template lift<1>(tail, tail_index));
  }
  return all;
}
#endif

}  // namespace omprim::inline OMPRIM_ABI::strategy
