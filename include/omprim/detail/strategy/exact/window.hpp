// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/detail/agent/exact/launch.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// window: each thread adds to two to five bins below the largest number that it has seen; what
/// does not fit goes to bins by exponent. The default.
///
/// Phases:
///   (1) Each thread adds its tiles, and loads the next one meanwhile. A tile fits if its numbers
///       are within about 2^60 of each other; otherwise its thread adds it by exponent, and after
///       some such tiles all others.
///   (2) Each group adds the windows and bins of its threads to the digits of the call, by atomics.
///   (3) The group with the last ticket moves the digits to where the host rounds them.
///
/// Wins: for numbers of similar magnitude, at nearly the speed of a plain sum. Loses: a little to
/// exponent-bins where magnitudes differ by more. Deterministic: the sum is exact. Needs of the
/// group: local memory, sub-groups, wide loads, a ticket.
/// Source: omprim; after J. Demmel, H. D. Nguyen, "Fast Reproducible Floating-Point Summation",
/// and R. Neal, "Fast exact summation using small and large superaccumulators".
namespace omprim::inline OMPRIM_ABI::strategy {

template <class Terms, tuning t>
struct exact_window {
  static constexpr strategy_info info{
      algorithm::exact,
      "window",
      "omprim; Demmel, Nguyen: Fast Reproducible Floating-Point Summation; Neal: Fast exact "
      "summation using small and large superaccumulators",
      "bins below the largest number, then bins by exponent; the default",
      {.deterministic = true, .by_default = true}};

  template <backends::counting_backend Backend, class Source>
  static OMPRIM_INLINE const exact_digits& run(Backend& backend, const Source& source) {
    return sum_by_share<Terms, true, t>(backend, source);
  }
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
