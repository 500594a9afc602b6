// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/reducer.hpp>
#include <omprim/detail/simd/pack.hpp>

/// The reducer `fold`, whose accumulators are plain lanes, and its policies: each defines one
/// operation on lanes.
///   identity<T, A>()   neutral for combine
///   lift<T, A, N>(x)   accumulator lanes A from loaded elements T
///   combine(a, b)      of two V, scalar or vector
namespace omprim::inline OMPRIM_ABI::kernel {

/// A reducer whose accumulators are plain lanes of type A.
template <class T, class A, class Policy>
struct fold {
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
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return Policy::combine(a, b);
  }
  template <int part, class V>
  static OMPRIM_INLINE auto half(const V& v) {
    return half_pack<A, static_cast<int>(sizeof(V) / sizeof(A)), part>(v);
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

/// The accumulator lane of a sum: unsigned, so that overflow wraps, or the float itself.
template <class T>
using sum_lane =
    typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<same_size_signed<T>>,
                                std::type_identity<T>>::type;

struct add_policy {
  template <class T, class A>
  static constexpr A identity() {
    return A(0);
  }
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    if constexpr (sizeof(T) == sizeof(A)) {
      return bits_as<A, N>(x);
    } else if constexpr (std::is_signed_v<T> && std::is_integral_v<T>) {
      return bits_as<A, N>(convert<std::make_signed_t<A>, N>(x));
    } else {
      return convert<A, N>(x);
    }
  }
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return a + b;
  }
};

/// A sum whose identity keeps every float: -0.0 + 0.0 is +0.0, but -0.0 + -0.0 is -0.0.
struct scan_add_policy : add_policy {
  template <class T, class A>
  static constexpr A identity() {
    if constexpr (std::is_floating_point_v<A>) {
      return -A(0);
    } else {
      return A(0);
    }
  }
};

struct multiply_policy {
  template <class T, class A>
  static constexpr A identity() {
    return A(1);
  }
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return bits_as<A, N>(x);
  }
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return a * b;
  }
};

/// Sum of |x|.
struct absolute_policy : add_policy {
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    using bits = same_size_unsigned<T>;
    const auto magnitude = broadcast<bits, N>(static_cast<bits>(~bits(0)) >> 1);
    return bits_as<A, N>(bits_as<bits, N>(x) & magnitude);
  }
};

/// Sum of x * x.
struct square_policy : add_policy {
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return x * x;
  }
};

/// Sum of a * b.
struct product_policy : add_policy {
  template <class T, class A, int N, class Loaded>
  static OMPRIM_INLINE pack<A, N> lift(const Loaded& x) {
    return x.a * x.b;
  }
};

struct bit_and_policy {
  template <class T, class A>
  static constexpr A identity() {
    return static_cast<A>(~A(0));
  }
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return bits_as<A, N>(x);
  }
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return a & b;
  }
};

struct bit_or_policy {
  template <class T, class A>
  static constexpr A identity() {
    return A(0);
  }
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return bits_as<A, N>(x);
  }
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return a | b;
  }
};

struct bit_xor_policy : bit_or_policy {
  template <class V>
  static OMPRIM_INLINE V combine(V a, V b) {
    return a ^ b;
  }
};

/// Truth values as lanes: all bits set for true, none for false. So the logical operators are the
/// bitwise ones.
template <class T, int N>
OMPRIM_INLINE pack<same_size_unsigned<T>, N> truth(const pack<T, N>& x) {
  using bits = same_size_unsigned<T>;
  if constexpr (N == 1) {
    return x != T(0) ? static_cast<bits>(~bits(0)) : bits(0);
  } else {
    return bits_as<bits, N>(x != pack<T, N>{});
  }
}

struct logical_and_policy : bit_and_policy {
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return truth<T, N>(x);
  }
};

struct logical_or_policy : bit_or_policy {
  template <class T, class A, int N>
  static OMPRIM_INLINE pack<A, N> lift(const pack<T, N>& x) {
    return truth<T, N>(x);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
