// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/atomic.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/tuning.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// Combines the group's N-lane accumulators in `values`, one per item in local memory, into
/// values[0] by halving: stride group size / 2, / 4, ... 1, with a barrier after each stride. The
/// caller writes all of `values` first; afterwards values[0] is visible to all items.
template <class Reducer, int N, class Group>
OMPRIM_INLINE void reduce_local_tree(Group& group,
                                     typename Reducer::template vector<N> (&values)[Group::size]) {
  group.barrier();
  for (int stride = Group::size / 2; stride > 0; stride /= 2) {
    group.for_each_item_and_wait([&](auto item) OMPRIM_INLINE_LAMBDA {
      if (item.id < stride) {
        values[item.id] = Reducer::combine(values[item.id], values[item.id + stride]);
      }
    });
  }
}

/// One level of a tree reduction: each group reduces a tile of group-size elements in local memory
/// and writes one partial. input.partial(position) returns an element, or the identity if there is
/// none at this position.
template <class Reducer, int group_size, class Input>
struct alignas(8) tree_level {
  using accumulator = typename Reducer::accumulator;
  static constexpr int work_group_size = group_size;
  template <class Group>
  struct local_memory {
    accumulator values[Group::size];
  };

  Input input;
  accumulator* partials;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    const std::uint64_t tile = group.id() * static_cast<std::uint64_t>(Group::size);
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      local.values[item.id] = input.partial(tile + static_cast<std::uint64_t>(item.id));
    });
    reduce_local_tree<Reducer, 1>(group, local.values);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA { partials[group.id()] = local.values[0]; });
  }
};

/// The caller's elements as input of the first level.
template <class Reducer, class Source>
struct elements_input {
  Source source;
  OMPRIM_INLINE auto partial(std::uint64_t position) const {
    return accumulate<Reducer, 1>(Reducer::template identity<1>(), source, position);
  }
};

/// The partials of one level as input of the next.
template <class Reducer>
struct partials_input {
  const typename Reducer::accumulator* values;
  std::uint64_t count;
  OMPRIM_INLINE auto partial(std::uint64_t position) const {
    return position < count ? values[position] : Reducer::template identity<1>();
  }
};

/// Each sub-group reads a contiguous block, with the packs of its items interleaved, into vector
/// accumulators. A tree combines the accumulators of the group, and one item folds the lanes.
template <class Reducer, tuning t, class Source>
struct alignas(8) reduce_blocks_by_tree {
  static constexpr int lanes = t.lanes;
  using vector = typename Reducer::template vector<lanes>;
  static constexpr int work_group_size = t.work_group_size;
  template <class Group>
  struct local_memory {
    vector values[Group::size];
  };

  Source source;
  kernel::atomic_cell<Reducer>* result;

  /// The vector accumulator of one item. Its loads begin at `start` and are `step` elements
  /// apart.
  OMPRIM_INLINE vector gather(std::uint64_t start, int step) const {
    auto sum = Reducer::template identity<lanes>();
    auto rest = Reducer::template identity<1>();  // from vectors that only partly exist
    for (int i = 0; i < t.items_per_work_item; ++i) {
      const std::uint64_t position = start + static_cast<std::uint64_t>(i * step);
      if (source.template holds<lanes>(position)) {
        sum = Reducer::combine(sum,
                               Reducer::template lift<lanes>(source.template load<lanes>(position),
                                                             source.index(position)));
      } else {
        rest = accumulate<Reducer, lanes>(rest, source, position);
      }
    }
    return Reducer::combine(sum, Reducer::template embed<lanes>(rest));
  }

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    constexpr int step = Group::sub_group_size * lanes;
    constexpr int block = step * t.items_per_work_item;
    const std::uint64_t tile = group.id() * static_cast<std::uint64_t>(t.tile());
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA {
      const int start = item.sub_group * block + item.sub_group_lane * lanes;
      local.values[item.id] = gather(tile + static_cast<std::uint64_t>(start), step);
    });
    reduce_local_tree<Reducer, lanes>(group, local.values);
    group.single_item([&]() OMPRIM_INLINE_LAMBDA {
      atomic_combine(*result, kernel::fold_lanes<Reducer, lanes>(local.values[0]));
    });
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
