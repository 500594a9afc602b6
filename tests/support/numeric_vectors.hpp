// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Inputs on which libraries disagree: NaN, signed zeros, infinities, limits, ties.
namespace omprim_test {

template <class T>
struct numeric_vector {
  std::string name;
  std::vector<T> values;
  /// Whether intermediate sums may overflow in one order and not in another.
  bool overflows = false;
};

template <class T>
std::vector<numeric_vector<T>> common_vectors() {
  using limits = std::numeric_limits<T>;
  std::vector<T> counting(33);
  for (std::size_t i = 0; i < counting.size(); ++i) counting[i] = static_cast<T>(i + 1);
  const auto minus_one = static_cast<T>(-1);
  return {
      {"empty", {}},
      {"one element", {T(7)}},
      {"33 times -1", std::vector<T>(33, minus_one)},
      {"31 zeros", std::vector<T>(31, T(0))},
      {"all greatest", std::vector<T>(33, limits::max()), true},
      {"all lowest", std::vector<T>(33, limits::lowest()), true},
      {"1 to 33", counting},
      {"1 to 31", std::vector<T>(counting.begin(), counting.begin() + 31)},
      {"33 to 1", std::vector<T>(counting.rbegin(), counting.rend())},
      {"ties at both ends, low", {T(1), T(5), T(3), T(5), T(1)}},
      {"ties at both ends, high", {T(5), T(1), T(3), T(1), T(5)}},
      {"greatest + 1", {limits::max(), T(1)}, true},
      {"lowest - 1", {limits::lowest(), minus_one}, true},
      {"zero last", {T(1), T(2), T(0)}},
      {"nonzero last", {T(0), T(0), T(2)}},
  };
}

template <class T>
std::vector<numeric_vector<T>> floating_vectors() {
  using limits = std::numeric_limits<T>;
  const T nan = limits::quiet_NaN();
  const T infinity = limits::infinity();
  std::vector<T> late_nan(33, T(1));
  late_nan[31] = nan;
  std::vector<T> two_nans(33, T(-2));
  two_nans[5] = two_nans[20] = nan;
  return {
      {"NaN, 1", {nan, T(1)}},
      {"1, NaN", {T(1), nan}},
      {"NaN, -inf, inf", {nan, -infinity, infinity}},
      {"-inf, inf, NaN", {-infinity, infinity, nan}},
      {"a late NaN", late_nan},
      {"two NaNs", two_nans},
      {"negative NaN", {T(1), -nan, T(2)}},
      {"-0, +0", {T(-0.0), T(0.0)}},
      {"+0, -0", {T(0.0), T(-0.0)}},
      {"+0, -0, +0, -0", {T(0.0), T(-0.0), T(0.0), T(-0.0)}},
      {"all -0", std::vector<T>(33, T(-0.0))},
      {"all +inf", std::vector<T>(33, infinity)},
      {"all -inf", std::vector<T>(33, -infinity)},
      {"inf, 1, -inf", {infinity, T(1), -infinity}},
      {"greatest, inf", {limits::max(), infinity}},
      {"1e16, 1, -1e16", {T(1e16), T(1), T(-1e16)}},
      {"-1e16, 1, 1e16", {T(-1e16), T(1), T(1e16)}},
      {"denormals", {limits::denorm_min(), limits::denorm_min() * 3, T(0)}},
      {"only a denormal", {T(0), limits::denorm_min()}},
  };
}

template <class T>
std::vector<numeric_vector<T>> numeric_vectors() {
  std::vector<numeric_vector<T>> all = common_vectors<T>();
  if constexpr (std::is_floating_point_v<T>) {
    for (numeric_vector<T>& vector : floating_vectors<T>()) all.push_back(std::move(vector));
  } else {
    for (numeric_vector<T>& vector : all) vector.overflows = false;  // integers wrap
  }
  return all;
}

}  // namespace omprim_test
