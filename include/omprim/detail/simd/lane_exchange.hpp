// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Exchanges between lanes of packs of numbers. Numbers of lanes are powers of two.
namespace omprim::inline OMPRIM_ABI::kernel {

namespace detail {
template <int toggled, class V, int... i>
OMPRIM_INLINE V toggle_lanes(const V& v, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(v, v, (i ^ toggled)...);
}
template <int bit, int N, class V, int... i>
OMPRIM_INLINE V choose_lanes(const V& first, const V& second, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(first, second, ((i & bit) != 0 ? N + i : i)...);
}
template <int bit, int upper, int N, class V, int... i>
OMPRIM_INLINE V interleave_lanes(const V& first, const V& second,
                                 std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(first, second,
                                 (((i & ~bit) | upper) + ((i & bit) != 0 ? N : 0))...);
}
}  // namespace detail

/// Lane i of the result is lane `i ^ toggled` of v.
template <int toggled, class T, int N>
OMPRIM_INLINE pack<T, N> toggled_lanes(const pack<T, N>& v) {
  return detail::toggle_lanes<toggled>(v, std::make_integer_sequence<int, N>{});
}

/// Lane i of the result is that of `first` if i does not have `bit`, else that of `second`.
template <int bit, class T, int N>
OMPRIM_INLINE pack<T, N> chosen_lanes(const pack<T, N>& first, const pack<T, N>& second) {
  return detail::choose_lanes<bit, N>(first, second, std::make_integer_sequence<int, N>{});
}

/// Transposes N packs of N lanes: swaps a bit of the number of the pack and of the lane, for each
/// bit.
template <class T, int N, int bit = 1>
OMPRIM_INLINE void transpose(pack<T, N> (&packs)[N]) {
  if constexpr (bit < N) {
    constexpr auto lanes = std::make_integer_sequence<int, N>{};
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) {
      if ((i & bit) != 0) continue;
      const pack<T, N> first = packs[i];
      const pack<T, N> second = packs[i + bit];
      packs[i] = detail::interleave_lanes<bit, 0, N>(first, second, lanes);
      packs[i + bit] = detail::interleave_lanes<bit, bit, N>(first, second, lanes);
    }
    transpose<T, N, 2 * bit>(packs);
  }
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
