// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/any.hpp>
#include <omprim/execution.hpp>

#include "inputs/generator.hpp"
#include "inputs/memory.hpp"
#include "inputs/reduction.hpp"

/// Arrays that a backend can read, with the expected result of their reduction or exact sum.
namespace omprim::command {

/// An input of n elements and its expected result, computed by the threads of the host. The result
/// is exact in any order (pattern_kind::exact).
class dataset {
 public:
  dataset(const execution& where, const pattern& what, std::uint64_t n);

  [[nodiscard]] const void* data() const { return data_.data(); }
  [[nodiscard]] const void* second() const { return second_.data(); }
  [[nodiscard]] const reduce_result& expected() const { return expected_; }
  [[nodiscard]] std::uint64_t size() const { return n_; }
  /// The bytes that one reduction reads.
  [[nodiscard]] std::uint64_t bytes() const;

  /// Reduces the whole input once.
  [[nodiscard]] reduce_result reduce(const execution& where, const reduce_options& options) const;
  /// Reads the whole input by a reduction of the default strategy: for exact sums, by their
  /// floating-point form.
  [[nodiscard]] reduce_result read(const execution& where) const;
  [[nodiscard]] bool is_expected(const reduce_result& result) const;

 private:
  void fill_and_reduce(const execution& where);
  expected_result fill_part(const execution& where, std::uint64_t first, std::uint64_t count,
                            std::byte* staging) const;

  pattern what_;
  std::uint64_t n_;
  buffer data_;
  buffer second_;
  reduce_result expected_{};
};

}  // namespace omprim::command
