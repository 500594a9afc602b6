// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include <omprim/any.hpp>

/// Joins, compares and prints results of type-erased reductions.
namespace omprim::command {

/// The result of a range, from the results of its two parts. The second part starts at
/// `second_start`. For data without NaN.
[[nodiscard]] reduce_result join(element type, operation op, const reduce_result& first,
                                 const reduce_result& second, std::int64_t second_start);

/// Whether two results of one call are the same:
///   NaN                          equals any NaN
///   a float sum or product       may differ by `slack`, and its zero may have either sign
///   anything else                exactly
[[nodiscard]] bool same(element type, operation op, const reduce_result& a, const reduce_result& b,
                        double slack = 0);

/// Whether float results of the operation depend on the order (they differ within the rounding
/// bound).
[[nodiscard]] bool rounds(operation op);

/// "42", "1.5 at 7", "1.5, 3" or "6, 1, 3": the parts that the operation has.
[[nodiscard]] std::string to_text(element type, operation op, const reduce_result& result);

}  // namespace omprim::command
