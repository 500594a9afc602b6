// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// The elements of histograms.
namespace omprim::command {

/// How elements lie in the bins. Of random elements, one of 64 is a bound, an edge of a bin, zero,
/// the least or greatest number, an infinity or NaN.
enum class bin_pattern {
  uniform,  ///< random, from a little below to a little above the bounds
  skewed,   ///< random; half of the elements lie in the first 256th of the distance of the bounds
  one_bin,  ///< one value
  sorted,   ///< ascending, from a little below to a little above the bounds
};
inline constexpr std::array bin_patterns{bin_pattern::uniform, bin_pattern::skewed,
                                         bin_pattern::one_bin, bin_pattern::sorted};

[[nodiscard]] constexpr std::string_view to_string(bin_pattern pattern) noexcept {
  constexpr std::string_view names[] = {"uniform", "skewed", "one-bin", "sorted"};
  return names[static_cast<std::size_t>(pattern)];
}

/// The number of bins, unless one is chosen.
inline constexpr std::uint64_t default_bins = 256;

}  // namespace omprim::command
