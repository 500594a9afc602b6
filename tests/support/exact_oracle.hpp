// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/table.hpp>

/// The oracle of exact sums: MPFR with enough bits for every digit, rounded once.
namespace omprim_test {

/// The result of an exact operation; `other` is the second operand of exact_dot.
template <class T>
[[nodiscard]] T exact_result(omprim::operation op, const T* data, const T* other, std::size_t n);

/// The exact sum divided by n, and the square root of the exact sum of squares.
template <class T>
[[nodiscard]] T exact_mean_of(const T* data, std::size_t n);
template <class T>
[[nodiscard]] T exact_norm2_of(const T* data, std::size_t n);

/// Whether two results have the same bits, or are both NaN.
template <class T>
[[nodiscard]] testing::AssertionResult has_bits(T got, T want);

/// Inputs for exact sums.
enum class exact_data {
  similar,      ///< in [-1, 1]
  range_40,     ///< over a range of 2^40
  range_100,    ///< over a range of 2^100
  all_numbers,  ///< over the whole range of the type
  tiny,         ///< subnormal, or nearly so
  huge,         ///< plus and minus the largest magnitude
  sparse,       ///< mostly zeros of both signs
  negative_zeros,
  outliers,  ///< one element in 1000 is smaller by 2^90
  any_bits,  ///< infinities and NaN included
};
inline constexpr int exact_data_kinds = static_cast<int>(exact_data::any_bits) + 1;
[[nodiscard]] std::string to_string(exact_data kind);

/// Element i of an input. The same on every machine.
template <class T>
[[nodiscard]] T exact_value(exact_data kind, std::size_t seed, std::size_t i);

/// The first n elements of an input.
template <class T>
[[nodiscard]] std::vector<T> exact_values(exact_data kind, std::size_t seed, std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = exact_value<T>(kind, seed, i);
  return values;
}

}  // namespace omprim_test
