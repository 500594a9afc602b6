// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

/// The four problems of T. Deakin, S. McIntosh-Smith, A. Alpay, V. Heuveline, "Benchmarking and
/// Extending SYCL Hierarchical Parallelism", HiPar 2021, section V; all in FP64. The pointers are
/// valid on the backend that runs the kernel.
namespace omprim::hierarchy {

/// One step of n bodies of mass 1, by semi-implicit Euler. Each body is accelerated by the sum over
/// all bodies of d / (|d|^2 + softening)^(3/2), where d is the vector to the other body (so that
/// its own part is 0). Arrays hold x of all bodies, then y, then z.
struct nbody_step {
  const double* positions;
  const double* velocities;
  double* new_positions;
  double* new_velocities;
  std::uint64_t n;
  double softening;  ///< above 0
  double time;
};

/// The sum of n > 0 values. Groups write into `partials`, which has room for two levels of the
/// tree: 2 * n / (group size) + 2 values.
struct summation {
  const double* values;
  std::uint64_t n;
  double* partials;
};

/// c = a b. Row-major: a is rows x depth, b depth x columns; all three are at least 1.
struct product {
  const double* a;
  const double* b;
  double* c;
  std::uint64_t rows;
  std::uint64_t columns;
  std::uint64_t depth;
};

}  // namespace omprim::hierarchy
