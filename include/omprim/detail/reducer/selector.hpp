// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/compress.hpp>
#include <omprim/detail/simd/pack.hpp>

/// A selector decides which elements a selection keeps:
///   bool operator()(const T& value, std::uint64_t index) const
/// A selector that can decide for N elements at once also has
///   std::uint64_t lanes<N>(pack<T, N> values, std::uint64_t index) const
/// which returns a set bit for each lane to keep. A selector is a part of the kernel, so it must be
/// trivially copyable.
namespace omprim::inline OMPRIM_ABI::kernel {

template <class Selector, class T>
concept selector = std::is_trivially_copyable_v<Selector> &&
                   requires(const Selector& keeps, const T& value, std::uint64_t index) {
                     { keeps(value, index) } -> std::same_as<bool>;
                   };

template <class Selector, class T, int N>
concept selects_lanes =
    has_vectors<T> && (sizeof(T) == 4 || sizeof(T) == 8) &&
    requires(const Selector& s, pack<T, N> values) { s.template lanes<N>(values, 0); };

/// The least and the greatest of T, infinities included.
template <class T>
constexpr T lowest_of() {
  if constexpr (std::is_floating_point_v<T>) return -std::numeric_limits<T>::infinity();
  return std::numeric_limits<T>::lowest();
}
template <class T>
constexpr T greatest_of() {
  if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::infinity();
  return std::numeric_limits<T>::max();
}

/// x <= high.
template <class T>
struct at_most {
  T high;

  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t /*index*/) const { return x <= high; }
  template <int N>
  OMPRIM_INLINE std::uint64_t lanes(const pack<T, N>& x, std::uint64_t /*index*/) const {
    return lane_bits<T, N>(x <= broadcast<T, N>(high));
  }
};

/// low <= x.
template <class T>
struct at_least {
  T low;

  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t /*index*/) const { return low <= x; }
  template <int N>
  OMPRIM_INLINE std::uint64_t lanes(const pack<T, N>& x, std::uint64_t /*index*/) const {
    return lane_bits<T, N>(x >= broadcast<T, N>(low));
  }
};

/// low <= x <= high, for ranges that are not empty.
template <class T>
struct inside_range {
  T low;
  T high;

  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t /*index*/) const {
    return low <= x && x <= high;
  }
  template <int N>
  OMPRIM_INLINE std::uint64_t lanes(const pack<T, N>& x, std::uint64_t /*index*/) const {
    if constexpr (std::is_integral_v<T>) {
      // One comparison of the distance from `low`, with unsigned integers that wrap.
      using U = std::make_unsigned_t<T>;
      const U first = static_cast<U>(low);
      const U reach = static_cast<U>(static_cast<U>(high) - first);
      return lane_bits<T, N>(bits_as<U, N>(x) - broadcast<U, N>(first) <= broadcast<U, N>(reach));
    } else {
      return lane_bits<T, N>((x >= broadcast<T, N>(low)) & (x <= broadcast<T, N>(high)));
    }
  }
};

/// low <= x <= high, or its opposite. Every comparison with a number is such a range, so one
/// compiled selector serves all of them. No NaN is in a range.
template <class T>
struct in_range {
  T low;
  T high;
  std::uint64_t outside;  ///< 0, or all bits: keep the elements outside the range

  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t /*index*/) const {
    return (low <= x && x <= high) != (outside != 0);
  }
  template <int N>
  OMPRIM_INLINE std::uint64_t lanes(const pack<T, N>& x, std::uint64_t /*index*/) const {
    constexpr std::uint64_t all = ~std::uint64_t(0) >> (64 - N);
    return lane_bits<T, N>((x >= broadcast<T, N>(low)) & (x <= broadcast<T, N>(high))) ^
           (outside & all);
  }
  /// Calls f with the simplest selector that keeps the same elements, and returns its result.
  template <class Function>
  OMPRIM_INLINE auto simplified(Function&& f) const {
    if (outside != 0 || !(low <= high)) return f(*this);
    if (low == lowest_of<T>()) return f(at_most<T>{high});
    if (high == greatest_of<T>()) return f(at_least<T>{low});
    return f(inside_range<T>{low, high});
  }
};

/// Calls f with the selector, or with a simpler one that keeps the same elements.
template <class Selector, class Function>
OMPRIM_INLINE auto with_simplified(const Selector& selector, Function&& f) {
  if constexpr (requires { selector.simplified(f); }) {
    return selector.simplified(f);
  } else {
    return f(selector);
  }
}

/// Keeps elements whose flag is not 0; there is one byte per element.
struct flagged {
  const unsigned char* flags;

  template <class T>
  OMPRIM_INLINE bool operator()(const T& /*x*/, std::uint64_t index) const {
    return flags[index] != 0;
  }
};

/// Keeps elements whose bit is set, bit i % 64 of word i / 64, and the first element.
struct marked_or_first {
  static constexpr std::uint64_t bits = 64;
  const std::uint64_t* marks;

  template <class T>
  OMPRIM_INLINE bool operator()(const T& /*x*/, std::uint64_t index) const {
    return index == 0 || (marks[index / bits] >> index % bits & 1) != 0;
  }
  template <int N, class T>
  OMPRIM_INLINE std::uint64_t lanes(const pack<T, N>& /*x*/, std::uint64_t index) const {
    constexpr std::uint64_t all = ~std::uint64_t(0) >> (bits - N);
    const std::uint64_t first = index % bits;
    std::uint64_t found = marks[index / bits] >> first;
    if (first + N > bits) found |= marks[index / bits + 1] << (bits - first);
    return (found & all) | (index == 0 ? 1 : 0);
  }
};

/// Keeps elements that differ from the element before them, and the first element. Equality is
/// that of ==: -0 equals +0, and each NaN differs from every value.
template <class T>
struct differs_from_previous {
  const T* data;

  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t index) const {
    return index == 0 || !(x == data[index - 1]);
  }
  /// The same for a caller who has the element before x at hand; the first one has any.
  OMPRIM_INLINE bool after(const T& before, const T& x, std::uint64_t index) const {
    return index == 0 || !(x == before);
  }
  template <int N>
  OMPRIM_INLINE std::uint64_t lanes(const pack<T, N>& x, std::uint64_t index) const {
    // There is no element to load before the first one.
    const auto before =
        index != 0 ? load_pack<N, false>(data + index - 1) : shift_lanes<T, N, 1>(x, x);
    return lane_bits<T, N>(x != before) | (index == 0 ? 1 : 0);
  }
};

/// A selector that compares each element with the one before it.
template <class Selector, class T>
concept compares_neighbours = requires(const Selector& keeps, const T& x) { keeps.after(x, x, 0); };

/// Keeps elements whose value satisfies a caller's own predicate.
template <class Predicate>
struct satisfies {
  Predicate predicate;

  template <class T>
  OMPRIM_INLINE bool operator()(const T& x, std::uint64_t /*index*/) const {
    return static_cast<bool>(predicate(x));
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
