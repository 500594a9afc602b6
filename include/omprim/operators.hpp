// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

/// Associative operators. Each owns its identity and combines two values of one type T:
///   static T identity<T>();  static T combine(T a, T b);
/// An operator of your own with these two members works with the open templates.
namespace omprim {

namespace detail {
// Signed overflow wraps (computed in unsigned arithmetic), on every backend.
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
    // Promote past int: unsigned short times unsigned short would be signed otherwise.
    using U = std::common_type_t<unsigned, std::make_unsigned_t<T>>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  } else {
    return a * b;
  }
}
// -0 orders below +0 (IEEE 754-2019 minimum and maximum); true if a is -0 and b is +0.
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

/// Whether all are nonzero.
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

/// Whether any is nonzero.
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
