// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/arithmetic.hpp>
#include <omprim/detail/reducer/ordered_keys.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Minimum, maximum and their positions. Floats are compared as keys (reducer/ordered_keys.hpp).
namespace omprim::inline OMPRIM_ABI::kernel {

struct minimum_policy {
  template <class T, class A>
  static constexpr A identity() {
    return std::numeric_limits<A>::max();
  }
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return to_keys<T, minimum_policy, N>(x);
  }
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return b < a ? b : a;
  }
  /// Whether b replaces a, per lane.
  template <class V>
  static OMPRIM_INLINE auto better(V b, V a) {
    return b < a;
  }
  template <class T>
  static constexpr auto rotation() {
    return detail::nan_first<T>();
  }
  /// The best of all numbers: no number beats it.
  template <class T>
  static constexpr T best() {
    return -std::numeric_limits<T>::infinity();
  }
  /// The next better key.
  template <class A>
  static OMPRIM_INLINE A beyond(A key) {
    return key - 1;
  }
  /// The sign bit is set if any of the three is: the lane met a negative value, or -0.
  template <class V>
  static OMPRIM_INLINE V merge_signs(V a, V b, V c) {
    return a | b | c;
  }
  /// The zero that loses against the other zero.
  template <class T>
  static constexpr T worse_zero() {
    return T(0);
  }
  /// The lanes that met the better zero, given their merged signs. Correct for lanes that met zeros
  /// only.
  template <class V>
  static OMPRIM_INLINE V better_zeros(V signs) {
    return signs < V{};
  }
};

struct maximum_policy {
  template <class T, class A>
  static constexpr A identity() {
    return std::numeric_limits<A>::lowest();
  }
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return to_keys<T, maximum_policy, N>(x);
  }
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return a < b ? b : a;
  }
  template <class V>
  static OMPRIM_INLINE auto better(V b, V a) {
    return a < b;
  }
  template <class T>
  static constexpr auto rotation() {
    return detail::nan_last<T>();
  }
  template <class T>
  static constexpr T best() {
    return std::numeric_limits<T>::infinity();
  }
  template <class A>
  static OMPRIM_INLINE A beyond(A key) {
    return key + 1;
  }
  /// The sign bit is set if all three are: the lane met no positive value, and no +0.
  template <class V>
  static OMPRIM_INLINE V merge_signs(V a, V b, V c) {
    return a & b & c;
  }
  template <class T>
  static constexpr T worse_zero() {
    return -T(0);
  }
  template <class V>
  static OMPRIM_INLINE V better_zeros(V signs) {
    return signs >= V{};
  }
};

template <class Policy>
inline constexpr bool is_extreme = false;
template <>
inline constexpr bool is_extreme<minimum_policy> = true;
template <>
inline constexpr bool is_extreme<maximum_policy> = true;

/// Minimum or maximum; the accumulator is a key.
template <class T, class Policy>
using extreme = fold<T, key_of<T>, Policy>;

/// Reduces to the best key and the first index that has it.
///
/// In the long loop a lane keeps its best key and the number of the row block that held it.
///   - The element within the block is looked up once, at the end, and only by lanes whose key is
///     the best of the group.
///   - Only a strictly better key replaces another, so the rows must come in ascending order.
///   - A lane that met no key better than the identity settles to no index. That is correct: if the
///     whole result is the identity, then every element equals it and the first index is 0.
template <class T, class Policy>
struct indexed_reducer {
  using element = T;
  using key = key_of<T>;
  using key_reducer = extreme<T, Policy>;
  using row_number = same_size_unsigned<T>;
  static constexpr std::uint64_t nowhere = ~std::uint64_t(0);
  static constexpr row_number no_row = static_cast<row_number>(~row_number(0));

