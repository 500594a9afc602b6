// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/agent/exact/window.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/digits.hpp>

/// What a window (agent/exact/window.hpp) holds of a segment.
namespace omprim::inline OMPRIM_ABI::strategy {

using omprim::detail::exact_digits;

/// Windows of segments of T that take up to `deposits` numbers at a time.
template <class T, int deposits>
struct segment_window {
  /// Bins for doubles within 2^80 of each other, or floats within 2^60.
  static constexpr int bins = sizeof(T) == 4 ? 2 : 3;
  using form = window_form<deposits>;
  static constexpr int none = -1;

  std::int64_t taken[bins];  ///< multiples of the last bit of each bin
  int top;                   ///< of the window; none: it is closed, and empty
  bool has_number;           ///< there was a number that is not -0

  static OMPRIM_INLINE segment_window closed() {
    segment_window window;
#pragma GCC unroll 8
    for (int k = 0; k < bins; ++k) window.taken[k] = 0;
    window.top = none;
    window.has_number = false;
    return window;
  }

  /// The multiples that bin k took, for a k that is no constant.
  [[nodiscard]] OMPRIM_INLINE std::int64_t taken_by(int k) const {
    std::int64_t multiples = taken[0];
#pragma GCC unroll 8
    for (int b = 1; b < bins; ++b) multiples = k == b ? taken[b] : multiples;
    return multiples;
  }
  /// Adds the sum, which all items of the crew know, to the digits.
  template <class Crew>
  OMPRIM_INLINE void add_to(exact_digits& digits, const Crew& crew) const {
    kernel::digit_sum<(Crew::size > 1)> sum(digits);
    if (crew.lane() == 0 && has_number) sum.note_number();
    OMPRIM_KEEP_ROLLED
    for (int k = crew.lane(); k < bins; k += Crew::size) {
      if (taken_by(k) != 0) sum.add_multiple(taken_by(k), form::last_bit(top, k));
    }
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
