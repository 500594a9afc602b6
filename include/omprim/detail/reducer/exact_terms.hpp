// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/multiply_add.hpp>
#include <omprim/detail/simd/pack.hpp>

/// The terms of exact sums: what each element, or pair of elements, adds. Sources that include this
/// file are compiled by -ffp-contract=off, since a sum of products must not become another one.
///
///   number            the type of parts
///   integer_bins      whether the bins of windows are integers; as floats, they would take few
///                     bits
///   parts             a term is the sum of one or two parts, without error
///   computed_parts    whether parts have to be computed from elements
///   first_window_bins, last_window_bins
///                     bins of a window (agent/exact/window.hpp): for terms over a range of 2^40,
///                     and for tiles that these do not suffice
///   on_gpu            the same terms as a GPU adds them to windows, for a range of 2^60 at once
///   unit_exponent     every part is a multiple of 2^unit_exponent
///   most_exponent     the magnitude of every part is below 2^most_exponent
///   short_parts       whether a part has at most 24 bits
///   split<N>(x)       the parts of the terms of a pack
///   has_error<N>(x, parts)
///                     mask of the lanes whose parts may not add up to the term
///   add<N>(x, i, sum) adds term i to a sum: by sum.add(part), or by sum.add_product(a, b)
namespace omprim::inline OMPRIM_ABI::kernel {

template <class T, int N>
struct one_part {
  pack<T, N> high;
};
/// The low part is at most 2^-53 of the high one.
template <int N>
struct two_parts {
  pack<double, N> high;
  pack<double, N> low;
};

/// Factors below this have products with an error that product_error computes.
inline constexpr double most_factor = has_multiply_add<double> ? __builtin_inf() : 0x1p995;

namespace detail {
/// The upper 26 bits of each lane (T. J. Dekker, "A Floating-Point Technique for Extending the
/// Available Precision").
template <class V>
OMPRIM_INLINE V upper_half(const V& x) {
  const V shifted = x * 0x1.0000002p27;
  return shifted - (shifted - x);
}
}  // namespace detail

/// a * b - product of each lane, without error.
template <int N>
OMPRIM_INLINE pack<double, N> product_error(const pack<double, N>& a, const pack<double, N>& b,
                                            const pack<double, N>& product) {
  if constexpr (has_multiply_add<double>) {
    return multiply_add<double, N>(a, b, -product);
  } else {
    const pack<double, N> a_upper = detail::upper_half(a);
    const pack<double, N> b_upper = detail::upper_half(b);
    const pack<double, N> a_lower = a - a_upper;
    const pack<double, N> b_lower = b - b_upper;
    return ((a_upper * b_upper - product) + a_upper * b_lower + a_lower * b_upper) +
           a_lower * b_lower;
  }
}

/// Terms with another number of bins in a window.
template <class Terms, int bins>
struct with_window : Terms {
  static constexpr int first_window_bins = bins;
  static constexpr int last_window_bins = bins;
  using on_gpu = with_window<typename Terms::on_gpu, bins>;
};

template <bool absolute>
struct exact_wide_values;

/// x, or |x|.
template <class T, bool absolute>
struct exact_values {
  using number = T;
  static constexpr bool integer_bins = sizeof(T) == 4;
  static constexpr int parts = 1;
  static constexpr bool computed_parts = false;
  static constexpr bool short_parts = sizeof(T) == 4;
  static constexpr int first_window_bins = short_parts ? 3 : 2;
  static constexpr int last_window_bins = 4;
  using on_gpu =
      std::conditional_t<short_parts, exact_wide_values<absolute>, with_window<exact_values, 3>>;
  static constexpr int unit_exponent = short_parts ? -149 : -1074;
  static constexpr int most_exponent = short_parts ? 128 : 1024;

