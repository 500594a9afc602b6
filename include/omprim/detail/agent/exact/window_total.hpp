// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/collectives.hpp>
#include <omprim/detail/reducer/digits.hpp>
#include <omprim/detail/reducer/rounding.hpp>

/// How the windows of a GPU's items become digits: a sub-group adds them up, and each of its items
/// makes one digit. Bins by exponent, which each item has in local memory, would have to be cleared
/// and read, which takes longer than a small sum.
namespace omprim::inline OMPRIM_ABI::strategy {

using omprim::detail::exact_digits;

/// What a sub-group leaves to its group at the end.
///
///   Form  where the bins of windows are (agent/exact/window.hpp)
///   bins  of a window
template <class Form, int bins>
struct window_total {
  /// Of the sum of one bin: 64 items, of which each has less than 2^62.
  static constexpr int most_bits = 68;
  static constexpr int digits = (31 + Form::stride * (bins - 1) + most_bits + 31) / 32;

  std::int64_t digit[digits];  ///< of the sum of all windows
  int first;                   ///< the number of digit[0] in exact_digits
  bool has_bins;               ///< whether there is more in the bins by exponent
  bool has_number;             ///< whether there is a term that is not -0
};

#if OMPRIM_SIMT
/// The sum over the sub-group, known to all lanes. By sums of 26 bits, for which GPUs have an
/// instruction.
template <class Group>
OMPRIM_INLINE kernel::signed_wide_word sum_of_sub_group(std::int64_t x, int lane) {
  constexpr int bits = 26;
  constexpr std::int64_t mask = (std::int64_t{1} << bits) - 1;
  const auto sum_of = [&](std::int64_t part) OMPRIM_INLINE_LAMBDA {
    return kernel::detail::sub_group_sum<Group::size>(static_cast<std::uint32_t>(part), lane);
  };
  const std::int64_t low = sum_of(x & mask);
  const std::int64_t middle = sum_of(x >> bits & mask);
  const auto high = static_cast<std::int32_t>(sum_of(x >> 2 * bits));  // has the sign
  constexpr auto unit = static_cast<kernel::signed_wide_word>(std::int64_t{1} << 2 * bits);
  return unit * high + (low + middle * (std::int64_t{1} << bits));
}

/// The digit at 2^`position` of total * 2^`exponent`. All digits have the sign of the total: in
/// two's complement, a small negative total would have no digits that are 0.
OMPRIM_INLINE std::int64_t digit_at(int position, kernel::signed_wide_word total, int exponent) {
  const bool negative = total < 0;
  const auto magnitude = static_cast<kernel::wide_word>(negative ? -total : total);
  const int shift = position - exponent;
  std::uint32_t digit = 0;
  if (shift >= 0) {
    digit = shift < 128 ? static_cast<std::uint32_t>(magnitude >> shift) : 0;
  } else if (shift > -32) {
    digit = static_cast<std::uint32_t>(magnitude) << -shift;
  }
  return negative ? -std::int64_t{digit} : std::int64_t{digit};
}

/// Stores the sum of a sub-group's windows, of which each item has `taken`, by bins. All have the
/// same top.
template <class Form, int bins, class Group>
OMPRIM_INLINE void add_windows(const Group& group, const std::int64_t (&taken)[bins], int top,
                               window_total<Form, bins>& to) {
  static_assert(window_total<Form, bins>::digits <= Group::sub_group_size);
  const int lane = group.this_item().sub_group_lane;
  const int first = (Form::last_bit(top, bins - 1) + exact_digits::bias) / 32;
  std::int64_t digit = 0;
#pragma GCC unroll 8
  for (int k = 0; k < bins; ++k) {
    digit += digit_at(32 * (first + lane) - exact_digits::bias,
                      sum_of_sub_group<Group>(taken[k], lane), Form::last_bit(top, k));
  }
  if (lane < window_total<Form, bins>::digits) to.digit[lane] = digit;
  if (lane == 0) to.first = first;
}
#endif

}  // namespace omprim::inline OMPRIM_ABI::strategy
