// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace omprim {

/// A value of any compiled type: signed integers are stored in .i, unsigned integers in .u, and
/// floats, also those of 4 bytes, in .f.
struct scalar {
  union {
    std::int64_t i;
    std::uint64_t u;
    double f;
  };
};

namespace detail {
/// Convert float to double and back, denormal numbers included. A plain conversion takes denormals
/// for zero in callers with flush-to-zero or denormals-are-zero set.
///  - Both functions compute with the bits of denormal numbers and with normal doubles.
///  - Neither compares the bits with zero: clang would make that a comparison of floats.
inline double to_double(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  if (magnitude - 1U >= 0x007fffffU) return static_cast<double>(value);
  const double small = static_cast<double>(magnitude) * 0x1p-149;
  return bits == magnitude ? small : -small;
}

inline float to_float(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  constexpr std::uint64_t least_normal = 0x3810000000000000U;  // the bits of 2^-126
  const std::uint64_t magnitude = bits & 0x7fffffffffffffffU;
  if (magnitude - 1U >= least_normal - 1U) return static_cast<float>(value);
  // The sum has no fraction, so it is rounded as a conversion is. Its low bits are those of the
  // float.
  const bool is_negative = bits != magnitude;
  const double sum = value * 0x1p149 + (is_negative ? -0x1p52 : 0x1p52);
  std::uint64_t sum_bits;
  std::memcpy(&sum_bits, &sum, sizeof sum_bits);
  const std::uint32_t result =
      static_cast<std::uint32_t>(sum_bits) | (is_negative ? 0x80000000U : 0U);
  float small;
  std::memcpy(&small, &result, sizeof small);
  return small;
}

template <class T>
scalar to_scalar(T value) {
  scalar s{};
  if constexpr (std::is_same_v<T, float>) {
    s.f = to_double(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    s.f = value;
  } else if constexpr (std::is_signed_v<T>) {
    s.i = value;
  } else {
    s.u = value;
  }
  return s;
}

template <class T>
T get(const scalar& s) {
  if constexpr (std::is_same_v<T, float>) return to_float(s.f);
  if constexpr (std::is_floating_point_v<T>) return static_cast<T>(s.f);
  if constexpr (std::is_signed_v<T>) return static_cast<T>(s.i);
  return static_cast<T>(s.u);
}
}  // namespace detail

}  // namespace omprim
