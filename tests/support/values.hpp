// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <omprim/table.hpp>

/// Inputs for which a mistake changes the result, whatever the operation.
namespace omprim_test {

using random_engine = std::mt19937_64;

/// The seed of a fresh engine. OMPRIM_TEST_SEED=N repeats a failed run, whose test printed its
/// seed.
[[nodiscard]] std::uint64_t test_seed();

template <class T>
T random_bits(random_engine& random) {
  static_assert(std::is_integral_v<T>);
  return static_cast<T>(random());
}

/// A whole number from low to high, in T.
template <class T>
T random_whole(random_engine& random, int low, int high) {
  return static_cast<T>(std::uniform_int_distribution<int>(low, high)(random));
}

/// n elements such that each one affects the reduction by `op`, and floating-point results are
/// exact in any order of evaluation (for n up to 2^21).
template <class T>
std::vector<T> telling_values(omprim::operation op, std::size_t n, random_engine& random) {
  using o = omprim::operation;
  constexpr bool floating = std::is_floating_point_v<T>;
  std::vector<T> values(n);
  const auto sparse = [&] { return random() % (n + 1) < 8; };  // true for about 8 of n elements
  for (std::size_t i = 0; i < n; ++i) {
    T& value = values[i];
    switch (op) {
      case o::product:
        if constexpr (floating) {
          value = random() % 2 != 0 ? T(1) : T(-1);
          if (sparse()) value = random() % 2 != 0 ? T(2) : T(0.5);
        } else {
          value = static_cast<T>(random_bits<T>(random) | T{1});
        }
        break;
      case o::argmin:
      case o::argmax:
        value = random_whole<T>(random, 10, 500);
        break;  // ties are frequent
      case o::logical_and:
        value = i == n * 2 / 3 ? T(0) : random_whole<T>(random, 1, 9);
        break;
      case o::logical_or:
        value = i == n * 2 / 3 ? T(3) : T(0);
        break;
      case o::bit_and:
      case o::bit_or:
        if constexpr (!floating) {
          value = sparse() ? static_cast<T>(T{1} << (random() % (8 * sizeof(T) - 1))) : T{0};
          if (op == o::bit_and) value = static_cast<T>(~value);
        }
        break;
      case o::min:
      case o::max:
      case o::minmax:
        if constexpr (floating) {
          value = std::uniform_real_distribution<T>(T(-1e6), T(1e6))(random);
        } else {
          value = random_bits<T>(random);
        }
        break;
      default:
        if constexpr (floating) {
          value = random_whole<T>(random, -2, 2);
          if (op == o::sum_min_max && sparse()) value = random_whole<T>(random, -90, 90);
        } else {
          value = random_bits<T>(random);
        }
    }
  }
  return values;
}

/// The values around the data: reading even one of them changes the result.
template <class T>
T poison(omprim::operation op, std::size_t i) {
  using o = omprim::operation;
  using limits = std::numeric_limits<T>;
  if (op == o::logical_and) return T(0);
  if (op == o::logical_or) return T(1);
  if constexpr (std::is_floating_point_v<T>) {
    return limits::quiet_NaN();
  } else {
    switch (op) {
      case o::product:
      case o::bit_and:
        return T{0};
      case o::bit_or:
        return static_cast<T>(~T{0});
      case o::min:
      case o::argmin:
        return limits::min();
      case o::max:
      case o::argmax:
        return limits::max();
      case o::minmax:
      case o::sum_min_max:
        return i % 2 == 0 ? limits::min() : limits::max();
      default:
        return static_cast<T>(0x5bd1e995u + 2 * i);
    }
  }
}

}  // namespace omprim_test
