// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// The keys of minimum and maximum.
///
/// Floats are compared as integer keys, which order -0 below +0 and put all NaN beyond the wanted
/// extreme, so that a NaN wins. The result then follows IEEE 754-2019 and cannot depend on the
/// order of evaluation. A key costs three operations and its comparison one; no other data is kept.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The type of a key: for an integer its own type, for a float the signed integer of its size.
template <class T>
using key_of = std::conditional_t<std::is_integral_v<T>, T, same_size_signed<T>>;

namespace detail {
// Flips the magnitude of negative floats: an involution between float bits and their order,
// -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN.
template <class T, int N>
OMPRIM_INLINE pack<same_size_signed<T>, N> ordered_bits(pack<same_size_signed<T>, N> bits) {
  using lane_type = same_size_signed<T>;
  const auto magnitude = broadcast<lane_type, N>(std::numeric_limits<lane_type>::max());
  return bits ^ ((bits >> (8 * static_cast<int>(sizeof(T)) - 1)) & magnitude);
}

template <class T>
constexpr same_size_unsigned<T> infinity_bits() {
  return __builtin_bit_cast(same_size_unsigned<T>, std::numeric_limits<T>::infinity());
}
// In the cyclic order of integers, NaN of both signs are neighbours. So one addition (a rotation)
// moves all NaN to one end. With this rotation all NaN come first, and +inf comes last.
template <class T>
constexpr same_size_unsigned<T> nan_first() {
  using bits = same_size_unsigned<T>;
  constexpr bits least = bits(1) << (8 * sizeof(T) - 1);
  return static_cast<bits>(least - (infinity_bits<T>() + 1));
}
// With this rotation -inf comes first, and all NaN come last.
template <class T>
constexpr same_size_unsigned<T> nan_last() {
  using bits = same_size_unsigned<T>;
  return static_cast<bits>(infinity_bits<T>() - (bits(~bits(0)) >> 1));
}
}  // namespace detail

/// The keys of loaded elements, with the rotation of Policy.
template <class T, class Policy, int N>
OMPRIM_INLINE pack<key_of<T>, N> to_keys(const pack<T, N>& x) {
  if constexpr (std::is_integral_v<T>) {
    return x;
  } else {
    using bits = same_size_unsigned<T>;
    const auto ordered = detail::ordered_bits<T, N>(bits_as<key_of<T>, N>(x));
    return bits_as<key_of<T>, N>(bits_as<bits, N>(ordered) +
                                 broadcast<bits, N>(Policy::template rotation<T>()));
  }
}

/// The elements that belong to keys; the key of a NaN gives a NaN.
template <class T, class Policy, int N = 1>
OMPRIM_INLINE pack<T, N> from_key(pack<key_of<T>, N> keys) {
  if constexpr (std::is_integral_v<T>) {
    return keys;
  } else {
    using bits = same_size_unsigned<T>;
    const auto ordered =
        bits_as<bits, N>(keys) - broadcast<bits, N>(Policy::template rotation<T>());
    return bits_as<T, N>(detail::ordered_bits<T, N>(bits_as<key_of<T>, N>(ordered)));
  }
}

/// Gives all NaN one key, so that the first NaN is the first index with this key.
template <class T, class Policy, int N>
OMPRIM_INLINE pack<key_of<T>, N> unite_nan(const pack<key_of<T>, N>& keys) {
  if constexpr (std::is_integral_v<T>) {
    return keys;
  } else {
    const T infinity = Policy::template best<T>();
    const auto nan = broadcast<key_of<T>, N>(Policy::beyond(to_keys<T, Policy, 1>(infinity)));
    return Policy::better(keys, nan) ? nan : keys;
  }
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
