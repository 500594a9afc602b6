// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/reduce/accumulate.hpp>
#include <omprim/detail/base/abi.hpp>

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

  template <class Group>
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

}  // namespace omprim::inline OMPRIM_ABI::strategy
