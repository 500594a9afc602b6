// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/detail/simd/pack.hpp>

/// What of a tile does not fit into a window (agent/exact/window.hpp): numbers that reach below its
/// last bin or are too large, and terms whose parts have an error. NaN is too large, and has a rest
/// that is not 0.
///
///   note(x, parts, limit)
///                of a term, whose parts may be too large if they reach the limit
///   note_change(before, after)
///                of the first bin, in an addition. A number is too large only if the bin gets
///                another exponent, or sign
///   note_rest(x, taken)
///                of what comes to the last bin, and what the bin took of it
///   any(limit)   whether there is a misfit
namespace omprim::inline OMPRIM_ABI::strategy {

/// The bits that tell whether the rest of a part is 0, which may be -0. The upper half tells it of
/// doubles that are never subnormal.
template <class Terms, class Word>
constexpr Word rest_bits() {
  constexpr Word all_but_sign = std::numeric_limits<Word>::max();
  if constexpr (sizeof(Word) == 8 && Terms::unit_exponent > -1022) return all_but_sign >> 32 << 32;
  return all_but_sign;
}

/// The misfits of packs, on a processor: by bits, since floating-point units have enough to do.
template <class Terms, int N>
class pack_misfits {
  static_assert(N > 1);
  using number = typename Terms::number;
  using word = kernel::same_size_signed<number>;
  using value = kernel::pack<number, N>;
  static constexpr word all_but_sign = std::numeric_limits<word>::max();
  static constexpr word all_but_fraction = -(word{1} << kernel::encoded<number>::fraction_bits);

 public:
  template <class Loaded, class Parts>
  OMPRIM_INLINE void note(const Loaded& x, const Parts& parts, number /*limit*/) {
    rests_ |= Terms::template has_error<N>(x, parts);
  }
  OMPRIM_INLINE void note_change(const value& before, const value& after) {
    changes_ |= kernel::bits_as<word, N>(before) ^ kernel::bits_as<word, N>(after);
  }
  OMPRIM_INLINE void note_rest(const value& x, const value& taken) {
    rests_ |= kernel::bits_as<word, N>(x) ^ kernel::bits_as<word, N>(taken);
  }
  [[nodiscard]] OMPRIM_INLINE bool any(number /*limit*/) const {
    // What a bin took of -0 is 0.
    return kernel::any_lane<word, N>((rests_ & all_but_sign) | (changes_ & all_but_fraction));
  }

 private:
  kernel::pack<word, N> rests_{};
  kernel::pack<word, N> changes_{};
};

/// The same of single numbers, which come in packs of N, on a GPU.
template <class Terms, int N>
class number_misfits {
  using number = typename Terms::number;
  using word = kernel::same_size_signed<number>;

 public:
  template <class Loaded, class Parts>
  OMPRIM_INLINE void note(const Loaded& x, const Parts& parts, number limit) {
    misfits_ |= Terms::template has_error<N>(x, parts);
    if constexpr (!Terms::integer_bins) {
      const auto magnitude = kernel::absolute_lanes<number, N>(parts.high);
      misfits_ |= ~(magnitude < kernel::broadcast<number, N>(limit));
    }
  }
  OMPRIM_INLINE void note_change(number before, number after) {
    if constexpr (Terms::integer_bins) {
      changes_ |= __builtin_bit_cast(word, before) ^ __builtin_bit_cast(word, after);
    }
  }
  OMPRIM_INLINE void note_rest(number x, number taken) {
    kernel::pack<word, N> all{};
    all[0] = __builtin_bit_cast(word, x - taken) & rest_bits<Terms, word>();
    misfits_ |= all;
  }
  [[nodiscard]] OMPRIM_INLINE bool any(number /*limit*/) const {
    return kernel::any_lane<word, N>(misfits_) ||
           changes_ >> kernel::encoded<number>::fraction_bits != 0;
  }

 private:
  kernel::pack<word, N> misfits_{};
  word changes_ = 0;  ///< bits that additions changed in the first bin
};

/// The same of floats that are added as doubles: a GPU has a maximum of floats, and a rest that is
/// not 0 has bits in its upper half.
template <int N>
class float_misfits {
 public:
  template <class Parts>
  OMPRIM_INLINE void note(const kernel::pack<float, N>& x, const Parts& /*parts*/,
                          double /*limit*/) {
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) {
      largest_ = __builtin_fmaxf(largest_, __builtin_fabsf(kernel::lane<N>(x, i)));
    }
  }
  OMPRIM_INLINE void note_change(double /*before*/, double /*after*/) {}
  OMPRIM_INLINE void note_rest(double x, double taken) {
    rests_ |= static_cast<std::int32_t>(__builtin_bit_cast(std::int64_t, x - taken) >> 32);
  }
  [[nodiscard]] OMPRIM_INLINE bool any(double limit) const {
    return (rests_ & INT32_MAX) != 0 || !(static_cast<double>(largest_) < limit);
  }

 private:
  float largest_ = 0;
  std::int32_t rests_ = 0;
};

/// The same of doubles below a limit.
class double_rests {
 public:
  OMPRIM_INLINE void note_change(double /*before*/, double /*after*/) {}
  OMPRIM_INLINE void note_rest(double x, double taken) {
    rests_ |= __builtin_bit_cast(std::int64_t, x - taken);
  }
  [[nodiscard]] OMPRIM_INLINE bool any(double /*limit*/) const {
    return (rests_ & std::numeric_limits<std::int64_t>::max()) != 0;  // a rest may be -0
  }

 private:
  std::int64_t rests_ = 0;
};

template <class Terms, int N>
using gpu_misfits =
    std::conditional_t<Terms::short_parts && std::is_same_v<typename Terms::number, double>,
                       float_misfits<N>, number_misfits<Terms, N>>;

}  // namespace omprim::inline OMPRIM_ABI::strategy
