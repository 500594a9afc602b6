// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/reducer/reducer.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The accumulators of a group's items, to which each item adds one pack at a time. Specialised
/// where it is faster to keep other values than accumulators.
template <class Reducer, int lanes, class Group>
class group_accumulator {
  using vector = typename Reducer::template vector<lanes>;

 public:
  /// Whether it is faster if two neighbouring items take their packs together, by
  /// take_two(a, b, item, next).
  static constexpr bool takes_two = false;
  /// Whether values may first be taken by quickly(), and again by take() and take_two() if
  /// is_sure(group) is false after them.
  static constexpr bool takes_quickly = false;

  OMPRIM_INLINE explicit group_accumulator(const Group& group) {
    group.for_each_item(
        [&](auto item) OMPRIM_INLINE_LAMBDA { mine_[item] = Reducer::template identity<lanes>(); });
  }

  template <class Loaded, class Item>
  OMPRIM_INLINE void take(const Loaded& x, Item item) {
    mine_[item] = Reducer::combine(mine_[item], Reducer::template lift<lanes>(x, 0));
  }

  /// The combined accumulators of all items; known to item 0.
  template <class Scratch>
  [[nodiscard]] OMPRIM_INLINE typename Reducer::accumulator total(const Group& group,
                                                                  Scratch& scratch) const {
    return kernel::reduce_lanes<Reducer, lanes>(group, mine_, scratch);
  }

 private:
  typename Group::template private_memory<vector> mine_;
};

/// Two reducers over the same packs, each with accumulators of its own kind.
template <class First, class Second, int lanes, class Group>
  requires(!Group::thread_per_item)
class group_accumulator<kernel::fused<First, Second>, lanes, Group> {
  using first_type = group_accumulator<First, lanes, Group>;
  using second_type = group_accumulator<Second, lanes, Group>;

 public:
  static constexpr bool takes_two = first_type::takes_two || second_type::takes_two;
  static constexpr bool takes_quickly = false;

  OMPRIM_INLINE explicit group_accumulator(const Group& group) : first_(group), second_(group) {}

  template <class Loaded, class Item>
  OMPRIM_INLINE void take(const Loaded& x, Item item) {
    first_.take(x, item);
    second_.take(x, item);
  }
  template <class Loaded, class Item>
  OMPRIM_INLINE void take_two(const Loaded& a, const Loaded& b, Item item, Item next) {
    pass_two(first_, a, b, item, next);
    pass_two(second_, a, b, item, next);
  }

  template <class Scratch>
  [[nodiscard]] OMPRIM_INLINE auto total(const Group& group, Scratch& /*scratch*/) const {
    typename Group::template scratch<typename First::accumulator> first;
    typename Group::template scratch<typename Second::accumulator> second;
    return typename kernel::fused<First, Second>::accumulator{first_.total(group, first),
                                                              second_.total(group, second)};
  }

 private:
  template <class Accumulator, class Loaded, class Item>
  static OMPRIM_INLINE void pass_two(Accumulator& to, const Loaded& a, const Loaded& b, Item item,
                                     Item next) {
    if constexpr (Accumulator::takes_two) {
      to.take_two(a, b, item, next);
    } else {
      to.take(a, item);
      to.take(b, next);
    }
  }

  first_type first_;
  second_type second_;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
