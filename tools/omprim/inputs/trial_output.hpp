// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <omprim/execution.hpp>

#include "inputs/memory.hpp"
#include "inputs/random.hpp"

namespace omprim::command {

/// An array that a backend writes, and its expected content.
class trial_output {
 public:
  /// Has room for n elements; with n = 0 there is no output.
  trial_output(const execution& where, std::uint64_t n, std::size_t element_size);

  [[nodiscard]] void* data() const { return memory_.data(); }

  /// Clears the expected content.
  void want_nothing() { wanted_.clear(); }
  template <class T>
  void want(const T& value) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    wanted_.insert(wanted_.end(), bytes, bytes + sizeof(T));
  }
  /// Appends n elements, whose values the caller writes.
  template <class T>
  [[nodiscard]] T* want_many(std::uint64_t n) {
    const std::size_t end = wanted_.size();
    wanted_.resize(end + n * sizeof(T));
    return reinterpret_cast<T*>(wanted_.data() + end);
  }
  [[nodiscard]] std::uint64_t wanted_bytes() const { return wanted_.size(); }

  void spoil() const;
  /// Empty if the array holds the expected elements and nothing was written after them.
  [[nodiscard]] std::string problem(bool in_order) const;

 private:
  execution where_;
  std::size_t bytes_;
  std::size_t element_size_;
  buffer memory_;
  std::vector<std::byte> wanted_;
};

}  // namespace omprim::command
