// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

#include <omprim/execution.hpp>

#include "problems.hpp"

/// The forms of the four kernels, as functions: compiled once for each ISA level of the host and
/// once with device code, like the library's own kernels.
namespace omprim::hierarchy {

template <class Problem>
struct form {
  std::string_view name;   ///< "simple", "nd_range", "hierarchical", "scoped", "tuned"
  std::string_view shape;  ///< the tuning of a tuned form, else empty
  double (*run)(const execution& where, const Problem& what);  ///< returns the sum, for summations
};

struct all_forms {
  std::span<const form<nbody_step>> nbody;
  std::span<const form<summation>> reduction;
  std::span<const form<summation>> segmented_reduction;
  std::span<const form<product>> dgemm;
  /// Does `rounds` rounds of fused multiply-adds in registers on all cores. Returns the number of
  /// floating-point operations. `sink` is memory of `where`, never written.
  double (*multiply_add)(const execution& where, std::uint64_t rounds, double* sink);
};

/// The forms for `where`; on the host, the forms of the active ISA level. They throw the same
/// errors as omprim::open::launch: status::unavailable_backend for a device in a build without
/// offloading.
[[nodiscard]] const all_forms& forms_for(const execution& where);

}  // namespace omprim::hierarchy
