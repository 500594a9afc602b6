// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/any.hpp>
#include <omprim/exact_digits.hpp>
#include <omprim/execution.hpp>

/// Calls of the operations that turn an array into one value: reductions and exact sums.
namespace omprim::command {

/// Whether the algorithm writes arrays. The others turn an array into one value.
[[nodiscard]] constexpr bool writes_arrays(algorithm work) {
  return work != algorithm::reduce && work != algorithm::exact;
}

/// Whether the algorithm reads far more than it writes: its rates are compared with those of a
/// reduction. The rates of the others are compared with those of a copy.
[[nodiscard]] constexpr bool mostly_reads(algorithm work) {
  return !writes_arrays(work) || work == algorithm::histogram || work == algorithm::top_k;
}

/// Whether an input consists of segments or runs, which have lengths.
[[nodiscard]] constexpr bool has_lengths(algorithm work) {
  return work == algorithm::segment || work == algorithm::runs;
}

/// Whether the operation reads two arrays.
[[nodiscard]] constexpr bool has_second_operand(operation op) {
  return op == operation::dot || op == operation::exact_dot;
}

/// The reduction that adds the terms of an exact sum in floating point: sum for exact_sum. Returns
/// other operations unchanged.
[[nodiscard]] operation floating_point_form(operation op);

/// Calls reduce_any or exact_any, by the operation.
[[nodiscard]] reduce_result run_reduction(const execution& where, element type, operation op,
                                          const void* data, const void* other, std::uint64_t n,
                                          const reduce_options& options);

/// The expected result of an input, computed part by part: the sequential strategy on the serial
/// backend. Exact sums of parts are joined with all of their digits, and rounded once.
class expected_result {
 public:
  /// The result of n elements on the host.
  expected_result(element type, operation op, const void* data, const void* other, std::uint64_t n);
  /// The result of no elements.
  expected_result(element type, operation op) : expected_result(type, op, nullptr, nullptr, 0) {}

  /// Adds the elements behind the present ones.
  void append(const expected_result& next);
  [[nodiscard]] reduce_result value() const;

 private:
  [[nodiscard]] bool is_exact() const { return algorithm_of(op_) == algorithm::exact; }

  element type_;
  operation op_;
  std::uint64_t n_;
  reduce_result value_{};        ///< of reductions
  detail::exact_digits digits_;  ///< of exact sums
};

}  // namespace omprim::command
