// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/simd/pack.hpp>

#include "problems.hpp"

/// The gravitation between bodies, for one body or a pack of them.
namespace omprim::hierarchy::inline OMPRIM_ABI {

OMPRIM_INLINE double square_root(double x) {
#if defined(__NVPTX__)
  return __nvvm_sqrt_rn_d(x);
#else
  return __builtin_sqrt(x);
#endif
}

/// d^(-3/2) by the processor's square root and division.
struct divided {
  OMPRIM_INLINE double operator()(double d) const { return 1 / (d * square_root(d)); }
};

/// d^(-3/2) from an estimate of the inverse root and Newton steps. Their multiplications and
/// additions have a higher throughput than square roots on every processor. The relative error is
/// below 2e-15. d is positive; neither d nor its inverse is subnormal.
template <int lanes>
struct iterated {
  using vector = kernel::pack<double, lanes>;

  OMPRIM_INLINE vector operator()(vector d) const {
    const vector root = inverse_root(d);
    return root * root * root;
  }

 private:
  static OMPRIM_INLINE vector inverse_root(vector d) {
#if defined(__NVPTX__)
    // The hardware's estimate of 20 bits, and one step of third order.
    vector y{};
    if constexpr (lanes == 1) {
      y = estimate(d);
    } else {
      for (int i = 0; i < lanes; ++i) y[i] = estimate(d[i]);
    }
    const vector error = 1 - d * y * y;
    return y + y * error * (0.5 + 0.375 * error);
#else
#if defined(__AVX512F__)
    if constexpr (lanes == 8) {
      return refined<2>(d, __builtin_ia32_rsqrt14pd512_mask(d, d, 0xff));  // 14, 28, 56 bits
    }
#endif
    // Halves and negates the exponent; the mantissa is nearly right.
    const auto bits = kernel::bits_as<std::int64_t, lanes>(d);
    const auto near = kernel::bits_as<double, lanes>(0x5fe6eb50c7b537a9 - (bits >> 1));
    return refined<4>(d, near);  // 5, 9, 18, 36, 72 accurate bits
#endif
  }
#if !defined(__NVPTX__)
  /// An estimate of d^(-1/2) after `steps` Newton steps; each doubles the accurate bits.
  template <int steps>
  static OMPRIM_INLINE vector refined(vector d, vector y) {
    const vector half = d * 0.5;
#pragma GCC unroll 4
    for (int i = 0; i < steps; ++i) y = y * (1.5 - half * y * y);
    return y;
  }
#else
  static OMPRIM_INLINE double estimate(double d) {
    double y;
    __asm__("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(d));
    return y;
  }
#endif
};

/// The acceleration of one body, or of a pack of them.
template <class V>
struct acceleration {
  V x, y, z;

  /// Adds the pull of a body at distance (dx, dy, dz).
  template <class InverseCube>
  OMPRIM_INLINE void pull(V dx, V dy, V dz, double softening, InverseCube inverse_cube) {
    const V strength = inverse_cube(softening + dx * dx + dy * dy + dz * dz);
    x += dx * strength;
    y += dy * strength;
    z += dz * strength;
  }
};

/// Writes the new position and velocity of body i.
OMPRIM_INLINE void move_body(const nbody_step& step, std::uint64_t i, double ax, double ay,
                             double az) {
  const double a[] = {ax, ay, az};
#pragma GCC unroll 3
  for (std::uint64_t axis = 0; axis < 3; ++axis) {
    const std::uint64_t at = axis * step.n + i;
    const double velocity = step.velocities[at] + step.time * a[axis];
    step.new_velocities[at] = velocity;
    step.new_positions[at] = step.positions[at] + step.time * velocity;
  }
}

}  // namespace omprim::hierarchy::inline OMPRIM_ABI
