// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/agent/reduce/group_accumulator.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/reducer/min_max.hpp>
#include <omprim/detail/simd/keep_register.hpp>
#include <omprim/detail/simd/min_max_ordered.hpp>
#include <omprim/detail/simd/multiply_add.hpp>
#include <omprim/detail/simd/pack.hpp>

namespace omprim::inline OMPRIM_ABI::strategy {

/// The value that every number beats or equals.
template <class T, class Policy>
OMPRIM_INLINE T worst_of() {
  if constexpr (std::is_floating_point_v<T>) {
    return -Policy::template best<T>();
  } else {
    return Policy::template identity<T, T>();
  }
}

/// The minimum or maximum of packs, for groups in which an item is a register.
///
/// The processor's own minimum or maximum compares floats: one operation instead of the four of a
/// comparison by keys. That instruction loses two facts, which are noted once for all items:
///   - NaNs are lost: `nan_` notes whether there was one.
///   - Some instructions do not order the zeros (simd/min_max_ordered.hpp): `signs_` then notes the
///     signs of the values. If the extreme is 0, the signs tell which zero it is.
/// Where zeros are not ordered, notes take more time than the minima, and are rarely needed: values
/// are first taken without them.
template <class T, class Policy, int lanes, class Group>
class min_max_accumulator {
  static_assert(!Group::thread_per_item);
  static constexpr bool is_float = std::is_floating_point_v<T>;
  using reducer = kernel::extreme<T, Policy>;
  using vector = kernel::pack<T, lanes>;
  using integer = kernel::same_size_signed<T>;
  using bits = kernel::pack<integer, lanes>;
  static constexpr bool is_ordered = kernel::has_ordered_extreme<T, lanes>;
  using nan_lanes = std::conditional_t<is_ordered, unsigned, bits>;

 public:
  static constexpr bool takes_two = true;
  static constexpr bool takes_quickly = is_float && !is_ordered;

  OMPRIM_INLINE explicit min_max_accumulator(const Group& group) {
    group.for_each_item([&](auto item) OMPRIM_INLINE_LAMBDA { mine_[item] = all_worst(); });
  }

  /// Takes packs without notes. A sum of products of two packs becomes NaN if a value is: half an
  /// operation a pack. Without instructions for it, a sum of packs: one operation.
  struct quick_taker {
    static constexpr bool takes_two = true;
    min_max_accumulator& to;

    template <class Item>
    OMPRIM_INLINE void take(const vector& x, Item item) const {
      to.mine_[item] = combine(to.mine_[item], x);
      to.sums_[0] += x;
    }
    template <class Item>
    OMPRIM_INLINE void take_two(const vector& a, const vector& b, Item item, Item next) const {
      to.mine_[item] = combine(to.mine_[item], a);
      to.mine_[next] = combine(to.mine_[next], b);
      vector& sum = to.sums_[item.id / 2 % sums];
      if constexpr (kernel::has_multiply_add<T>) {
        sum = kernel::multiply_add<T, lanes>(a, b, sum);
      } else {
        sum += a + b;
      }
      kernel::keep_register<T, lanes>(sum);
    }
  };
  OMPRIM_INLINE quick_taker quickly() { return {*this}; }
  /// Whether the values that were taken quickly need no notes: none is NaN, and the extreme is no
  /// zero. Otherwise they must be taken again. Infinities of both signs look like a NaN here, also
  /// infinite products of large numbers.
  [[nodiscard]] OMPRIM_INLINE bool is_sure(const Group& group) const {
    const vector all = all_of(group);
    const vector sum = (sums_[0] + sums_[1]) + (sums_[2] + sums_[3]);
    const vector zero = vector{};
    const bits doubt = (sum != sum) | ((all == zero) & ~Policy::better(all, zero));
    return !kernel::any_lane<integer, lanes>(doubt);
  }

  template <class Item>
  OMPRIM_INLINE void take(const vector& x, Item item) {
    mine_[item] = combine(mine_[item], x);
    note(x, x);
  }
  /// Takes two packs and notes the facts about both at once.
  template <class Item>
  OMPRIM_INLINE void take_two(const vector& a, const vector& b, Item item, Item next) {
    mine_[item] = combine(mine_[item], a);
    mine_[next] = combine(mine_[next], b);
    note(a, b);
  }