  struct accumulator {
    key value;
    std::uint64_t index;
  };
  template <int N>
  using vector = std::conditional_t<N == 1, accumulator, lane_array<accumulator, N>>;
  template <int N>
  struct best_of_lanes {
    pack<key, N> value;
    pack<row_number, N> row;
  };
  template <int N>
  static OMPRIM_INLINE vector<N> identity() {
    constexpr accumulator nothing{Policy::template identity<T, key>(), nowhere};
    if constexpr (N == 1) {
      return nothing;
    } else {
      return fill_lanes<accumulator, N>([&](int /*i*/) { return nothing; });
    }
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE vector<N> lift(const Loaded& x, std::uint64_t index) {
    const auto keys = unite_nan<T, Policy, N>(to_keys<T, Policy, N>(x));
    if constexpr (N == 1) {
      return {keys, index};
    } else {
      return fill_lanes<accumulator, N>([&](int i) OMPRIM_INLINE_LAMBDA {
        return accumulator{keys[i], index + static_cast<std::uint64_t>(i)};
      });
    }
  }
  static OMPRIM_INLINE accumulator combine(const accumulator& a, const accumulator& b) {
    const bool takes_b =
        Policy::better(b.value, a.value) || (b.value == a.value && b.index < a.index);
    // Member by member: on a GPU, a choice between references would keep both accumulators in
    // memory.
    return {takes_b ? b.value : a.value, takes_b ? b.index : a.index};
  }
  template <int N>
  static OMPRIM_INLINE lane_array<accumulator, N> combine(const lane_array<accumulator, N>& a,
                                                          const lane_array<accumulator, N>& b) {
    return fill_lanes<accumulator, N>([&](int i)
                                          OMPRIM_INLINE_LAMBDA { return combine(a[i], b[i]); });
  }
  template <int part, int N>
  static OMPRIM_INLINE auto half(const lane_array<accumulator, N>& v) {
    return half_lanes<part>(v);
  }
  template <int N>
  static OMPRIM_INLINE vector<N> embed(const accumulator& a) {
    if constexpr (N == 1) {
      return a;
    } else {
      return fill_lanes<accumulator, N>(
          [&](int i) OMPRIM_INLINE_LAMBDA { return i == 0 ? a : identity<1>(); });
    }
  }

  // The long loop.
  /// The number of a row, as lanes keep it; at most the greatest that is no `no_row`. The look-up
  /// then begins in an earlier row, and finds the same element.
  static OMPRIM_INLINE row_number number_of(std::uint64_t row) {
    if constexpr (sizeof(row_number) < 4) {  // no array has as many rows as wider integers count
      if (row >= no_row) return no_row - 1;
    }
    return static_cast<row_number>(row);
  }
  template <int N>
  static OMPRIM_INLINE best_of_lanes<N> start() {
    return {key_reducer::template identity<N>(), broadcast<row_number, N>(no_row)};
  }
  template <int N>
  static OMPRIM_INLINE void absorb(best_of_lanes<N>& best, const pack<key, N>& block,
                                   std::uint64_t row) {
    const auto value = unite_nan<T, Policy, N>(block);
    const auto replace = Policy::better(value, best.value);
    best.value = replace ? value : best.value;
    best.row = replace ? broadcast<row_number, N>(number_of(row)) : best.row;
  }
  /// The accumulator of lane i with its index, if the lane has the key `wanted`; else the identity.
  /// locate(row, has_key) returns the index of the first element x of the row block for which
  /// has_key(x) is true.
  template <int N, class Locate>
  static OMPRIM_INLINE accumulator settle(const best_of_lanes<N>& best, int i, key wanted,
                                          const Locate& locate) {
    const row_number row = lane<N>(best.row, i);
    if (row == no_row || lane<N>(best.value, i) != wanted) return identity<1>();
    return {wanted, locate(row, [&](const T& x) OMPRIM_INLINE_LAMBDA {
              return lift<1>(x, 0).value == wanted;
            })};
  }
};

/// Whether a reducer is an `indexed_reducer`, whose long loop keeps track of rows.
template <class Reducer>
inline constexpr bool has_index = false;
template <class T, class Policy>
inline constexpr bool has_index<indexed_reducer<T, Policy>> = true;

}  // namespace omprim::inline OMPRIM_ABI::kernel
