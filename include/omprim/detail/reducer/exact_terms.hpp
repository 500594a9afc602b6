// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// The terms of exact sums: what each element, or pair of elements, adds. Sources that include this
/// file are compiled by -ffp-contract=off, since a sum of products must not become another one.
///
///   parts             a term is the sum of one or two doubles, without error
///   window_bins       bins of a window (agent/exact/window.hpp) of GPUs, for terms over a range of
///                     2^60
///   first_window_bins, last_window_bins
///                     of processors: for a range of 2^40, and for tiles that these do not suffice
///   unit_exponent     every part is a multiple of 2^unit_exponent
///   most_exponent     the magnitude of every part is below 2^most_exponent
///   short_parts       whether a part has at most 24 bits
///   split<N>(x)       the parts of the terms of a pack
///   has_error<N>(x, parts)
///                     mask of the lanes whose parts may not add up to the term
///   add<N>(x, i, sum) adds term i to a sum: by sum.add(part), or by sum.add_product(a, b)
namespace omprim::inline OMPRIM_ABI::kernel {

template <int N>
struct one_part {
  pack<double, N> high;
};
/// The low part is at most 2^-53 of the high one.
template <int N>
struct two_parts {
  pack<double, N> high;
  pack<double, N> low;
};

namespace detail {
template <int N>
OMPRIM_INLINE pack<double, N> multiply_subtract(const pack<double, N>& x, const pack<double, N>& y,
                                                const pack<double, N>& z) {
  if constexpr (N == 1) {
    return __builtin_fma(x, y, -z);
  } else {
#if defined(__clang__)
    return __builtin_elementwise_fma(x, y, -z);
#else
    pack<double, N> result;
    for (int i = 0; i < N; ++i) result[i] = __builtin_fma(x[i], y[i], -z[i]);
    return result;
#endif
  }
}
}  // namespace detail

/// x, or |x|.
template <class T, bool absolute>
struct exact_values {
  static constexpr int parts = 1;
  static constexpr bool short_parts = sizeof(T) == 4;
  static constexpr int window_bins = short_parts ? 2 : 3;
  static constexpr int first_window_bins = 2;
  static constexpr int last_window_bins = short_parts ? 3 : 4;
  static constexpr int unit_exponent = short_parts ? -149 : -1074;
  static constexpr int most_exponent = short_parts ? 128 : 1024;

  template <int N>
  static OMPRIM_INLINE one_part<N> split(const pack<T, N>& x) {
    const auto value = convert<double, N>(x);
    if constexpr (absolute) return {absolute_lanes<N>(value)};
    return {value};
  }
  template <int N>
  static OMPRIM_INLINE pack<std::int64_t, N> has_error(const pack<T, N>& /*x*/,
                                                       const one_part<N>& /*split*/) {
    return pack<std::int64_t, N>{};
  }
  template <int N, class Sum>
  static OMPRIM_INLINE void add(const pack<T, N>& x, int i, Sum& sum) {
    const T value = lane<N>(x, i);
    if constexpr (absolute) {
      sum.add(sizeof(T) == 4 ? T(__builtin_fabsf(float(value))) : T(__builtin_fabs(value)));
    } else {
      sum.add(value);
    }
  }
};

/// The factors of a product: both operands of a dot, or an element twice.
template <class T, int N>
OMPRIM_INLINE pack<T, N> first_factor(const pack<T, N>& x) {
  return x;
}
template <class T, int N>
OMPRIM_INLINE pack<T, N> second_factor(const pack<T, N>& x) {
  return x;
}
template <class T, int N, class Pair>
  requires requires(const Pair& x) { x.b; }
OMPRIM_INLINE pack<T, N> first_factor(const Pair& x) {
  return x.a;
}
template <class T, int N, class Pair>
  requires requires(const Pair& x) { x.b; }
OMPRIM_INLINE pack<T, N> second_factor(const Pair& x) {
  return x.b;
}

template <class T>
struct exact_products;

/// Products of floats: a double holds all of their digits.
template <>
struct exact_products<float> {
  static constexpr int parts = 1;
  static constexpr bool short_parts = false;
  static constexpr int window_bins = 3;
  static constexpr int first_window_bins = 2;
  static constexpr int last_window_bins = 4;
  static constexpr int unit_exponent = -298;
  static constexpr int most_exponent = 256;

  template <int N, class Loaded>
  static OMPRIM_INLINE one_part<N> split(const Loaded& x) {
    return {convert<double, N>(first_factor<float, N>(x)) *
            convert<double, N>(second_factor<float, N>(x))};
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE pack<std::int64_t, N> has_error(const Loaded& /*x*/,
                                                       const one_part<N>& /*split*/) {
    return pack<std::int64_t, N>{};
  }
  template <int N, class Loaded, class Sum>
  static OMPRIM_INLINE void add(const Loaded& x, int i, Sum& sum) {
    sum.add(double(lane<N>(first_factor<float, N>(x), i)) *
            double(lane<N>(second_factor<float, N>(x), i)));
  }
};

/// Products of doubles: the rounded product and its error. Where the error is too small for a
/// double, or the product too large, the parts are wrong.
template <>
struct exact_products<double> {
  static constexpr int parts = 2;
  static constexpr bool short_parts = false;
  static constexpr int window_bins = 4;
  static constexpr int first_window_bins = 3;
  static constexpr int last_window_bins = 5;
  static constexpr int unit_exponent = -1074;
  static constexpr int most_exponent = 1024;
  /// Products of at least this magnitude have an error that a double holds.
  static constexpr double least_product = 0x1p-968;

  template <int N, class Loaded>
  static OMPRIM_INLINE two_parts<N> split(const Loaded& x) {
    const auto a = first_factor<double, N>(x);
    const auto b = second_factor<double, N>(x);
    const pack<double, N> product = a * b;
    return {product, detail::multiply_subtract<N>(a, b, product)};
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE pack<std::int64_t, N> has_error(const Loaded& x, const two_parts<N>& split) {
    const auto magnitude = absolute_lanes<N>(split.high);
    const auto a = first_factor<double, N>(x);
    const auto b = second_factor<double, N>(x);
    if constexpr (N == 1) {
      return magnitude < least_product && a != 0 && b != 0 ? -1 : 0;
    } else {
      return (magnitude < least_product) & (a != 0) & (b != 0);
    }
  }
  template <int N, class Loaded, class Sum>
  static OMPRIM_INLINE void add(const Loaded& x, int i, Sum& sum) {
    const double a = lane<N>(first_factor<double, N>(x), i);
    const double b = lane<N>(second_factor<double, N>(x), i);
    const double product = a * b;
    const double magnitude = __builtin_fabs(product);
    if (magnitude >= least_product && magnitude < __builtin_inf()) {
      sum.add(product);
      sum.add(__builtin_fma(a, b, -product));
    } else {
      sum.add_product(a, b);
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
