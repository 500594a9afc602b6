// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace omprim_test {

/// x -> scale * x + shift modulo 2^32.
struct affine {
  std::uint32_t scale;
  std::uint32_t shift;
  friend bool operator==(const affine&, const affine&) = default;
};

/// Composes two maps, a first: associative but not commutative.
struct then {
  template <class T>
  static constexpr T identity() {
    return {1, 0};
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return {a.scale * b.scale, b.scale * a.shift + b.shift};
  }
};

}  // namespace omprim_test