  template <int N>
  static OMPRIM_INLINE one_part<T, N> split(const pack<T, N>& x) {
    if constexpr (absolute) return {absolute_lanes<T, N>(x)};
    return {x};
  }
  template <int N>
  static OMPRIM_INLINE pack<same_size_signed<T>, N> has_error(const pack<T, N>& /*x*/,
                                                              const one_part<T, N>& /*split*/) {
    return pack<same_size_signed<T>, N>{};
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

/// Floats with parts that are doubles, since bins of doubles take twice the bits.
template <bool absolute>
struct exact_wide_values : exact_values<float, absolute> {
  using number = double;
  static constexpr bool integer_bins = false;
  static constexpr bool computed_parts = true;
  static constexpr int first_window_bins = 2;
  static constexpr int last_window_bins = 2;
  using on_gpu = exact_wide_values;

  template <int N>
  static OMPRIM_INLINE one_part<double, N> split(const pack<float, N>& x) {
    return {convert<double, N>(exact_values<float, absolute>::template split<N>(x).high)};
  }
  template <int N>
  static OMPRIM_INLINE pack<std::int64_t, N> has_error(const pack<float, N>& /*x*/,
                                                       const one_part<double, N>& /*split*/) {
    return pack<std::int64_t, N>{};
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
  using number = double;
  static constexpr bool integer_bins = false;
  static constexpr int parts = 1;
  static constexpr bool computed_parts = true;
  static constexpr bool short_parts = false;
  static constexpr int first_window_bins = 2;
  static constexpr int last_window_bins = 4;
  using on_gpu = with_window<exact_products, 3>;
  static constexpr int unit_exponent = -298;
  static constexpr int most_exponent = 256;

  template <int N, class Loaded>
  static OMPRIM_INLINE one_part<double, N> split(const Loaded& x) {
    return {convert<double, N>(first_factor<float, N>(x)) *
            convert<double, N>(second_factor<float, N>(x))};
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE pack<std::int64_t, N> has_error(const Loaded& /*x*/,
                                                       const one_part<double, N>& /*split*/) {
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
  using number = double;
  static constexpr bool integer_bins = false;
  static constexpr int parts = 2;
  static constexpr bool computed_parts = true;
  static constexpr bool short_parts = false;
  static constexpr int first_window_bins = 3;
  static constexpr int last_window_bins = 5;
  using on_gpu = with_window<exact_products, 4>;
  static constexpr int unit_exponent = -1074;
  static constexpr int most_exponent = 1024;
  /// Products of at least this magnitude have an error that a double holds.
  static constexpr double least_product = 0x1p-968;

  template <int N, class Loaded>
  static OMPRIM_INLINE two_parts<N> split(const Loaded& x) {
    const auto a = first_factor<double, N>(x);
    const auto b = second_factor<double, N>(x);
    const pack<double, N> product = a * b;
    return {product, product_error<N>(a, b, product)};
  }
  template <int N, class Loaded>
  static OMPRIM_INLINE pack<std::int64_t, N> has_error(const Loaded& x, const two_parts<N>& split) {
    const auto magnitude = absolute_lanes<double, N>(split.high);
    const auto a = first_factor<double, N>(x);
    const auto b = second_factor<double, N>(x);
    if constexpr (N == 1) {
      return (magnitude < least_product && a != 0 && b != 0) || has_large_factor(a, b) ? -1 : 0;
    } else {
      auto mask = (magnitude < least_product) & (a != 0) & (b != 0);
      if constexpr (!has_multiply_add<double>) {
        mask |= (absolute_lanes<double, N>(a) >= most_factor) |
                (absolute_lanes<double, N>(b) >= most_factor);
      }
      return mask;
    }
  }
  template <int N, class Loaded, class Sum>
  static OMPRIM_INLINE void add(const Loaded& x, int i, Sum& sum) {
    const double a = lane<N>(first_factor<double, N>(x), i);
    const double b = lane<N>(second_factor<double, N>(x), i);
    const double product = a * b;
    const double magnitude = __builtin_fabs(product);
    if (magnitude >= least_product && magnitude < __builtin_inf() && !has_large_factor(a, b)) {
      sum.add(product);
      sum.add(product_error<1>(a, b, product));
    } else {
      sum.add_product(a, b);
    }
  }

 private:
  static OMPRIM_INLINE bool has_large_factor(double a, double b) {
    return !has_multiply_add<double> &&
           (__builtin_fabs(a) >= most_factor || __builtin_fabs(b) >= most_factor);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::kernel
