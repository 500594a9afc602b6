// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/pack.hpp>
#include <omprim/kernel/reducer.hpp>

/// Minimum, maximum and their positions.
///
/// Floats are compared as integer keys that order -0 below +0 and put NaN beyond the wanted
/// end: the result then follows IEEE 754-2019 and cannot depend on the order of evaluation.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The key of an integer is the integer; that of a float a signed integer of its size.
template <class T>
using key_of = std::conditional_t<std::is_integral_v<T>, T, same_size_signed<T>>;

namespace detail {
// Flips the magnitude of negative floats: an involution between float bits and their order.
template <class T, int N>
OMPRIM_INLINE pack<same_size_signed<T>, N> ordered_bits(pack<same_size_signed<T>, N> bits) {
  using lane_type = same_size_signed<T>;
  const auto magnitude = broadcast<lane_type, N>(std::numeric_limits<lane_type>::max());
  return bits ^ ((bits >> (8 * static_cast<int>(sizeof(T)) - 1)) & magnitude);
}
}  // namespace detail

/// Keys of loaded elements; NaN becomes `nan_key`.
template <class T, int N>
OMPRIM_INLINE pack<key_of<T>, N> to_keys(const pack<T, N>& x, key_of<T> nan_key) {
  if constexpr (std::is_integral_v<T>) {
    return x;
  } else {
    const auto ordered = detail::ordered_bits<T, N>(bits_as<key_of<T>, N>(x));
    return x == x ? ordered : broadcast<key_of<T>, N>(nan_key);
  }
}

/// The element of a key; the keys of NaN give a NaN.
template <class T>
OMPRIM_INLINE T from_key(key_of<T> key) {
  if constexpr (std::is_integral_v<T>) {
    return key;
  } else {
    return bits_as<T, 1>(detail::ordered_bits<T, 1>(key));
  }
}

template <class T>
constexpr key_of<T> infinity_key(bool positive) {
  if constexpr (std::is_integral_v<T>) {
    return positive ? std::numeric_limits<T>::max() : std::numeric_limits<T>::lowest();
  } else {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const auto bits = __builtin_bit_cast(key_of<T>, positive ? infinity : -infinity);
    return positive ? bits : bits ^ std::numeric_limits<key_of<T>>::max();
  }
}

struct minimum_policy {
  template <class T, class A>
  static constexpr A identity() {
    return infinity_key<T>(true);
  }
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return to_keys<T, N>(x, nan_key<A>());
  }
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return b < a ? b : a;
  }
  /// Beyond every number, at the wanted end.
  template <class A>
  static constexpr A nan_key() {
    return std::numeric_limits<A>::min();
  }
  /// A zero is -0 if any sign was set: the numbers are not below zero then.
  template <class A>
  static constexpr A no_signs() {
    return A(0);
  }
  template <class V>
  static OMPRIM_INLINE V join_signs(V a, V b) {
    return a | b;
  }
  /// Whether b replaces a, per lane.
  template <class V>
  static OMPRIM_INLINE auto better(V b, V a) {
    return b < a;
  }
};

struct maximum_policy {
  template <class T, class A>
  static constexpr A identity() {
    return infinity_key<T>(false);
  }
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return to_keys<T, N>(x, nan_key<A>());
  }
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return a < b ? b : a;
  }
  template <class A>
  static constexpr A nan_key() {
    return std::numeric_limits<A>::max();
  }
  /// A zero is +0 unless all signs were set: the numbers are not above zero then.
  template <class A>
  static constexpr A no_signs() {
    return static_cast<A>(~A(0));
  }
  template <class V>
  static OMPRIM_INLINE V join_signs(V a, V b) {
    return a & b;
  }
  template <class V>
  static OMPRIM_INLINE auto better(V b, V a) {
    return a < b;
  }
};

/// One or more rows of a long loop, reduced per lane: keys for integers.
template <class T, int N, class Policy>
struct extreme_block {
  using keys = pack<key_of<T>, N>;
  keys best;

  static OMPRIM_INLINE extreme_block of(const pack<T, N>& x) { return {x}; }
  static OMPRIM_INLINE extreme_block nothing() {
    return {broadcast<key_of<T>, N>(Policy::template identity<T, key_of<T>>())};
  }
  OMPRIM_INLINE extreme_block operator+(const extreme_block& b) const {
    return {Policy::combine(best, b.best)};
  }
  [[nodiscard]] OMPRIM_INLINE keys to_key() const { return best; }
};

/// For floats the loop compares the floats themselves, which every machine does fast, and
/// notes apart what such a comparison loses: whether a NaN was met, and the signs of zeros.
template <class T, int N, class Policy>
  requires std::is_floating_point_v<T>
struct extreme_block<T, N, Policy> {
  using key = key_of<T>;
  using keys = pack<key, N>;
  pack<T, N> best;  ///< among the numbers
  keys unordered;   ///< all ones where a NaN was met
  keys signs;       ///< the sign bits, by Policy::join_signs

  static OMPRIM_INLINE keys is_unordered(const pack<T, N>& x) {
    if constexpr (N == 1) {
      return x != x ? key(-1) : key(0);
    } else {
      return x != x;
    }
  }
  static OMPRIM_INLINE extreme_block of(const pack<T, N>& x) {
    return {x, is_unordered(x), bits_as<key, N>(x)};
  }
  static OMPRIM_INLINE extreme_block nothing() {
    const T infinity = from_key<T>(Policy::template identity<T, key>());
    return {broadcast<T, N>(infinity), keys{}, broadcast<key, N>(Policy::template no_signs<key>())};
  }
  OMPRIM_INLINE extreme_block operator+(const extreme_block& b) const {
    return {Policy::combine(best, b.best), unordered | b.unordered,
            Policy::join_signs(signs, b.signs)};
  }
  [[nodiscard]] OMPRIM_INLINE keys to_key() const {
    const auto sign_bit = broadcast<key, N>(std::numeric_limits<key>::min());
    const auto zero = broadcast<T, N>(T(0));
    const keys bits = best == zero ? signs & sign_bit : bits_as<key, N>(best);
    const keys none{};
    return unordered != none ? broadcast<key, N>(Policy::template nan_key<key>())
                             : detail::ordered_bits<T, N>(bits);
  }
};

