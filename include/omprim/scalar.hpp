// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

namespace omprim {

/// A value of any compiled type: integers stand in .i (signed) or .u (unsigned), floats in .f.
struct scalar {
  union {
    std::int64_t i;
    std::uint64_t u;
    double f;
  };
};

namespace detail {
template <class T>
scalar to_scalar(T value) {
  scalar s{};
  if constexpr (std::is_floating_point_v<T>) {
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
  if constexpr (std::is_floating_point_v<T>) return static_cast<T>(s.f);
  if constexpr (std::is_signed_v<T>) return static_cast<T>(s.i);
  return static_cast<T>(s.u);
}
}  // namespace detail

}  // namespace omprim
