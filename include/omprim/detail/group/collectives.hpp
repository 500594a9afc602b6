// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/item.hpp>
#include <omprim/detail/group/vector.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#if OMPRIM_SIMT
#include <omprim/detail/group/simt.hpp>
#endif

/// Collectives: operations of a whole work-group on one private value per item. Each takes scratch,
/// a Group::scratch<T> in local memory. It begins with a barrier, so that the same scratch can be
/// used again at once, and needs no other barrier around it.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class T>
struct scan_result {
  T total;  ///< the combination of all items' values, known to every item
};

/// The operator that collectives take: combines two vectors of N accumulators lane by lane.
template <class Reducer, int N>
struct combine_lanes {
  using vector = typename Reducer::template vector<N>;
  OMPRIM_INLINE vector operator()(const vector& a, const vector& b) const {
    return Reducer::combine(a, b);
  }
};

#if OMPRIM_SIMT

/// Combines all items' values, in an unspecified order; the result is known to item 0.
template <int size, class T, class Combine>
OMPRIM_INLINE T reduce(const simt_group<size>& group, const simt_private<T, size>& values,
                       Combine&& combine, simt_scratch<T, size>& scratch) {
  using group_type = simt_group<size>;
  const auto sub_group = group.this_sub_group();
  const T partial = sub_group.reduce(values, combine);
  if constexpr (group_type::sub_groups == 1) return partial;
  const work_item me = group.this_item();
  group.barrier();
  if (me.sub_group_lane == 0) scratch.values[me.sub_group] = partial;
  group.barrier();
  T total = partial;
  if (me.sub_group == 0) {
    // Lanes past the number of sub-groups repeat the last value; the total of item 0 never includes
    // it twice.
    constexpr int last = group_type::sub_groups - 1;
    total = scratch.values[me.id < last ? me.id : last];
#pragma GCC unroll 5
    for (int offset = group_type::sub_groups / 2; offset > 0; offset /= 2) {
      total = combine(total, detail::shuffle<size>(total, me.sub_group_lane + offset));
    }
  }
  return total;
}

/// The same as reduce, with the result known to every item.
template <int size, class T, class Combine>
OMPRIM_INLINE T reduce_for_all(const simt_group<size>& group, const simt_private<T, size>& values,
                               Combine&& combine, simt_scratch<T, size>& scratch) {
  const T total = reduce(group, values, combine, scratch);
  if constexpr (simt_group<size>::sub_groups == 1) group.barrier();
  if (group.this_item().id == 0) scratch.total = total;
  group.barrier();
  return scratch.total;
}

/// The same as reduce, for one value per physical thread: `mine` covers all the items that the
/// thread runs. The result is known to item 0.
template <int size, class T, class Combine>
OMPRIM_INLINE T reduce_threads(const simt_group<size>& group, const T& mine, Combine&& combine,
                               simt_scratch<T, size>& scratch) {
  return reduce(group, simt_private<T, size>{mine}, combine, scratch);
}

/// Reduces one vector accumulator per item, across items and lanes; the result is known to item 0.
template <class Reducer, int N, int size, class V, class T>
OMPRIM_INLINE T reduce_lanes(const simt_group<size>& group, const simt_private<V, size>& vectors,
                             simt_scratch<T, size>& scratch) {
  simt_private<T, size> folded{fold_lanes<Reducer, N>(vectors.value)};
  return reduce(group, folded, combine_lanes<Reducer, 1>{}, scratch);
}

/// Whether a flag is true for an item of the caller's sub-group; called by each thread.
template <int size>
OMPRIM_INLINE bool any_of_sub_group(const simt_group<size>& /*group*/, bool mine) {
  return detail::ballot<size>(mine) != 0;
}

/// The greatest value of an item of the caller's sub-group; called by each thread.
template <int size>
OMPRIM_INLINE int greatest_of_sub_group(const simt_group<size>& group, int mine) {
  return detail::sub_group_greatest<size>(mine, group.this_item().sub_group_lane);
}

/// Replaces each item's value by the combination of the values of all lower items, in order;
/// item 0 gets `identity`.
template <int size, class T, class Combine>
OMPRIM_INLINE scan_result<T> exclusive_scan(const simt_group<size>& group,
                                            simt_private<T, size>& values, const T& identity,
                                            Combine&& combine, simt_scratch<T, size>& scratch) {
  using group_type = simt_group<size>;
  constexpr int width = group_type::sub_group_size;
  const work_item me = group.this_item();
  T inclusive = values.value;
  OMPRIM_KEEP_ROLLED
  for (int offset = 1; offset < width; offset *= 2) {
    const T below = detail::shuffle<size>(inclusive, me.sub_group_lane - offset);
    if (me.sub_group_lane >= offset) inclusive = combine(below, inclusive);
  }
  const T below = detail::shuffle<size>(inclusive, me.sub_group_lane - 1);
  group.barrier();
  if (me.sub_group_lane == width - 1) scratch.values[me.sub_group] = inclusive;
  group.barrier();
  T before = identity;
  T total = identity;
  for (int s = 0; s < group_type::sub_groups; ++s) {
    if (s == me.sub_group) before = total;
    total = combine(total, scratch.values[s]);
  }
  values.value = me.sub_group_lane == 0 ? before : combine(before, below);
  return {total};
}

