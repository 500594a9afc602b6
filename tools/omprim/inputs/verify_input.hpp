// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <omprim/any.hpp>
#include <omprim/execution.hpp>
#include <omprim/tuning.hpp>

#include "inputs/dataset.hpp"
#include "inputs/generator.hpp"

/// The inputs of `omprim verify`: arrays, the parts of them that are reduced, and the oracle.
namespace omprim::command {

/// Elements [start, start + n) of an array. The pointer is misaligned if start is no multiple of
/// the lanes.
struct window {
  std::uint64_t start;
  std::uint64_t n;
};

enum class input_kind {
  exact,          ///< random data whose result is exact in any order
  fractions,      ///< random fractions, compared within the rounding bound
  wide,           ///< exact sums: random terms over nearly the whole range of the type
  extremes,       ///< exact data with the least and greatest value twice each: ties
  all_greatest,   ///< only the greatest value
  all_least,      ///< only the least value
  nan,            ///< exact data with two NaN
  infinities,     ///< exact data with both infinities
  all_infinite,   ///< only +infinity
  negative_zero,  ///< +0 with two -0
  positive_zero,  ///< -0 with two +0
  subnormal,      ///< small multiples of the least positive value
};
[[nodiscard]] std::string_view to_string(input_kind kind) noexcept;

/// The kinds of content for a type and operation. Special values are only for floats. Contents
/// whose float sum depends on the order are left out, except for fractions. No exact sum does.
[[nodiscard]] std::vector<input_kind> contents_of(element type, operation op);

/// The expected result of one reduction, and the error that a float sum may have.
struct expectation {
  reduce_result result;
  double slack;
};

/// One array (two for dot), on the host and on every backend under test.
class verify_input {
 public:
  verify_input(element type, operation op, input_kind kind, std::uint64_t size, std::uint32_t seed,
               const std::vector<execution>& backends);

  [[nodiscard]] input_kind kind() const { return kind_; }
  /// The windows on which a row is checked.
  [[nodiscard]] std::vector<window> windows_for(const table_row& row) const;
  /// The result of the sequential strategy on the serial backend.
  [[nodiscard]] const expectation& expected(const window& part);
  /// Reduces the window on backend number `backend` of the constructor's list.
  [[nodiscard]] reduce_result reduce(std::size_t backend, const execution& where,
                                     const window& part, const reduce_options& options) const;

 private:
  [[nodiscard]] double rounding_bound(const window& part, double magnitude) const;
  [[nodiscard]] const void* at(const buffer& memory, const window& part) const;

  element type_;
  operation op_;
  input_kind kind_;
  std::uint64_t size_;
  std::uint32_t seed_;
  buffer host_;
  buffer host_second_;
  std::vector<buffer> device_;  ///< per backend; empty if it can read the host's memory
  std::vector<buffer> device_second_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, expectation> expected_;
};

}  // namespace omprim::command
