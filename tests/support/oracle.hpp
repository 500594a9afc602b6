// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <omprim/any.hpp>

#include "support/types.hpp"

/// The expected result of a reduction, computed by plain loops that share no code with the library.
namespace omprim_test {

struct expectation {
  omprim::reduce_result result;
  /// The greatest allowed error of a floating-point sum or product: the rounding bound of any order
  /// of evaluation. 0 for results that are the same on every backend.
  double bound = 0;
};

[[nodiscard]] expectation expected(omprim::element type, omprim::operation op, const void* data,
                                   const void* other, std::size_t n);

template <class T>
[[nodiscard]] expectation expected(omprim::operation op, const std::vector<T>& values) {
  return expected(element_of<T>(), op, values.data(), values.data(), values.size());
}

enum class match {
  exact,           ///< the same value, although a sum (for inputs whose every sum is exact)
  within_rounding  ///< sums and products within the bound
};

/// Minima and maxima are compared by bits (-0 is not +0, any NaN is a NaN), indices exactly.
[[nodiscard]] testing::AssertionResult agrees(omprim::element type, omprim::operation op,
                                              const omprim::reduce_result& got,
                                              const expectation& want,
                                              match how = match::within_rounding);

/// The result as text: "3 at 7", "1 / 5".
[[nodiscard]] std::string describe(omprim::element type, omprim::operation op,
                                   const omprim::reduce_result& result);

}  // namespace omprim_test
