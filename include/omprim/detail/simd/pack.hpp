// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <omprim/detail/base/abi.hpp>

/// `pack<T, N>`: the N consecutive elements that one work-item handles at a time. It is
///
///   T itself, if N = 1         code written for V = pack<T, N> also works for scalars
///   a compiler vector          for arithmetic T: arithmetic, comparison and ?: work per lane; a
///                              comparison gives a mask of signed integers
///   an array (lane_array)      for any other T
namespace omprim::inline OMPRIM_ABI::kernel {

template <class T, int N>
struct lane_array {
  T lanes[N];
  OMPRIM_INLINE T& operator[](int i) { return lanes[i]; }
  OMPRIM_INLINE const T& operator[](int i) const { return lanes[i]; }
};

template <class T>
inline constexpr bool has_vectors = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

namespace detail {
template <class T, int N, bool vectors>
struct pack_type {
  using type = lane_array<T, N>;
};
template <class T, int N>
struct pack_type<T, N, true> {
  typedef T type __attribute__((vector_size(N * sizeof(T))));
};
template <class T>
struct pack_type<T, 1, true> {
  using type = T;
};
template <class T>
struct pack_type<T, 1, false> {
  using type = T;
};

// Vectors wider than a cache line gain nothing from more alignment.
template <class T, int N>
inline constexpr std::size_t pack_alignment =
    has_vectors<T> ? (N * sizeof(T) < 64 ? N * sizeof(T) : 64) : alignof(T);

template <class T, int N, std::size_t alignment>
struct memory_pack {
  typedef T type __attribute__((vector_size(N * sizeof(T)), aligned(alignment), may_alias));
};
}  // namespace detail

template <class T, int N>
using pack = typename detail::pack_type<T, N, has_vectors<T>>::type;

template <class T>
using same_size_signed =
    std::conditional_t<sizeof(T) == 8, std::int64_t,
                       std::conditional_t<sizeof(T) == 4, std::int32_t, std::int16_t>>;
template <class T>
using same_size_unsigned = std::make_unsigned_t<same_size_signed<T>>;

/// Lane i; `i` should be a constant after unrolling.
template <int N, class V>
OMPRIM_INLINE auto lane(const V& v, int i) {
  if constexpr (N == 1) {
    return v;
  } else {
    return v[i];
  }
}

/// All lanes equal to `value`.
template <class T, int N>
OMPRIM_INLINE pack<T, N> broadcast(T value) {
  if constexpr (N == 1) {
    return value;
  } else if constexpr (has_vectors<T>) {
    return value - pack<T, N>{};  // the only spelling that both compilers splat without a loop
  } else {
    pack<T, N> all;
    for (int i = 0; i < N; ++i) all[i] = value;
    return all;
  }
}

/// An array of N lanes; lane i is f(i).
template <class T, int N, class Function>
OMPRIM_INLINE lane_array<T, N> fill_lanes(Function&& f) {
  lane_array<T, N> all;
  for (int i = 0; i < N; ++i) all.lanes[i] = f(i);
  return all;
}

/// The lower (part 0) or upper (part 1) half of the lanes.
template <int part, class T, int N>
OMPRIM_INLINE auto half_lanes(const lane_array<T, N>& v) {
  constexpr int first = part * N / 2;
  if constexpr (N == 2) {
    return v.lanes[first];
  } else {
    return fill_lanes<T, N / 2>([&](int i) OMPRIM_INLINE_LAMBDA { return v.lanes[first + i]; });
  }
}
namespace detail {
template <class Half, int first, class V, int... i>
OMPRIM_INLINE Half select_lanes(const V& v, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(v, v, (first + i)...);
}
}  // namespace detail
template <class T, int N, int part>
OMPRIM_INLINE pack<T, N / 2> half_pack(const pack<T, N>& v) {
  if constexpr (!has_vectors<T>) {
    return half_lanes<part>(v);
  } else if constexpr (N == 2) {
    return v[part];
  } else {
    return detail::select_lanes<pack<T, N / 2>, part * N / 2>(
        v, std::make_integer_sequence<int, N / 2>{});
  }
}

/// Reinterprets the bits of v as lanes of type To.
template <class To, int N, class V>
OMPRIM_INLINE pack<To, N> bits_as(V v) {
  return __builtin_bit_cast(pack<To, N>, v);
}

/// The magnitude of each lane, by its bits.
template <class T, int N>
OMPRIM_INLINE pack<T, N> absolute_lanes(const pack<T, N>& x) {
  using word = same_size_signed<T>;
  return bits_as<T, N>(bits_as<word, N>(x) & std::numeric_limits<word>::max());
}

/// Converts the lanes of v to type To.
template <class To, int N, class V>
OMPRIM_INLINE pack<To, N> convert(V v) {
  if constexpr (N == 1) {
    return static_cast<To>(v);
  } else if constexpr (std::is_same_v<pack<To, N>, V>) {
    return v;
  } else {
    return __builtin_convertvector(v, pack<To, N>);
  }
}

namespace detail {
template <int N, int by, class V, int... i>
OMPRIM_INLINE V shifted_lanes(const V& v, const V& fill, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(fill, v, (N - by + i)...);
}
}  // namespace detail
/// Moves the lanes up by `by`; the lowest `by` lanes of the result are the highest of `fill`.
template <class T, int N, int by>
OMPRIM_INLINE pack<T, N> shift_lanes(const pack<T, N>& v, const pack<T, N>& fill) {
  return detail::shifted_lanes<N, by>(v, fill, std::make_integer_sequence<int, N>{});
}

namespace detail {
template <int N, class V, int... i>
OMPRIM_INLINE V spread_last(const V& v, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(v, v, (i * 0 + N - 1)...);
}
}  // namespace detail
/// Copies the highest lane to all lanes.
template <class T, int N>
OMPRIM_INLINE pack<T, N> last_lane(const pack<T, N>& v) {
  return detail::spread_last<N>(v, std::make_integer_sequence<int, N>{});
}

/// Whether any lane of a mask is set.
template <class T, int N>
OMPRIM_INLINE bool any_lane(const pack<T, N>& mask) {
  if constexpr (N == 1) {
    return mask != 0;
  } else {
#if defined(__clang__)
    return __builtin_reduce_or(mask) != 0;
#else
    return any_lane<T, N / 2>(half_pack<T, N, 0>(mask) | half_pack<T, N, 1>(mask));
#endif
  }
}

/// Loads N elements at p. `aligned`: p is aligned for the whole pack; otherwise only for T.
template <int N, bool aligned, class T>
OMPRIM_INLINE pack<T, N> load_pack(const T* p) {
  if constexpr (N == 1) {
    return *p;
  } else if constexpr (has_vectors<T>) {
    constexpr std::size_t alignment = aligned ? detail::pack_alignment<T, N> : alignof(T);
    return *reinterpret_cast<const typename detail::memory_pack<T, N, alignment>::type*>(p);
  } else {
    pack<T, N> loaded;
    for (int i = 0; i < N; ++i) loaded[i] = p[i];
    return loaded;
  }
}

/// Stores N elements at p; `aligned` as in load_pack.
template <int N, bool aligned, class T>
OMPRIM_INLINE void store_pack(T* p, const pack<T, N>& values) {
  static_assert(N > 1 && has_vectors<T>);
  constexpr std::size_t alignment = aligned ? detail::pack_alignment<T, N> : alignof(T);
  *reinterpret_cast<typename detail::memory_pack<T, N, alignment>::type*>(p) = values;
}

/// Copies N elements between addresses of any alignment. The pack is never passed to a function, so
/// N may be wider than the registers of the target processor.
template <int N, class T>
OMPRIM_INLINE void copy_pack(T* to, const T* from) {
  using unaligned = typename detail::memory_pack<T, N, alignof(T)>::type;
  *reinterpret_cast<unaligned*>(to) = *reinterpret_cast<const unaligned*>(from);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
