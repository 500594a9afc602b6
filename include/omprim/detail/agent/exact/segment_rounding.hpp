// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/exact/segment_window.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

/// Rounding of N sums at once, of windows or of three numbers, by additions of doubles without
/// error.
///
/// Source: S. Boldo, G. Melquiond, "Emulation of FMA and Correctly Rounded Sums: Proved Algorithms
/// Using Rounding to Odd", IEEE Transactions on Computers 57, 2008.
namespace omprim::inline OMPRIM_ABI::strategy {

/// The sums of N segments as far as windows hold them, by lane.
template <class Window, int N>
struct window_batch {
  static constexpr std::int64_t exponent_of_one = 1023;

  alignas(kernel::detail::pack_alignment<std::int64_t, N>) std::int64_t taken[Window::bins][N];
  std::int64_t top[N];
  std::int64_t is_negative_zero[N];  ///< -1: the sum if it is 0; otherwise 0

  OMPRIM_INLINE void set(int lane, const Window& window, bool is_empty) {
#pragma GCC unroll 8
    for (int k = 0; k < Window::bins; ++k) taken[k][lane] = window.taken[k];
    // Of a sum that is 0, the window is of no consequence, and may be one that fits.
    std::int64_t any = 0;
#pragma GCC unroll 8
    for (int k = 0; k < Window::bins; ++k) any |= window.taken[k];
    top[lane] = any == 0 ? exponent_of_one : window.top;
    is_negative_zero[lane] = window.has_number || is_empty ? 0 : -1;
  }
  [[nodiscard]] OMPRIM_INLINE Window get(int lane) const {
    Window window;
#pragma GCC unroll 8
    for (int k = 0; k < Window::bins; ++k) window.taken[k] = taken[k][lane];
    window.top = static_cast<int>(top[lane]);
    window.has_number = is_negative_zero[lane] == 0;
    return window;
  }
};

namespace detail {

template <int N>
struct exact_pair {
  kernel::pack<double, N> sum;
  kernel::pack<double, N> error;  ///< the real sum is sum + error
};
/// D. Knuth's addition without error.
template <int N>
OMPRIM_INLINE exact_pair<N> add_exactly(const kernel::pack<double, N>& a,
                                        const kernel::pack<double, N>& b) {
  const kernel::pack<double, N> sum = a + b;
  const kernel::pack<double, N> b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// sum + error, rounded to odd: if it is no double, the one of its two neighbours whose last bit
/// is 1. A later rounding to fewer bits is then the only one that counts.
template <int N>
OMPRIM_INLINE kernel::pack<double, N> rounded_to_odd(const exact_pair<N>& x) {
  using integer = kernel::pack<std::int64_t, N>;
  const auto bits = kernel::bits_as<std::int64_t, N>(x.sum);
  const integer towards_error =
      ((bits ^ kernel::bits_as<std::int64_t, N>(x.error)) >> 63) | std::int64_t{1};
  const auto is_wrong = (x.error != 0) & ((bits & 1) == 0);
  const integer step = is_wrong ? towards_error : integer{};
  return kernel::bits_as<double, N>(bits + step);
}

/// The sums x[0] + x[1] + x[2], to be rounded to T; of no use if they are infinite or NaN.
template <class T, int N>
OMPRIM_INLINE kernel::pack<double, N> sum_of_three(const kernel::pack<double, N> (&x)[3]) {
  const auto low = add_exactly<N>(x[1], x[2]);
  const auto high = add_exactly<N>(x[0], low.sum);
  const auto rest = rounded_to_odd<N>(add_exactly<N>(high.error, low.error));
  if constexpr (sizeof(T) == 8) return high.sum + rest;
  return rounded_to_odd<N>(add_exactly<N>(high.sum, rest));
}

}  // namespace detail

/// The rounded sum of three numbers; of no use if it is infinite or NaN.
template <class T>
OMPRIM_INLINE T rounded_sum_of_three(T a, T b, T c) {
  const double all[3] = {a, b, c};
  const T sum = static_cast<T>(detail::sum_of_three<T, 1>(all));
  return sum == 0 ? a + b + c : sum;  // with the sign of 0
}

/// The rounded sums of a batch.
template <class T, int N>
struct rounded_batch {
  kernel::pack<T, N> sum;
  kernel::pack<std::int64_t, N> fits;  ///< -1, or 0: only digits can round this one
};

template <class T, int N, class Window>
OMPRIM_INLINE rounded_batch<T, N> round_batch(const window_batch<Window, N>& batch) {
  using integer = kernel::pack<std::int64_t, N>;
  using value = kernel::pack<double, N>;
  using form = typename Window::form;
  constexpr int width = form::stride;
  constexpr std::int64_t mask = (std::int64_t{1} << width) - 1;
  const auto top = kernel::load_pack<N, false>(batch.top);
  integer part[3] = {};
#pragma GCC unroll 8
  for (int k = 0; k < Window::bins; ++k) part[k] = kernel::load_pack<N, false>(batch.taken[k]);
  // Brings the lower parts to [0, 2^width).
#pragma GCC unroll 8
  for (int k = 2; k > 0; --k) {
    part[k - 1] += part[k] >> width;
    part[k] &= mask;
  }
  // Cuts them anew, for doubles of 53 bits: part 0 may have some bits more.
  constexpr int to_low = 53 - width;
  constexpr int to_middle = 2 * to_low < 10 ? 2 * to_low : 10;
  constexpr std::int64_t most = std::int64_t{1} << (52 + to_middle);
  const integer digit[3] = {
      part[0] >> to_middle,
      ((part[0] & ((1 << to_middle) - 1)) << (width - to_low)) | (part[1] >> to_low),
      ((part[1] & ((1 << to_low) - 1)) << width) | part[2]};
  constexpr int cut[3] = {to_middle, to_low, 0};
  value x[3];
#pragma GCC unroll 8
  for (int k = 0; k < 3; ++k) {
    const integer unit_field = top + (form::headroom - 52 - width * k + cut[k]);
    x[k] = kernel::convert<double, N>(digit[k]) * kernel::bits_as<double, N>(unit_field << 52);
  }
  // All units are normal numbers, and no sum overflows.
  constexpr int least_top = 2 * width + 53 - form::headroom;
  constexpr int highest_top = form::highest_top - 64;
  const auto fits =
      (part[0] < most) & (part[0] >= -most) & (top >= least_top) & (top <= highest_top);
  const value sum = detail::sum_of_three<T, N>(x);
  const auto negative_zero =
      kernel::load_pack<N, false>(batch.is_negative_zero) & std::int64_t{INT64_MIN};
  const integer bits = kernel::bits_as<std::int64_t, N>(sum) | negative_zero;
  return {kernel::convert<T, N>(kernel::bits_as<double, N>(bits)),
          fits ? integer{} - 1 : integer{}};
}

}  // namespace omprim::inline OMPRIM_ABI::strategy
