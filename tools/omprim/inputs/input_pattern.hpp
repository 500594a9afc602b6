// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <omprim/table.hpp>

/// The inputs of histograms, sorts, order statistics, searches, gathers and merges.
namespace omprim::command {

/// How the elements of a histogram lie in the bins; how the keys of a sort, the values of a search
/// or the positions of a gather lie in the array; what keys a merge has in both arrays. Of
/// random elements and keys, one of 64 is a special value: the least or greatest number, a zero of
/// either sign, an infinity or NaN; also, a bound or edge of bins, or NaN of the other sign as key.
enum class input_pattern {
  uniform,       ///< elements: random, from a little below to a little above the bounds
  skewed,        ///< elements: random; half lie in the first 256th of the distance of the bounds
  one_bin,       ///< elements: one value
  sorted,        ///< ascending; elements from a little below to a little above the bounds
  random,        ///< keys: random bits
  reversed,      ///< keys: descending
  equal,         ///< keys: one value
  few_distinct,  ///< keys: random ones of 16 values
};

[[nodiscard]] constexpr std::string_view to_string(input_pattern pattern) noexcept {
  constexpr std::string_view names[] = {"uniform", "skewed",   "one-bin", "sorted",
                                        "random",  "reversed", "equal",   "few-distinct"};
  return names[static_cast<std::size_t>(pattern)];
}

inline constexpr std::array bin_patterns{input_pattern::uniform, input_pattern::skewed,
                                         input_pattern::one_bin, input_pattern::sorted};
inline constexpr std::array position_patterns{input_pattern::random, input_pattern::sorted,
                                              input_pattern::reversed};
inline constexpr std::array merge_patterns{input_pattern::random, input_pattern::equal,
                                           input_pattern::few_distinct};
inline constexpr std::array key_patterns{input_pattern::random, input_pattern::sorted,
                                         input_pattern::reversed, input_pattern::equal,
                                         input_pattern::few_distinct};

/// The patterns of an algorithm, of which the first is the default; none if its inputs have none.
[[nodiscard]] constexpr std::span<const input_pattern> patterns_of(algorithm work) noexcept {
  if (work == algorithm::histogram) return bin_patterns;
  if (work == algorithm::sort || work == algorithm::top_k || work == algorithm::search) {
    return key_patterns;
  }
  if (work == algorithm::gather) return position_patterns;
  if (work == algorithm::merge) return merge_patterns;
  return {};
}
/// The first of them; without meaning if there are none.
[[nodiscard]] constexpr input_pattern default_pattern(algorithm work) noexcept {
  return patterns_of(work).empty() ? input_pattern{} : patterns_of(work).front();
}

/// "random, sorted, ...": the patterns of an algorithm.
[[nodiscard]] std::string pattern_names(algorithm work);

/// The number of bins, unless one is chosen.
inline constexpr std::uint64_t default_bins = 256;

}  // namespace omprim::command
