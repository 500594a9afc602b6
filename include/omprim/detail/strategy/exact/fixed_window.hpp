// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <type_traits>

#include <omprim/detail/agent/exact/launch.hpp>
#include <omprim/detail/backend/backend.hpp>
#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/exact_terms.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/table.hpp>
#include <omprim/tuning.hpp>

/// window-of-1, ..., window-of-4, integer-window: strategy window with a fixed number of bins, for
/// sweeps. Of integer-window the bins are integers.
///
/// Phases, needs and source are those of window. Wins: with few bins, for numbers within a small
/// range; with many, for larger ranges. Loses: to window, which has the number of bins that most
/// inputs need. Deterministic: the sum is exact.
namespace omprim::inline OMPRIM_ABI::strategy {

/// Terms with a window of integers.
template <class Terms, int bins>
struct with_integer_window : kernel::with_window<Terms, bins> {
  static constexpr bool integer_bins = true;
  using on_gpu = with_integer_window;
};

template <int bins, bool integers>
struct fixed_window {
  template <class Terms, tuning t>
  struct strategy {
    static constexpr std::string_view names[5] = {"", "window-of-1", "window-of-2", "window-of-3",
                                                  "window-of-4"};
    static constexpr strategy_info info{
        algorithm::exact,
        integers ? "integer-window" : names[bins],
        "omprim; Demmel, Nguyen: Fast Reproducible Floating-Point Summation",
        integers ? "window with bins that are integers" : "window with this number of bins",
        {.deterministic = true}};

    template <backends::counting_backend Backend, class Source>
    static OMPRIM_INLINE const exact_digits& run(Backend& backend, const Source& source) {
      using terms = std::conditional_t<integers, with_integer_window<Terms, bins>,
                                       kernel::with_window<Terms, bins>>;
      return sum_by_share<terms, true, t>(backend, source);
    }
  };
};

}  // namespace omprim::inline OMPRIM_ABI::strategy
