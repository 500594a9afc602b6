// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <gtest/gtest.h>

#include <omprim/table.hpp>

#include "support/exact_values.hpp"

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

}  // namespace omprim_test
