// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>

#include "inputs/generator.hpp"
#include "inputs/random.hpp"
#include "inputs/trial.hpp"

/// The keys and values of sorts, searches and merges, and their order.
namespace omprim::command {

template <std::size_t size>
using word = std::conditional_t<size == 4, std::uint32_t, std::uint64_t>;

/// Calls f with a zero of the type of values or positions.
template <class F>
void with_value(std::size_t bytes, const F& f) {
  if (bytes == 4) {
    f(std::uint32_t{});
  } else {
    f(std::uint64_t{});
  }
}

/// Number i of `count` ascending keys, from the least integers to the greatest ones, or floats on
/// both sides of zero.
template <class T>
T ascending(std::uint64_t i, std::uint64_t count) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>((static_cast<double>(i) - static_cast<double>(count) / 2) / 1024);
  } else {
    using unsigned_integer = std::make_unsigned_t<T>;
    constexpr std::uint64_t greatest = std::numeric_limits<unsigned_integer>::max();
    constexpr auto least = static_cast<std::uint64_t>(std::numeric_limits<T>::lowest());
    return static_cast<T>(least + i * (greatest / count));
  }
}

template <class T>
T special_value(std::uint64_t random) {
  using limits = std::numeric_limits<T>;
  constexpr T infinity = limits::infinity();  // 0 for integers, as is NaN
  constexpr T nan = limits::quiet_NaN();
  const T numbers[] = {limits::lowest(), limits::max(), T(0), T(-T(0)), infinity,
                       T(-infinity),     nan,           -nan, T(1)};
  return numbers[random % std::size(numbers)];
}

template <class T>
T key_at(const trial_case& what, std::uint64_t i) {
  constexpr std::uint64_t few = 16;
  const std::uint64_t random = random_at(i, what.seed);
  switch (what.pattern) {
    case input_pattern::sorted:
      return ascending<T>(i, what.n);
    case input_pattern::reversed:
      return ascending<T>(what.n - 1 - i, what.n);
    case input_pattern::equal:
      return ascending<T>(few / 3, few);
    case input_pattern::few_distinct:
      return ascending<T>(random % few, few);
    default:
      if (random % 64 == 0) return special_value<T>(random >> 6);
      return std::bit_cast<T>(static_cast<word<sizeof(T)>>(random_at(i, ~what.seed)));
  }
}

/// Value i. The values of 2^32 neighbours differ.
template <class Value>
Value value_at(std::uint64_t i) {
  return static_cast<Value>(i * 0x9e3779b97f4a7c15U);
}

/// The order of keys, without code of the library.
template <class T>
bool precedes(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
    if (a == b) return std::signbit(a) && !std::signbit(b);
  }
  return a < b;
}

}  // namespace omprim::command
