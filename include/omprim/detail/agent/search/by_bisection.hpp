// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/agent/search/policy.hpp>
#include <omprim/detail/agent/tiles.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/group/work_group.hpp>
#include <omprim/detail/reducer/bisection.hpp>
#include <omprim/detail/reducer/value_order.hpp>
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
            [&](const auto& bounds, auto& found) OMPRIM_INLINE_LAMBDA {
              const Count rest = descend(unrolled, local, steps, bounds, found);
              if (rest > 0) finish(group, unrolled, bounds, found, rest);
            });
      });
    } else {
      group.for_each_tile(tiles_of<t>(count), [&](std::uint64_t tile) OMPRIM_INLINE_LAMBDA {
        const std::uint64_t first = first_of<t>(tile);
        const auto length =
            static_cast<int>(count - first < tile_length<t> ? count - first : tile_length<t>);
        const auto by_simd = [&](auto&& f)
                                 OMPRIM_INLINE_LAMBDA { group.for_each_index(length, f); };
        find<t.tile(), false>(
            by_simd, first, 1, [&](const auto& bounds, auto& found) OMPRIM_INLINE_LAMBDA {
              if (n > 0) take_steps(by_simd, found, static_cast<Count>(n), by_keys(bounds));
            });
      });
    }
  }

 private:
  /// Finds the positions of values first, first + stride, ... `search` takes the steps. Some values
  /// may lie behind the end if `is_cut`.
  template <int most, bool is_cut, class Loop, class Search>
  OMPRIM_INLINE void find(const Loop& for_each, std::uint64_t first, std::uint64_t stride,
                          const Search& search) const {
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
    search(bounds, found);
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

  /// Takes the steps for `rest` elements. is_before(element, i) compares with the bound of value i.
  template <class Loop, int most, class Test>
  OMPRIM_INLINE void take_steps(const Loop& for_each, Count (&found)[most], Count rest,
                                const Test& is_before) const {
    kernel::for_each_bisection_step(rest, [&](Count step) OMPRIM_INLINE_LAMBDA {
      for_each([&](int i) OMPRIM_INLINE_LAMBDA {
        found[i] += is_before(sorted[found[i] + (step - 1)], i) ? step : Count{0};
      });
    });
  }
  template <int most>
  [[nodiscard]] OMPRIM_INLINE auto by_keys(const Word (&bounds)[most]) const {
    return [this, &bounds](Word element, int i)
               OMPRIM_INLINE_LAMBDA { return order(element) <= bounds[i]; };
  }

  /// Takes the steps in local memory. Returns the number of elements that steps are left for.
  template <class Loop, int most>
  OMPRIM_INLINE Count descend(const Loop& for_each, const bisection_tree<Word, Count>& tree,
                              int steps, const Word (&bounds)[most], Count (&found)[most]) const {
    auto rest = static_cast<Count>(n);
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
    return rest;
  }

  /// Takes the steps after those in local memory, for the values of an item.
  template <class Group, class Loop, int most>
  OMPRIM_INLINE void finish(const Group& group, const Loop& for_each, const Word (&bounds)[most],
                            Count (&found)[most], Count rest) const {
    const bool one_by_one = are_scattered(group, found[0], rest);
    const auto search = [&](const auto& is_before) OMPRIM_INLINE_LAMBDA {
      if (one_by_one) {
        for_each([&](int i) OMPRIM_INLINE_LAMBDA {
          const auto only = [i](auto&& f) OMPRIM_INLINE_LAMBDA { f(i); };
          take_steps(only, found, rest, is_before);
        });
      } else {
        take_steps(for_each, found, rest, is_before);
      }
    };
    if constexpr (kernel::has_value_order<Order>) {
      const auto by_value = kernel::value_order<Word>::of(order);
      Word limits[most];
      bool tells = rest >= search_policy::many_left;
      for_each([&](int i) OMPRIM_INLINE_LAMBDA {
        limits[i] = order.key_at(bounds[i]);
        tells &= by_value.tells(limits[i]);
      });
      if (tells) {
        search([&](Word element, int i)
                   OMPRIM_INLINE_LAMBDA { return by_value.is_not_after(element, limits[i]); });
        return;
      }
    }
    search(by_keys(bounds));
  }

  /// Whether the values of a sub-group are far from each other, in an array beyond caches. Their
  /// loads would drive each other's lines out of caches.
  template <class Group>
  [[nodiscard]] OMPRIM_INLINE bool are_scattered(const Group& group, Count found,
                                                 Count rest) const {
    if (n < search_policy::cached_bytes / sizeof(Word)) return false;
    constexpr int shift = sizeof(Count) == 8 ? 24 : 0;
    return kernel::spread_of_sub_group(group, static_cast<int>(found >> shift)) >
           static_cast<int>(rest >> shift) * Group::sub_group_size;
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
