// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// What of a tile does not fit into a window (agent/exact/window.hpp): numbers that reach below its
/// last bin or are too large, and terms whose parts have an error. NaN has a rest that is not 0. A
/// window of integers finds large numbers itself.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The bits that tell whether the rest of a part is 0, which may be -0. The upper half tells it of
/// doubles that are never subnormal.
template <class Terms, class Word>
constexpr Word rest_bits() {
  constexpr Word all_but_sign = std::numeric_limits<Word>::max();
  if constexpr (sizeof(Word) == 8 && Terms::unit_exponent > -1022) return all_but_sign >> 32 << 32;
  return all_but_sign;
}

/// The misfits of packs, on a processor.
///   note(x, parts, limit), note_rest(rest)
///                of a term, whose parts are too large if they reach the limit
///   any(limit)   whether there is a misfit
template <class Terms, int N>
class pack_misfits {
  static_assert(N > 1);
  using number = typename Terms::number;
  using word = kernel::same_size_signed<number>;

 public:
  template <class Loaded, class Parts>
  OMPRIM_INLINE void note(const Loaded& x, const Parts& parts, number /*limit*/) {
    misfits_ |= Terms::template has_error<N>(x, parts);
    if constexpr (!Terms::integer_bins) {
      const auto magnitude = kernel::absolute_lanes<number, N>(parts.high);
      largest_ = magnitude > largest_ ? magnitude : largest_;
    }
  }
  OMPRIM_INLINE void note_rest(const kernel::pack<number, N>& rest) {
    misfits_ |= kernel::bits_as<word, N>(rest);
  }
  [[nodiscard]] OMPRIM_INLINE bool any(number limit) const {
    auto misfits = misfits_ & rest_bits<Terms, word>();
    if constexpr (!Terms::integer_bins) {
      misfits |= ~(largest_ < kernel::broadcast<number, N>(limit));
    }
    return kernel::any_lane<word, N>(misfits);
  }

 private:
  kernel::pack<word, N> misfits_{};
  kernel::pack<number, N> largest_{};
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
  OMPRIM_INLINE void note_rest(number rest) {
    kernel::pack<word, N> all{};
    all[0] = __builtin_bit_cast(word, rest) & rest_bits<Terms, word>();
    misfits_ |= all;
  }
  [[nodiscard]] OMPRIM_INLINE bool any(number /*limit*/) const {
    return kernel::any_lane<word, N>(misfits_);
  }

 private:
  kernel::pack<word, N> misfits_{};
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
  OMPRIM_INLINE void note_rest(double rest) {
    rests_ |= static_cast<std::int32_t>(__builtin_bit_cast(std::int64_t, rest) >> 32);
  }
  [[nodiscard]] OMPRIM_INLINE bool any(double limit) const {
    return (rests_ & INT32_MAX) != 0 || !(static_cast<double>(largest_) < limit);
  }

 private:
  float largest_ = 0;
  std::int32_t rests_ = 0;
};

template <class Terms, int N>
using gpu_misfits =
    std::conditional_t<Terms::short_parts && std::is_same_v<typename Terms::number, double>,
                       float_misfits<N>, number_misfits<Terms, N>>;

}  // namespace omprim::inline OMPRIM_ABI::strategy
