// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

#include <omprim/detail/agent/sort/policy.hpp>
#include <omprim/detail/agent/sort/problem.hpp>
#include <omprim/detail/agent/sort/problem_records.hpp>
#include <omprim/detail/agent/sort/sort_record.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/segments.hpp>

/// Sorts of few keys with their values, in the calling thread: each key goes to the place that is
/// the number of keys before it. Stable, and without a branch.
namespace omprim::inline OMPRIM_ABI::strategy {

/// A number of keys that compilers know: loops over them are unrolled.
template <int n>
using fixed_count = std::integral_constant<int, n>;

/// Calls visit(i) for all i of [first, count).
template <class Visit>
OMPRIM_INLINE void for_each_from(int first, int count, const Visit& visit) {
  for (int i = first; i < count; ++i) visit(i);
}
template <int count, class Visit>
OMPRIM_INLINE void for_each_from(int first, fixed_count<count> /*count*/, const Visit& visit) {
#pragma GCC unroll 16
  for (int i = first; i < count; ++i) visit(i);
}

/// Sorts a problem whose input and output have `places` places: those after the last key are
/// written as they were read, or with anything if the output is not the input. `Count` is int or a
/// fixed_count.
template <class Problem, int most, class Part, class Count>
OMPRIM_INLINE void sort_places_by_ranks(const Problem& problem, const Part& part, Count places) {
  using word = typename Problem::word;
  using value = typename Problem::value;
  word keys[most];
  word compared[most];
  word ranks[most];  // as wide as keys, for vectors of both
  [[maybe_unused]] value values[Problem::has_values ? most : 1];

  // All are read first, since the output may be the input.
  [[maybe_unused]] const auto record =
      encoded_records<word, value, unchanged_keys>::of(problem, {});
  for_each_from(0, places, [&](int i) OMPRIM_INLINE_LAMBDA {
    const auto position = static_cast<std::uint64_t>(i);
    keys[i] = problem.keys[i];
    compared[i] = position < problem.n ? part(keys[i]) : std::numeric_limits<word>::max();
    ranks[i] = static_cast<word>(i);
    if constexpr (Problem::has_values) values[i] = record(position).value;
  });
  // Of each pair in the wrong order, the first key moves up and the second one down.
  for_each_from(0, places, [&](int i) OMPRIM_INLINE_LAMBDA {
    word up = 0;
    for_each_from(i + 1, places, [&](int k) OMPRIM_INLINE_LAMBDA {
      const word is_wrong = compared[k] < compared[i] ? 1 : 0;
      up += is_wrong;
      ranks[k] -= is_wrong;
    });
    ranks[i] += up;
  });
  for_each_from(0, places, [&](int i) OMPRIM_INLINE_LAMBDA {
    if (problem.keys_out != nullptr) problem.keys_out[ranks[i]] = keys[i];
    if constexpr (Problem::has_values) problem.values_out[ranks[i]] = values[i];
  });
}

/// Sorts up to sort_policy::compared_keys keys.
template <class Problem>
void sort_by_ranks(const Problem& problem) {
  using word = typename Problem::word;
  constexpr auto most = static_cast<int>(sort_policy::compared_keys);
  with_compared_part<word>(problem.compared, [&](const auto& part) {
    sort_places_by_ranks<Problem, most>(problem, part, static_cast<int>(problem.n));
  });
}

/// Sorts segments that follow one another: up to sort_policy::ranked_keys keys by their ranks, and
/// more by sort_longer(begin, n).
///
/// A few sizes serve all lengths, since a processor seldom foresees the length of a segment. Later
/// segments have the places after a segment, and are sorted later.
template <class Problem, class SortLonger>
void sort_segments_by_ranks(const Problem& all, const kernel::segment_bounds& segments,
                            const SortLonger& sort_longer) {
  using word = typename Problem::word;
  const std::uint64_t last = segments.last();
  with_compared_part<word>(all.compared, [&](const auto& part) {
    segments.for_each_filled([&](std::uint64_t begin, std::uint64_t n) OMPRIM_INLINE_LAMBDA {
      const auto sorted_in = [&]<int size>(fixed_count<size> places) OMPRIM_INLINE_LAMBDA {
        if (n > size || last - begin < size) return false;
        sort_places_by_ranks<Problem, size>(all.part(begin, n), part, places);
        return true;
      };
      if (sorted_in(fixed_count<4>{}) || sorted_in(fixed_count<8>{})) return;
      if (!sorted_in(fixed_count<sort_policy::ranked_keys>{})) sort_longer(begin, n);
    });
  });
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
