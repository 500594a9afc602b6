// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include <omprim/execution.hpp>

#include "hierarchy/forms.hpp"
#include "inputs/memory.hpp"

/// The inputs of `omprim sweep hierarchy` in a backend's memory, and the serial results that its
/// kernels must give. All numbers are integers or binary fractions, chosen so that sums and
/// products are exact in any order.
namespace omprim::command {

/// n bodies in a cube. problem() compares some hundred bodies with the serial step.
class nbody_input {
 public:
  nbody_input(const execution& where, std::uint64_t n);
  [[nodiscard]] hierarchy::nbody_step what() const;
  void spoil_output() const;
  /// Describes an error in the output or the returned value of a form; empty if there is none.
  [[nodiscard]] std::string problem(double result) const;

 private:
  execution where_;
  std::uint64_t n_;
  buffer positions_, velocities_, new_positions_, new_velocities_;
};

/// n values and room for partial sums.
class summation_input {
 public:
  summation_input(const execution& where, std::uint64_t n);
  [[nodiscard]] hierarchy::summation what() const;
  void spoil_output() const;
  [[nodiscard]] std::string problem(double result) const;

 private:
  execution where_;
  std::uint64_t n_;
  std::uint64_t partial_sums_;
  buffer values_, partials_;
  double expected_ = 0;
};

/// Two square matrices. A product c is correct if c x = a (b x) for a vector x without zeros: any
/// single wrong element would change it.
class product_input {
 public:
  product_input(const execution& where, std::uint64_t order);
  [[nodiscard]] hierarchy::product what() const;
  void spoil_output() const;
  [[nodiscard]] std::string problem(double result) const;

 private:
  execution where_;
  std::uint64_t order_;
  buffer a_, b_, c_;
};

}  // namespace omprim::command
