// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// A reducer defines the operation; a strategy defines how to run it. All members are static:
///
///   element                    the type of the source's elements
///   vector<N>                  N accumulators side by side; accumulator = vector<1>
///   identity<N>()              neutral for combine
///   lift<N>(loaded, index)     the accumulators of one loaded pack; index of its first lane
///   combine(a, b)              of two vector<N>: associative, per lane; a comes before b by
///                              convention
///   half<part>(v)              the lower (0) or upper (1) half of a vector<N>, N > 1
///   embed<N>(a)                a in lane 0, identity in all others; for multi-block only
///
/// Reducers with an index as result (argmin) have their own long loop over rows. It compares only,
/// and looks up the index once at the end: see `indexed_reducer` in reducer/min_max.hpp.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The part of this contract that a compiler can check, for one accumulator. A scan that works
/// element by element needs no more.
template <class Reducer>
concept reducer = requires(const typename Reducer::accumulator& a,
                           const typename Reducer::element& loaded, std::uint64_t index) {
  requires std::same_as<typename Reducer::template vector<1>, typename Reducer::accumulator>;
  { Reducer::template identity<1>() } -> std::same_as<typename Reducer::accumulator>;
  { Reducer::template lift<1>(loaded, index) } -> std::same_as<typename Reducer::accumulator>;
  { Reducer::combine(a, a) } -> std::same_as<typename Reducer::accumulator>;
};
/// The same for N accumulators side by side.
template <class Reducer, int N>
concept lane_reducer =
    reducer<Reducer> && (N == 1 || requires(const typename Reducer::template vector<N>& v) {
      { Reducer::template identity<N>() } -> std::same_as<typename Reducer::template vector<N>>;
      { Reducer::combine(v, v) } -> std::same_as<typename Reducer::template vector<N>>;
      { Reducer::template half<1>(v) } -> std::same_as<typename Reducer::template vector<N / 2>>;
    });

/// Two values side by side.
template <class A, class B>
struct value_pair {
  A first;
  B second;
};

/// Two reducers that share one read of the data; nested for more than two.
template <class First, class Second>
struct fused {
  using element = typename First::element;
  template <int N>
  using vector =
      value_pair<typename First::template vector<N>, typename Second::template vector<N>>;
  using accumulator = value_pair<typename First::accumulator, typename Second::accumulator>;

  template <int N>
  static OMPRIM_INLINE vector<N> identity() {
    return {First::template identity<N>(), Second::template identity<N>()};
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE vector<N> lift(const Loaded& x, std::uint64_t index) {
    return {First::template lift<N>(x, index), Second::template lift<N>(x, index)};
  }
  template <class A, class B>
  static OMPRIM_INLINE value_pair<A, B> combine(const value_pair<A, B>& a,
                                                const value_pair<A, B>& b) {
    return {First::combine(a.first, b.first), Second::combine(a.second, b.second)};
  }
  template <int part, class A, class B>
  static OMPRIM_INLINE auto half(const value_pair<A, B>& v) {
    return value_pair{First::template half<part>(v.first), Second::template half<part>(v.second)};
  }
  template <int N>
  static OMPRIM_INLINE vector<N> embed(const accumulator& a) {
    return {First::template embed<N>(a.first), Second::template embed<N>(a.second)};
  }
};

/// The reducer of a caller's own operator, in the form of operators.hpp, on a caller's own type.
template <class T, class Op>
struct scalar_reducer {
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
      return fill_lanes<T, N>([](int /*i*/) { return Op::template identity<T>(); });
    }
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE vector<N> lift(const Loaded& x, std::uint64_t /*index*/) {
    if constexpr (N == 1) {
      return x;
    } else {
      return fill_lanes<T, N>([&](int i) OMPRIM_INLINE_LAMBDA { return x[i]; });
    }
  }
  static OMPRIM_INLINE T combine(const T& a, const T& b) { return Op::template combine<T>(a, b); }
  template <int N>
  static OMPRIM_INLINE lane_array<T, N> combine(const lane_array<T, N>& a,
                                                const lane_array<T, N>& b) {
    return fill_lanes<T, N>(
        [&](int i) OMPRIM_INLINE_LAMBDA { return Op::template combine<T>(a[i], b[i]); });
  }
  template <int part, int N>
  static OMPRIM_INLINE auto half(const lane_array<T, N>& v) {
    return half_lanes<part>(v);
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

/// The inclusive scan over the lanes of a vector, in log2(N) steps.
template <class Reducer, int N, int step = 1>
OMPRIM_INLINE typename Reducer::template vector<N> scan_lanes(
    const typename Reducer::template vector<N>& v) {
  if constexpr (step == N) {
    return v;
  } else {
    using A = typename Reducer::accumulator;
    const auto below = shift_lanes<A, N, step>(v, Reducer::template identity<N>());
    return scan_lanes<Reducer, N, 2 * step>(Reducer::combine(below, v));
  }
}

/// Combines the lanes of a vector accumulator into one, by halves.
template <class Reducer, int N>
OMPRIM_INLINE typename Reducer::accumulator fold_lanes(
    const typename Reducer::template vector<N>& v) {
  if constexpr (N == 1) {
    return v;
  } else {
    return fold_lanes<Reducer, N / 2>(
        Reducer::combine(Reducer::template half<0>(v), Reducer::template half<1>(v)));
  }
}

/// Combines the elements [begin, end) by one thread. Wide loads (lanes > 1) need a pointer as Input
/// and a commutative combine.
template <class Reducer, int lanes, class Input>
OMPRIM_INLINE typename Reducer::accumulator fold_range(const Input& data, std::uint64_t begin,
                                                       std::uint64_t end) {
  std::uint64_t i = begin;
  auto all = Reducer::template identity<1>();
  if constexpr (lanes > 1) {
    constexpr auto wide = static_cast<std::uint64_t>(lanes);
    constexpr int chains = 4;
    typename Reducer::template vector<lanes> sums[chains];
    for (auto& sum : sums) sum = Reducer::template identity<lanes>();
    for (; i + chains * wide <= end; i += chains * wide) {
      for (std::uint64_t c = 0; c < chains; ++c) {
        const std::uint64_t at = i + c * wide;
        sums[c] = Reducer::combine(
            sums[c], Reducer::template lift<lanes>(load_pack<lanes, false>(data + at), at));
      }
    }
    for (int c = 1; c < chains; ++c) {
      sums[0] = Reducer::combine(sums[0], sums[c]);
    }
    all = fold_lanes<Reducer, lanes>(sums[0]);
  }
  for (; i < end; ++i) {
    all = Reducer::combine(all, Reducer::template lift<1>(data[i], i));
  }
  return all;
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
