// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

/// Associative operators. Each has an identity and combines two values of one type T:
///   static T identity<T>();  static T combine(T a, T b);
/// The open templates also take operators of your own with these two members.
namespace omprim {

namespace detail {
// Signed overflow wraps on every backend, as the sum is computed in unsigned arithmetic.
template <class T>
constexpr T wrapping_add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}
template <class T>
constexpr T wrapping_multiply(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    // At least unsigned: without that, two unsigned shorts are multiplied as signed ints.
    using U = std::common_type_t<unsigned, std::make_unsigned_t<T>>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  } else {
    return a * b;
  }
}
// True if a is -0 and b is +0: -0 is below +0 (IEEE 754-2019 minimum and maximum).
template <class T>
constexpr bool negative_zero_first(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a == 0 && b == 0 && __builtin_signbit(a) && !__builtin_signbit(b);
  } else {
    return false;
  }
}
template <class T>
constexpr bool is_nan(T a) {
  return a != a;
}
}  // namespace detail

struct plus {
  template <class T>
  static constexpr T identity() {
    return T(0);
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return detail::wrapping_add(a, b);
  }
};

struct multiplies {
  template <class T>
  static constexpr T identity() {
    return T(1);
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return detail::wrapping_multiply(a, b);
  }
};

/// The lesser value; NaN if either is NaN; -0 below +0 (IEEE 754-2019 `minimum`).
struct minimum {
  template <class T>
  static constexpr T identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) return std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::max();
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    if (detail::is_nan(a)) return a;
    if (detail::is_nan(b)) return b;
    return (b < a || detail::negative_zero_first(b, a)) ? b : a;
  }
};

/// The greater value; NaN if either is NaN; +0 above -0 (IEEE 754-2019 `maximum`).
struct maximum {
  template <class T>
  static constexpr T identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) return -std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::lowest();
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    if (detail::is_nan(a)) return a;
    if (detail::is_nan(b)) return b;
    return (a < b || detail::negative_zero_first(a, b)) ? b : a;
  }
};

struct bit_and {
  template <class T>
  static constexpr T identity() {
    return static_cast<T>(~T(0));
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return static_cast<T>(a & b);
  }
};

struct bit_or {
  template <class T>
  static constexpr T identity() {
    return T(0);
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return static_cast<T>(a | b);
  }
};

struct bit_xor {
  template <class T>
  static constexpr T identity() {
    return T(0);
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

/// 1 if both values are nonzero, else 0.
struct logical_and {
  template <class T>
  static constexpr T identity() {
    return T(1);
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return T(a != T(0) && b != T(0));
  }
};

/// 1 if a value is nonzero, else 0.
struct logical_or {
  template <class T>
  static constexpr T identity() {
    return T(0);
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return T(a != T(0) || b != T(0));
  }
};

}  // namespace omprim
