// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Windows: bins below the largest number, the fast way to add numbers of similar magnitude without
/// error.
///
/// An empty bin is 1.5 * 2^m. A number is added to bin 0; the difference of the bin before and
/// after is what the bin took, a multiple of its last bit, and the rest, which a subtraction gives
/// without error, goes to bin 1, and so on. After the last bin the rest is 0, unless the number
/// reaches below the window. A bin and the empty bin differ, as integers, by the multiple that the
/// bin took.
///
/// A bin may also stay empty, while these multiples are added up as integers: there is an
/// instruction more, but no addition waits for the one before, and a bin takes more bits.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Where the bins of a window are that take up to `deposits` doubles each.
template <int deposits>
struct window_form {
  using number = double;
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

/// Where the bins of a window are whose multiples of T are added up as integers: up to 511 floats,
/// or 4095 doubles.
template <class T>
struct integer_window_form {
  using number = T;
  using encoded = kernel::encoded<T>;
  using word = kernel::same_size_signed<T>;
  /// The bits of a number that a bin takes.
  static constexpr int stride = encoded::fraction_bits;
  /// Sums with empty bins for larger numbers may be infinite.
  static constexpr int highest_top = encoded::highest_field - 4;

  static OMPRIM_INLINE int field(int top, int k) {
    const int exponent = top + 2 - stride * k;
    return exponent < 1 ? 1 : exponent;
  }
  static OMPRIM_INLINE word empty(int top, int k) {
    return static_cast<word>(word{field(top, k)} << stride | word{1} << (stride - 1));
  }
  static OMPRIM_INLINE int last_bit(int top, int k) {
    return field(top, k) - encoded::highest_field / 2 - stride;
  }
};

/// a - b of each lane, after a multiplication by 1. Zen processors add and multiply in different
/// units, and a window has work for both (Zen 5: 1.12 times as fast in a cache).
template <int N>
OMPRIM_INLINE kernel::pack<double, N> difference(const kernel::pack<double, N>& a,
                                                 const kernel::pack<double, N>& b) {
#if defined(__FMA__) && defined(__clang__)
  if constexpr (N > 1) {
    double one = 1;           // NOLINT(misc-const-correctness): the next line may change it
    __asm__("" : "+x"(one));  // the compiler shall not know that it is 1
    return __builtin_elementwise_fma(a, kernel::broadcast<double, N>(one), -b);
  }
#endif
  return a - b;
}

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
  /// Adds x from bin `first` on. What does not fit is in `misfits` (agent/exact/misfits.hpp).
  template <int first, class Misfits>
  OMPRIM_INLINE void add(value x, Misfits& misfits) {
#pragma GCC unroll 8
    for (int k = first; k < bins; ++k) {
      const value sum = bin[k] + x;
      const value taken = difference<N>(sum, bin[k]);
      if (k == 0) misfits.note_change(bin[0], sum);
      bin[k] = sum;
      if (k + 1 < bins) {
        x = x - taken;
      } else {
        misfits.note_rest(x, taken);
      }
    }
  }
  /// The multiples of its last bit that bin k took.
  OMPRIM_INLINE integer taken(int top, int k) const {
    return kernel::bits_as<std::int64_t, N>(bin[k]) - Form::empty(top, k);
  }
};

/// The same with sums of integers.
template <class T, int bins, int N>
struct window<integer_window_form<T>, bins, N> {
  using form = integer_window_form<T>;
  using value = kernel::pack<T, N>;
  using integer = kernel::pack<typename form::word, N>;

  value empty[bins];
  integer sum[bins];  ///< of the bits of additions to empty bins; wraps around
  int count[bins];    ///< of the additions: a constant where loops are unrolled

  OMPRIM_INLINE void clear(int top) {
#pragma GCC unroll 8
    for (int k = 0; k < bins; ++k) {
      empty[k] = kernel::broadcast<T, N>(__builtin_bit_cast(T, form::empty(top, k)));
      sum[k] = integer{};
      count[k] = 0;
    }
  }
  template <int first, class Misfits>
  OMPRIM_INLINE void add(value x, Misfits& misfits) {
#pragma GCC unroll 8
    for (int k = first; k < bins; ++k) {
      const value with_x = empty[k] + x;
      const value taken = with_x - empty[k];
      if (k == 0) misfits.note_change(empty[0], with_x);
      if (k + 1 < bins) {
        x = x - taken;
      } else {
        misfits.note_rest(x, taken);
      }
      sum[k] = wrapping_sum(sum[k], kernel::bits_as<typename form::word, N>(with_x));
      ++count[k];
    }
  }
  OMPRIM_INLINE kernel::pack<std::int64_t, N> taken(int top, int k) const {
    using unsigned_word = kernel::same_size_unsigned<T>;
    const auto empties =
        static_cast<unsigned_word>(form::empty(top, k)) * static_cast<unsigned_word>(count[k]);
    const auto all = kernel::broadcast<typename form::word, N>(
        static_cast<typename form::word>(unsigned_word{0} - empties));
    return kernel::convert<std::int64_t, N>(wrapping_sum(sum[k], all));
  }

 private:
  static OMPRIM_INLINE integer wrapping_sum(const integer& a, const integer& b) {
    using unsigned_word = kernel::same_size_unsigned<T>;
    using wrapping = kernel::pack<unsigned_word, N>;
    return kernel::bits_as<typename form::word, N>(kernel::bits_as<unsigned_word, N>(a) +
                                                   wrapping(kernel::bits_as<unsigned_word, N>(b)));
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
