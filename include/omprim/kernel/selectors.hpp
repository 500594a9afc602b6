// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/kernel/abi.hpp>
#include <omprim/kernel/pack.hpp>

/// A selector says which elements a selection keeps:
///   bool operator()(const T& value, std::uint64_t index) const
/// and, where it can do so for N elements at once,
///   pack<same_size_signed<T>, N> lanes<N>(pack<T, N> values, std::uint64_t index) const
/// with all bits set in the lanes to keep. It travels inside a kernel: trivially copyable.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class T, int N>
using mask_pack = pack<same_size_signed<T>, N>;

template <class Selector, class T, int N>
concept selects_lanes =
    has_vectors<T> && (sizeof(T) == 4 || sizeof(T) == 8) &&
    requires(const Selector& s, pack<T, N> values) { s.template lanes<N>(values, 0); };

/// low <= x <= high, or its opposite. All comparisons with a number are ranges, so that one
/// compiled selector serves them all. No NaN is in a range.
template <class T>
struct in_range {
  T low;
  T high;
  same_size_signed<T> outside;  ///< 0; or all bits: keep what is not in the range

  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t /*index*/) const {
    return (low <= x && x <= high) != (outside != 0);
  }
  template <int N>
  OMPRIM_INLINE mask_pack<T, N> lanes(const pack<T, N>& x, std::uint64_t /*index*/) const {
    const auto inside = (x >= broadcast<T, N>(low)) & (x <= broadcast<T, N>(high));
    return inside ^ broadcast<same_size_signed<T>, N>(outside);
  }
};

/// Elements whose flag, a byte for each, is not 0.
struct flagged {
  const unsigned char* flags;

  template <class T>
  OMPRIM_INLINE bool operator()(const T& /*x*/, std::uint64_t index) const {
    return flags[index] != 0;
  }
};

/// Elements that differ from the one before them; the first always does. Equality is that of
/// ==: -0 equals +0, and each NaN differs from everything.
template <class T>
struct differs_from_previous {
  const T* data;

  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t index) const {
    return index == 0 || !(x == data[index - 1]);
  }
  template <int N>
  OMPRIM_INLINE mask_pack<T, N> lanes(const pack<T, N>& x, std::uint64_t index) const {
    if (index != 0) return x != load_pack<N, false>(data + index - 1);
    mask_pack<T, N> all;
    for (int i = 0; i < N; ++i) all[i] = i == 0 || x[i] != x[i == 0 ? 0 : i - 1] ? -1 : 0;
    return all;
  }
};

/// A caller's own predicate on values.
template <class Predicate>
struct satisfies {
  Predicate predicate;

  template <class T>
  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t /*index*/) const {
    return static_cast<bool>(predicate(x));
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
