// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Windows: floating-point bins, the fast way to add numbers of similar magnitude without error.
///
/// An empty bin is 1.5 * 2^m. A number is added to bin 0; the difference of the bin before and
/// after is what the bin took, a multiple of its last bit, and the rest, which a subtraction gives
/// without error, goes to bin 1, and so on. After the last bin the rest is 0, unless the number
/// reaches below the window. A bin and the empty bin differ, as integers, by the multiple that the
/// bin took.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Where the bins of a window are that take up to `deposits` numbers each.
template <int deposits>
struct window_form {
  /// The bits between the largest numbers and the first bit of bin 0.
  static constexpr int headroom = 2 + std::bit_width(static_cast<unsigned>(deposits - 1));
  /// The bits of a number that a bin takes.
  static constexpr int stride = 54 - headroom;
  /// Bins of larger numbers would be infinite.
  static constexpr int highest_top = 2046 - headroom;

  /// The exponent field of bin k, below numbers with the field `top`. Below the smallest normal
  /// numbers, all bins are the same.
  static OMPRIM_INLINE int field(int top, int k) {
    const int exponent = top + headroom - stride * k;
    return exponent < 1 ? 1 : exponent;
  }
  /// The bits of the empty bin k.
  static OMPRIM_INLINE std::int64_t empty(int top, int k) {
    return std::int64_t{field(top, k)} << 52 | std::int64_t{1} << 51;
  }
  /// The exponent of the last bit of bin k.
  static OMPRIM_INLINE int last_bit(int top, int k) { return field(top, k) - 1075; }
  /// The least magnitude that is too large for the window.
  static OMPRIM_INLINE double limit(int top) {
    return __builtin_bit_cast(double, std::int64_t{top + 1} << 52);
  }
};

/// The bins of a window for packs of N numbers.
template <class Form, int bins, int N>
struct window {
  using value = kernel::pack<double, N>;
  using integer = kernel::pack<std::int64_t, N>;

  value bin[bins];

  OMPRIM_INLINE void clear(int top) {
#pragma GCC unroll 8
    for (int k = 0; k < bins; ++k) {
      bin[k] = kernel::broadcast<double, N>(__builtin_bit_cast(double, Form::empty(top, k)));
    }
  }
  /// Adds x from bin `first` on, and returns the rest.
  template <int first>
  OMPRIM_INLINE value add(value x) {
#pragma GCC unroll 8
    for (int k = first; k < bins; ++k) {
      const value sum = bin[k] + x;
      x = x - (sum - bin[k]);
      bin[k] = sum;
    }
    return x;
  }
  /// The multiples of its last bit that bin k took.
  OMPRIM_INLINE integer taken(int top, int k) const {
    return kernel::bits_as<std::int64_t, N>(bin[k]) - Form::empty(top, k);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
