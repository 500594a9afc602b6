// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "host_form_peers.hpp"

namespace omprim_benchmark {

void plain_nbody(const omprim::hierarchy::nbody_step& step, int threads) {
  const std::uint64_t n = step.n;
  const double* const x = step.positions;
  const double* const y = x + n;
  const double* const z = y + n;
#pragma omp parallel for num_threads(threads)
  for (std::uint64_t i = 0; i < n; ++i) {
    double ax = 0;
    double ay = 0;
    double az = 0;
    for (std::uint64_t j = 0; j < n; ++j) {
      const double dx = x[j] - x[i];
      const double dy = y[j] - y[i];
      const double dz = z[j] - z[i];
      const double square = dx * dx + dy * dy + dz * dz + step.softening;
      const double strength = 1 / (square * std::sqrt(square));
      ax += dx * strength;
      ay += dy * strength;
      az += dz * strength;
    }
    const double a[] = {ax, ay, az};
    for (std::uint64_t axis = 0; axis < 3; ++axis) {
      const double velocity = step.velocities[axis * n + i] + step.time * a[axis];
      step.new_velocities[axis * n + i] = velocity;
      step.new_positions[axis * n + i] = step.positions[axis * n + i] + step.time * velocity;
    }
  }
}

}  // namespace omprim_benchmark
