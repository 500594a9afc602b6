// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/pack.hpp>

/// A reducer says what is computed; a strategy says how. All members are static:
///
///   element                    what the source holds
///   vector<N>                  N accumulators side by side; accumulator = vector<1>
///   identity<N>()              neutral for combine
///   lift<N>(loaded, index)     the accumulators of one loaded pack; index of its first lane
///   combine<N>(a, b)           associative, per lane; a stands before b only by convention
///   lane_of<N>(v, i)           one accumulator out of N
///   embed<N>(a)                a in lane 0, identity in all others
///   block<N>, lift_block, combine_block, running<N>, absorb, settle
///                              the long loop over rows, see blockwise below
///
/// Results that need the position (argmin) differ from all others in the long loop: there
/// they only compare, and look up the position once at the end.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The long loop of reducers that do not care for positions: a block of rows is an
/// accumulator like any other.
template <class Reducer>
struct blockwise {
  template <int N, class Loaded>
  static OMPRIM_INLINE auto lift_block(const Loaded& x) {
    return Reducer::template lift<N>(x, 0);
  }
  template <int N, class Block>
  static OMPRIM_INLINE Block combine_block(const Block& a, const Block& b) {
    return Reducer::template combine<N>(a, b);
  }
  template <int N>
  static OMPRIM_INLINE auto start() {
    return Reducer::template identity<N>();
  }
  template <int N, class Running, class Block>
  static OMPRIM_INLINE void absorb(Running& running, const Block& block, std::uint64_t /*row*/) {
    running = Reducer::template combine<N>(running, block);
  }
  /// Lane i as an accumulator; `locate` is not needed.
  template <int N, class Running, class Locate>
  static OMPRIM_INLINE auto settle(const Running& running, int i, const Locate& /*locate*/) {
    return Reducer::template lane_of<N>(running, i);
  }
};

/// A reducer whose accumulators are plain lanes of type A.
template <class T, class A, class Policy>
struct fold : blockwise<fold<T, A, Policy>> {
  using element = T;
  template <int N>
  using vector = pack<A, N>;
  using accumulator = A;

  template <int N>
  static OMPRIM_INLINE vector<N> identity() {
    return broadcast<A, N>(Policy::template identity<T, A>());
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE vector<N> lift(const Loaded& x, std::uint64_t /*index*/) {
    return Policy::template lift<T, A, N>(x);
  }
  template <int N>
  static OMPRIM_INLINE vector<N> combine(vector<N> a, vector<N> b) {
    return Policy::combine(a, b);
  }
  template <int N>
  static OMPRIM_INLINE A lane_of(const vector<N>& v, int i) {
    return lane<N>(v, i);
  }
  template <int N>
  static OMPRIM_INLINE vector<N> embed(A a) {
    auto v = identity<N>();
    if constexpr (N == 1) {
      v = a;
    } else {
      v[0] = a;
    }
    return v;
  }
};

/// Two values side by side.
template <class A, class B>
struct both {
  A first;
  B second;
};

/// Two reducers over one read of the data; nest for more.
template <class First, class Second>
struct fused {
  using element = typename First::element;
  template <int N>
  using vector = both<typename First::template vector<N>, typename Second::template vector<N>>;
  using accumulator = both<typename First::accumulator, typename Second::accumulator>;

  template <int N>
  static OMPRIM_INLINE vector<N> identity() {
    return {First::template identity<N>(), Second::template identity<N>()};
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE vector<N> lift(const Loaded& x, std::uint64_t index) {
    return {First::template lift<N>(x, index), Second::template lift<N>(x, index)};
  }
  template <int N>
  static OMPRIM_INLINE vector<N> combine(const vector<N>& a, const vector<N>& b) {
    return {First::template combine<N>(a.first, b.first),
            Second::template combine<N>(a.second, b.second)};
  }
  template <int N>
  static OMPRIM_INLINE accumulator lane_of(const vector<N>& v, int i) {
    return {First::template lane_of<N>(v.first, i), Second::template lane_of<N>(v.second, i)};
  }
  template <int N>
  static OMPRIM_INLINE vector<N> embed(const accumulator& a) {
    return {First::template embed<N>(a.first), Second::template embed<N>(a.second)};
  }

  template <int N, class Loaded>
  static OMPRIM_INLINE auto lift_block(const Loaded& x) {
    return both{First::template lift_block<N>(x), Second::template lift_block<N>(x)};
  }
  template <int N, class Block>
  static OMPRIM_INLINE Block combine_block(const Block& a, const Block& b) {
    return {First::template combine_block<N>(a.first, b.first),
            Second::template combine_block<N>(a.second, b.second)};
  }
  template <int N>
  static OMPRIM_INLINE auto start() {
    return both{First::template start<N>(), Second::template start<N>()};
  }
  template <int N, class Running, class Block>
  static OMPRIM_INLINE void absorb(Running& running, const Block& block, std::uint64_t row) {
    First::template absorb<N>(running.first, block.first, row);
    Second::template absorb<N>(running.second, block.second, row);
  }
  template <int N, class Running, class Locate>
  static OMPRIM_INLINE accumulator settle(const Running& running, int i, const Locate& locate) {
    return {First::template settle<N>(running.first, i, locate),
            Second::template settle<N>(running.second, i, locate)};
  }
};

/// A caller's own operator (operators.hpp's form) on a caller's own type.
template <class T, class Op>
struct custom : blockwise<custom<T, Op>> {
  static_assert(std::is_trivially_copyable_v<T>, "omprim reduces trivially copyable types");
  using element = T;
  template <int N>
  using vector = std::conditional_t<N == 1, T, lane_array<T, N>>;
  using accumulator = T;

  template <int N>
  static OMPRIM_INLINE vector<N> identity() {
    if constexpr (N == 1) {
      return Op::template identity<T>();
    } else {
      vector<N> all;
      for (int i = 0; i < N; ++i) all[i] = Op::template identity<T>();
      return all;
    }
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE vector<N> lift(const Loaded& x, std::uint64_t /*index*/) {
    if constexpr (N == 1) {
      return x;
    } else {
      vector<N> all;
      for (int i = 0; i < N; ++i) all[i] = x[i];
      return all;
    }
  }
  template <int N>
  static OMPRIM_INLINE vector<N> combine(const vector<N>& a, const vector<N>& b) {
    if constexpr (N == 1) {
      return Op::template combine<T>(a, b);
    } else {
      vector<N> all;
      for (int i = 0; i < N; ++i) all[i] = Op::template combine<T>(a[i], b[i]);
      return all;
    }
  }
  template <int N>
  static OMPRIM_INLINE T lane_of(const vector<N>& v, int i) {
    return lane<N>(v, i);
  }
  template <int N>
  static OMPRIM_INLINE vector<N> embed(const T& a) {
    if constexpr (N == 1) {
      return a;
    } else {
      auto v = identity<N>();
      v[0] = a;
      return v;
    }
  }
};

/// The lanes of a vector accumulator combined into one.
template <class Reducer, int N>
OMPRIM_INLINE typename Reducer::accumulator fold_lanes(
    const typename Reducer::template vector<N>& v) {
  auto total = Reducer::template lane_of<N>(v, 0);
  for (int i = 1; i < N; ++i) {
    total = Reducer::template combine<1>(total, Reducer::template lane_of<N>(v, i));
  }
  return total;
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
