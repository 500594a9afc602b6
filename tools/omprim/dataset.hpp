// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "pattern.hpp"

/// Arrays where a backend reads them, and what their reduction must give.
namespace omprim::command {

/// Memory of a backend, freed at the end of its life.
class buffer {
 public:
  buffer() = default;
  /// Throws status::out_of_memory, saying what was asked and what there is.
  buffer(const execution& where, std::size_t bytes);
  ~buffer();
  buffer(buffer&& other) noexcept;
  buffer& operator=(buffer&& other) noexcept;

  [[nodiscard]] void* data() const { return data_; }

 private:
  execution where_ = serial();
  void* data_ = nullptr;
};

/// Whether host code can read what the backend reads.
[[nodiscard]] bool host_readable(const execution& where);

/// An input of n elements and its expected result. The result comes from the sequential
/// strategy of the serial backend, part by part on the host, and is exact for any order
/// (pattern_kind::exact).
class dataset {
 public:
  dataset(const execution& where, const pattern& what, std::uint64_t n);

  [[nodiscard]] const void* data() const { return data_.data(); }
  [[nodiscard]] const void* second() const { return second_.data(); }
  [[nodiscard]] const reduce_result& expected() const { return expected_; }
  [[nodiscard]] std::uint64_t size() const { return n_; }
  /// What one reduction reads.
  [[nodiscard]] std::uint64_t bytes() const;

  /// One reduction of the whole input.
  [[nodiscard]] reduce_result reduce(const execution& where, const reduce_options& options) const;
  [[nodiscard]] bool is_expected(const reduce_result& result) const;

 private:
  void fill_and_reduce(const execution& where);
  reduce_result fill_part(const execution& where, std::uint64_t first, std::uint64_t count,
                          std::byte* staging) const;

  pattern what_;
  std::uint64_t n_;
  buffer data_;
  buffer second_;
  reduce_result expected_{};
};

}  // namespace omprim::command
