// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <omprim/execution.hpp>
#include <omprim/table.hpp>

#include "dataset.hpp"

/// Arrays to select from, and what has to come out.
namespace omprim::command {

class select_input {
 public:
  /// n random elements of which about `share` are kept. Throws status::out_of_memory.
  select_input(const execution& where, element type, operation op, std::uint64_t n, double share,
               std::uint32_t seed);

  /// Chooses the elements [start, start + n) for what follows.
  void choose(std::uint64_t start, std::uint64_t n);

  /// One selection; the number of elements kept.
  [[nodiscard]] std::uint64_t run(const select_options& options) const;
  /// Overwrites the outputs, so that nobody is praised for what another row wrote.
  void spoil_output() const;
  /// What is wrong with the outputs of a run that kept `count`; empty if nothing is. Without
  /// `in_order`, elements may stand anywhere.
  [[nodiscard]] std::string problem(std::uint64_t count, bool in_order) const;

  [[nodiscard]] std::uint64_t size() const { return n_; }
  [[nodiscard]] std::uint64_t kept() const { return kept_; }
  /// What one selection has to read and to write.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  [[nodiscard]] std::size_t output_size() const;
  [[nodiscard]] std::string compare(const buffer& output, const std::vector<std::byte>& wanted,
                                    std::size_t element_size, bool in_order) const;

  execution where_;
  element type_;
  operation op_;
  std::uint64_t most_;
  std::vector<std::byte> values_;  ///< the input, on the host
  std::vector<std::byte> flags_;
  buffer data_;
  buffer device_flags_;
  buffer selected_;
  buffer rejected_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
  std::uint64_t kept_ = 0;
  std::int64_t bound_ = 0;  ///< elements below it are kept
  std::vector<std::byte> wanted_;
  std::vector<std::byte> wanted_rejected_;
};

}  // namespace omprim::command