/// Minimum or maximum; the accumulator is a key.
template <class T, class Policy>
struct extreme : fold<T, key_of<T>, Policy> {
  template <int N>
  using block = extreme_block<T, N, Policy>;

  template <int N>
  static OMPRIM_INLINE block<N> lift_block(const pack<T, N>& x) {
    return block<N>::of(x);
  }
  template <int N>
  static OMPRIM_INLINE block<N> combine_block(const block<N>& a, const block<N>& b) {
    return a + b;
  }
  template <int N>
  static OMPRIM_INLINE block<N> start() {
    return block<N>::nothing();
  }
  template <int N>
  static OMPRIM_INLINE void absorb(block<N>& running, const block<N>& rows, std::uint64_t /*row*/) {
    running = running + rows;
  }
  template <int N, class Locate>
  static OMPRIM_INLINE key_of<T> settle(const block<N>& running, int i, const Locate& /*locate*/) {
    return lane<N>(running.to_key(), i);
  }
};

/// A key and the first index that has it.
///
/// In the long loop a lane keeps its best key and the number of the row block that held it;
/// the element within the block is looked up once, at the end. Only a strictly better key
/// replaces another, so the rows must come in ascending order. A lane that met nothing
/// better than the identity settles to no index; that is right, for if the whole result is
/// the identity then every element equals it and the first index is 0 (see finish).
template <class T, class Policy>
struct located {
  using element = T;
  using key = key_of<T>;
  using row_number = same_size_unsigned<T>;
  static constexpr std::uint64_t nowhere = ~std::uint64_t(0);

  struct accumulator {
    key value;
    std::uint64_t index;
  };
  template <int N>
  using vector = std::conditional_t<N == 1, accumulator, lane_array<accumulator, N>>;
  template <int N>
  struct running {
    pack<key, N> value;
    pack<row_number, N> row;
  };
  template <int N>
  static OMPRIM_INLINE vector<N> identity() {
    constexpr accumulator nothing{Policy::template identity<T, key>(), nowhere};
    if constexpr (N == 1) {
      return nothing;
    } else {
      vector<N> all;
      for (int i = 0; i < N; ++i) all[i] = nothing;
      return all;
    }
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE vector<N> lift(const Loaded& x, std::uint64_t index) {
    const auto keys = Policy::template lift<T, key, N>(x);
    if constexpr (N == 1) {
      return {keys, index};
    } else {
      vector<N> all;
      for (int i = 0; i < N; ++i) all[i] = {keys[i], index + static_cast<std::uint64_t>(i)};
      return all;
    }
  }
  static OMPRIM_INLINE accumulator combine_one(const accumulator& a, const accumulator& b) {
    const bool takes_b =
        Policy::better(b.value, a.value) || (b.value == a.value && b.index < a.index);
    return takes_b ? b : a;
  }
  template <int N>
  static OMPRIM_INLINE vector<N> combine(const vector<N>& a, const vector<N>& b) {
    if constexpr (N == 1) {
      return combine_one(a, b);
    } else {
      vector<N> all;
      for (int i = 0; i < N; ++i) all[i] = combine_one(a[i], b[i]);
      return all;
    }
  }
  template <int N>
  static OMPRIM_INLINE accumulator lane_of(const vector<N>& v, int i) {
    return lane<N>(v, i);
  }
  template <int N>
  static OMPRIM_INLINE vector<N> embed(const accumulator& a) {
    if constexpr (N == 1) {
      return a;
    } else {
      auto v = identity<N>();
      v[0] = a;
      return v;
    }
  }

  template <int N>
  static OMPRIM_INLINE extreme_block<T, N, Policy> lift_block(const pack<T, N>& x) {
    return extreme_block<T, N, Policy>::of(x);
  }
  template <int N, class Block>
  static OMPRIM_INLINE Block combine_block(const Block& a, const Block& b) {
    return a + b;
  }
  template <int N>
  static OMPRIM_INLINE running<N> start() {
    return {broadcast<key, N>(Policy::template identity<T, key>()),
            broadcast<row_number, N>(static_cast<row_number>(~row_number(0)))};
  }
  template <int N, class Block>
  static OMPRIM_INLINE void absorb(running<N>& best, const Block& block, std::uint64_t row) {
    const auto value = block.to_key();
    const auto replace = Policy::better(value, best.value);
    best.value = replace ? value : best.value;
    best.row = replace ? broadcast<row_number, N>(static_cast<row_number>(row)) : best.row;
  }
  /// Lane i with its index: `locate(row, key_at)` finds the first element of the row block
  /// for which key_at(x) is the lane's key, and gives its index.
  template <int N, class Locate>
  static OMPRIM_INLINE accumulator settle(const running<N>& best, int i, const Locate& locate) {
    const key value = lane<N>(best.value, i);
    const row_number row = lane<N>(best.row, i);
    if (row == static_cast<row_number>(~row_number(0))) return identity<1>();
    return {value, locate(row, [&](const auto& x) {
              return Policy::template lift<T, key, 1>(x) == value;
            })};
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
