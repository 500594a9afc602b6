// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/search/policy.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/bisection.hpp>
#include <omprim/tuning.hpp>

/// Searches by bisection.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The elements of the first steps of a bisection, in the order of their step: node 1 is that of
/// the first step. A value goes from a node to node * 2, or node * 2 + 1 if the element is before
/// it. Lanes that part read neighbouring nodes, and the elements are ordered already.
template <class Word, class Count>
struct bisection_tree {
  Word nodes[1 << search_policy::local_steps];

  /// The number of steps that the tree holds: all of a bisection of n elements, or less.
  static OMPRIM_INLINE int steps_for(Count n) {
    int steps = 0;
    while (steps < search_policy::local_steps && (Count{1} << steps) <= n) ++steps;
    return steps;
  }

  template <class Group, class Order>
  OMPRIM_INLINE void load(const Group& group, const Word* sorted, Count n, int steps,
                          const Order& order) {
    group.for_each_index_and_wait(1 << steps, [&](int node) OMPRIM_INLINE_LAMBDA {
      if (node != 0) nodes[node] = order(sorted[element_of(node, n)]);
    });
  }

 private:
  /// Takes the steps that lead to the node.
  static OMPRIM_INLINE Count element_of(int node, Count n) {
    Count found = 0;
    int turns = 31 - __builtin_clz(static_cast<unsigned>(node));
    for (; turns > 0; --turns) {
      if ((node >> (turns - 1) & 1) != 0) found += n / 2;
      n -= n / 2;
    }
    return found + (n > 1 ? n / 2 : 1) - 1;
  }
};

/// Finds the positions of the values, a tile at a time: each step is taken for all values of a
/// tile, so that their loads overlap. `Count` counts sorted elements.
template <class Word, class Order, class Count, tuning t>
struct alignas(8) search_by_bisection {
  static constexpr int work_group_size = t.work_group_size;

  struct nothing {};
  template <class Group>
  using local_memory =
      std::conditional_t<Group::thread_per_item, bisection_tree<Word, Count>, nothing>;

  const Word* sorted;
  std::uint64_t n;
  const Word* values;
  std::uint64_t count;
  void* positions;
  Order order;
  std::uint32_t is_wide;
  std::uint32_t counts_equal;

  template <kernel::work_group Group>
  OMPRIM_INLINE void operator()(Group& group, local_memory<Group>& local) const {
    if constexpr (Group::thread_per_item) {
      const int steps = bisection_tree<Word, Count>::steps_for(static_cast<Count>(n));
      local.load(group, sorted, static_cast<Count>(n), steps, order);
      const auto item = static_cast<std::uint64_t>(group.this_item().id);
      const auto unrolled = [](auto&& f) OMPRIM_INLINE_LAMBDA {
#pragma GCC unroll 16
        for (int i = 0; i < t.items_per_work_item; ++i) f(i);
      };
      group.for_each_tile(tiles_of<t>(count), [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
        find<t.items_per_work_item, true>(
            unrolled, first_of<t>(tile) + item, std::uint64_t{Group::size},
            [&](const auto& bounds, auto& found, Count& rest)
                OMPRIM_INLINE_LAMBDA { descend(unrolled, local, steps, bounds, found, rest); });
      });
    } else {
      group.for_each_tile(tiles_of<t>(count), [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
        const std::uint64_t first = first_of<t>(tile);
        const auto length =
            static_cast<int>(count - first < tile_length<t> ? count - first : tile_length<t>);
        const auto by_simd = [&](auto&& f)
                                 OMPRIM_INLINE_LAMBDA { group.for_each_index(length, f); };
        find<t.tile(), false>(by_simd, first, 1,
                              [](const auto& /*bounds*/, auto& /*found*/, Count& /*rest*/)
                                  OMPRIM_INLINE_LAMBDA {});
      });
    }
  }

 private:
  /// Finds the positions of values first, first + stride, ... `begin` takes the first steps. Some
  /// values may lie behind the end if `is_cut`.
  template <int most, bool is_cut, class Loop, class Begin>
  OMPRIM_INLINE void find(const Loop& for_each, std::uint64_t first, std::uint64_t stride,
                          const Begin& begin) const {
    Word bounds[most];
    Count found[most];
    const auto place = [&](int i) OMPRIM_INLINE_LAMBDA {
      return first + static_cast<std::uint64_t>(i) * stride;
    };
    for_each([&](int i) OMPRIM_INLINE_LAMBDA {
      const std::uint64_t p = !is_cut || place(i) < count ? place(i) : count - 1;
      // The greatest element before the value; of none, it is that of all.
      bounds[i] = static_cast<Word>(order(values[p]) - (counts_equal != 0 ? 0U : 1U));
      found[i] = 0;
    });
    auto rest = static_cast<Count>(n);
    begin(bounds, found, rest);
    if (rest > 0) {
      kernel::for_each_bisection_step(rest, [&](Count step) OMPRIM_INLINE_LAMBDA {
        for_each([&](int i) OMPRIM_INLINE_LAMBDA {
          found[i] += order(sorted[found[i] + (step - 1)]) <= bounds[i] ? step : Count{0};
        });
      });
    }
    const auto store_as = [&](auto* out) OMPRIM_INLINE_LAMBDA {
      for_each([&](int i) OMPRIM_INLINE_LAMBDA {
        if (is_cut && place(i) >= count) return;
        const bool is_none = counts_equal == 0 && bounds[i] == static_cast<Word>(~Word{0});
        out[place(i)] =
            static_cast<std::remove_reference_t<decltype(*out)>>(is_none ? Count{0} : found[i]);
      });
    };
    if (is_wide != 0) {
      store_as(static_cast<std::int64_t*>(positions));
    } else {
      store_as(static_cast<std::int32_t*>(positions));
    }
  }

  /// Takes the steps in local memory. `rest` is 0 if these are all.
  template <class Loop, int most>
  static OMPRIM_INLINE void descend(const Loop& for_each, const bisection_tree<Word, Count>& tree,
                                    int steps, const Word (&bounds)[most], Count (&found)[most],
                                    Count& rest) {
    int node[most];
    for_each([&](int i) OMPRIM_INLINE_LAMBDA { node[i] = 1; });
    OMPRIM_KEEP_ROLLED
    for (int step = 0; step < steps; ++step) {
      const Count length = rest > 1 ? rest / 2 : rest;
      for_each([&](int i) OMPRIM_INLINE_LAMBDA {
        const bool is_before = tree.nodes[node[i]] <= bounds[i];
        found[i] += is_before ? length : Count{0};
        node[i] = 2 * node[i] + (is_before ? 1 : 0);
      });
      rest -= length;
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