#endif

namespace detail {
// Pairwise: the combinations are independent, which fills the pipeline, and the rounding error is
// small. Up to 16 values are registers, so their tree is unrolled.
template <int count, class T, class Combine>
OMPRIM_INLINE T reduce_pairwise(const T* values, Combine&& combine) {
  if constexpr (count == 1) {
    return values[0];
  } else if constexpr (count <= 16) {
    return combine(reduce_pairwise<count / 2>(values, combine),
                   reduce_pairwise<count / 2>(values + count / 2, combine));
  } else {
    T partial[count];
    for (int i = 0; i < count; ++i) partial[i] = values[i];
    OMPRIM_KEEP_ROLLED
    for (int stride = count / 2; stride > 0; stride /= 2) {
      OMPRIM_KEEP_ROLLED
      for (int i = 0; i < stride; ++i) partial[i] = combine(partial[i], partial[i + stride]);
    }
    return partial[0];
  }
}
}  // namespace detail

template <int size, class T, class Combine>
OMPRIM_INLINE T reduce(const vector_group<size>& /*group*/, const vector_private<T, size>& values,
                       Combine&& combine, vector_scratch<T, size>& /*scratch*/) {
  return detail::reduce_pairwise<size>(values.values, combine);
}

template <int size, class T, class Combine>
OMPRIM_INLINE T reduce_for_all(const vector_group<size>& group,
                               const vector_private<T, size>& values, Combine&& combine,
                               vector_scratch<T, size>& scratch) {
  return reduce(group, values, combine, scratch);
}

template <int size, class T, class Combine>
OMPRIM_INLINE T reduce_threads(const vector_group<size>& /*group*/, const T& mine,
                               Combine&& /*combine*/, vector_scratch<T, size>& /*scratch*/) {
  return mine;
}

/// One thread runs all items of the group, and so of its sub-groups.
template <int size>
OMPRIM_INLINE bool any_of_sub_group(const vector_group<size>& /*group*/, bool mine) {
  return mine;
}
template <int size>
OMPRIM_INLINE int greatest_of_sub_group(const vector_group<size>& /*group*/, int mine) {
  return mine;
}

template <class Reducer, int N, int size, class V, class T>
OMPRIM_INLINE T reduce_lanes(const vector_group<size>& /*group*/,
                             const vector_private<V, size>& vectors,
                             vector_scratch<T, size>& /*scratch*/) {
  return fold_lanes<Reducer, N>(
      detail::reduce_pairwise<size>(vectors.values, combine_lanes<Reducer, N>{}));
}

template <int size, class T, class Combine>
OMPRIM_INLINE scan_result<T> exclusive_scan(const vector_group<size>& /*group*/,
                                            vector_private<T, size>& values, const T& identity,
                                            Combine&& combine,
                                            vector_scratch<T, size>& /*scratch*/) {
  T total = identity;
  for (int i = 0; i < size; ++i) {
    const T mine = values.values[i];
    values.values[i] = total;
    total = combine(total, mine);
  }
  return {total};
}

/// The number of items whose flag is true; known to every item.
template <class Group>
OMPRIM_INLINE int count(const Group& group,
                        const typename Group::template private_memory<bool>& flags,
                        typename Group::template scratch<int>& scratch) {
  typename Group::template private_memory<int> ones;
  group.for_each_item([&](work_item item)
                          OMPRIM_INLINE_LAMBDA { ones[item] = flags[item] ? 1 : 0; });
  const auto plus = [](int a, int b) OMPRIM_INLINE_LAMBDA { return a + b; };
  return exclusive_scan(group, ones, 0, plus, scratch).total;
}

/// Whether any item's flag is true; known to every item.
template <class Group>
OMPRIM_INLINE bool any(const Group& group,
                       const typename Group::template private_memory<bool>& flags,
                       typename Group::template scratch<int>& scratch) {
  return count(group, flags, scratch) != 0;
}

/// How far the values of the items of the caller's sub-group are apart; called by each thread.
template <class Group>
OMPRIM_INLINE int spread_of_sub_group(const Group& group, int mine) {
  return greatest_of_sub_group(group, mine) + greatest_of_sub_group(group, -mine);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