  /// Whether one of the values beats `best`, a number.
  [[nodiscard]] OMPRIM_INLINE bool beats(const Group& group, T best) const {
    const vector all = all_of(group);
    bits better = Policy::better(all, kernel::broadcast<T, lanes>(best));
    if constexpr (is_float) {
      if constexpr (is_ordered) {
        if (nan_ != 0) return true;
      } else {
        better |= nan_;
      }
      if (bits_of_one(best) == bits_of_one(Policy::template worse_zero<T>())) {
        better |= Policy::better_zeros(is_ordered ? bits_of(all) : signs_);
      }
    }
    return kernel::any_lane<integer, lanes>(better);
  }

  /// The key of the extreme; the key of a NaN if there was one.
  template <class Scratch>
  [[nodiscard]] OMPRIM_INLINE typename reducer::accumulator total(const Group& group,
                                                                  Scratch& /*scratch*/) const {
    vector all = all_of(group);
    if constexpr (is_float) {
      if (has_nan()) {
        all = kernel::broadcast<T, lanes>(std::numeric_limits<T>::quiet_NaN());
      } else if constexpr (!is_ordered) {
        all = with_signs_of_zeros(all);
      }
    }
    return kernel::fold_lanes<reducer, lanes>(kernel::to_keys<T, Policy, lanes>(all));
  }

  /// The lanes of x that hold `value`: a zero of the same sign for a zero, any NaN for a NaN.
  static OMPRIM_INLINE bits equal(const vector& x, T value) {
    if constexpr (is_float) {
      if (value != value) return x != x;
      return bits_of(x) == kernel::broadcast<integer, lanes>(bits_of_one(value));
    } else {
      return x == kernel::broadcast<T, lanes>(value);
    }
  }

 private:
  [[nodiscard]] OMPRIM_INLINE vector all_of(const Group& group) const {
    typename Group::template scratch<vector> none;
    return kernel::reduce(
        group, mine_,
        [](const vector& a, const vector& b) OMPRIM_INLINE_LAMBDA { return combine(a, b); }, none);
  }

  [[nodiscard]] OMPRIM_INLINE bool has_nan() const {
    if constexpr (is_ordered) {
      return nan_ != 0;
    } else {
      return kernel::any_lane<integer, lanes>(nan_);
    }
  }
  /// The extremes of the lanes, each extreme of 0 with its sign from `signs_`.
  [[nodiscard]] OMPRIM_INLINE vector with_signs_of_zeros(const vector& all) const {
    const bits zero =
        signs_ & kernel::broadcast<integer, lanes>(std::numeric_limits<integer>::min());
    return kernel::bits_as<T, lanes>(all == vector{} ? zero : bits_of(all));
  }

  static OMPRIM_INLINE vector combine(const vector& a, const vector& b) {
    if constexpr (is_ordered) {
      constexpr bool greater = Policy::template best<T>() > 0;
      return kernel::ordered_extreme<greater, T, lanes>(a, b);
    } else {
      return Policy::combine(a, b);
    }
  }
  OMPRIM_INLINE void note([[maybe_unused]] const vector& a, [[maybe_unused]] const vector& b) {
    if constexpr (is_ordered) {
      nan_ |= kernel::unordered_lanes<T, lanes>(a, b);
    } else if constexpr (is_float) {
      nan_ |= (a != a) | (b != b);
      kernel::keep_register<integer, lanes>(nan_);
      signs_ = Policy::merge_signs(signs_, bits_of(a), bits_of(b));
    }
  }
  static OMPRIM_INLINE vector all_worst() {
    return kernel::broadcast<T, lanes>(worst_of<T, Policy>());
  }
  static OMPRIM_INLINE bits bits_of(const vector& x) { return kernel::bits_as<integer, lanes>(x); }
  static OMPRIM_INLINE integer bits_of_one(T x) { return kernel::bits_as<integer, 1>(x); }

  static constexpr int sums = 4;

  typename Group::template private_memory<vector> mine_;
  vector sums_[sums] = {};
  nan_lanes nan_{};
  bits signs_ = bits_of(all_worst());
};

template <class T, class Policy, int lanes, class Group>
  requires(!Group::thread_per_item && std::is_floating_point_v<T> && kernel::is_extreme<Policy>)
class group_accumulator<kernel::fold<T, kernel::key_of<T>, Policy>, lanes, Group>
    : public min_max_accumulator<T, Policy, lanes, Group> {
  using min_max_accumulator<T, Policy, lanes, Group>::min_max_accumulator;
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
