// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/hierarchy_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "inputs/random.hpp"

namespace omprim::command {
namespace {

constexpr double softening = 1.0 / 64;
constexpr double time_step = 1.0 / 128;
constexpr std::uint64_t checked_bodies = 256;
/// Forms add in different orders, and some compute inverse roots by another method.
constexpr double nbody_tolerance = 1e-11;

using doubles = std::vector<double>;

const double* read(const buffer& from) { return static_cast<const double*>(from.data()); }
double* write(const buffer& to) { return static_cast<double*>(to.data()); }

buffer make(const execution& where, std::uint64_t n) {
  return {where, bytes_of(n, sizeof(double))};
}

/// rows * columns whole numbers in [-bound, bound] over `divisor`.
doubles random_doubles(std::uint64_t rows, std::uint64_t columns, int bound, double divisor,
                       std::uint32_t seed) {
  // One copy here, and one in the memory of a backend on the host.
  require_host_memory(rows, bytes_of(columns, 2 * sizeof(double)));
  const std::uint64_t n = rows * columns;
  doubles values(n);
  const auto choices = 2 * static_cast<std::uint64_t>(bound) + 1;
  for (std::uint64_t i = 0; i < n; ++i) {
    values[i] = (static_cast<double>(random_at(i, seed) % choices) - bound) / divisor;
  }
  return values;
}

buffer place(const execution& where, const doubles& values) {
  buffer there = make(where, values.size());
  copy_in(where, there.data(), values.data(), values.size() * sizeof(double));
  return there;
}
doubles fetch(const execution& where, const buffer& from, std::uint64_t n) {
  doubles values(n);
  copy_out(where, values.data(), from.data(), n * sizeof(double));
  return values;
}
void spoil(const execution& where, const buffer& what, std::uint64_t n) {
  const doubles noise(n, std::numeric_limits<double>::quiet_NaN());
  copy_in(where, what.data(), noise.data(), n * sizeof(double));
}

/// matrix x, row by row.
doubles times_vector(const doubles& matrix, const doubles& x) {
  doubles result(x.size(), 0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) result[i] += matrix[i * x.size() + j] * x[j];
  }
  return result;
}

}  // namespace

// ---- nbody ---------------------------------------------------------------------------------
nbody_input::nbody_input(const execution& where, std::uint64_t n)
    : where_(where),
      n_(n),
      positions_(place(where, random_doubles(n, 3, 1000, 256, 1))),
      velocities_(place(where, random_doubles(n, 3, 1000, 1024, 2))),
      new_positions_(make(where, 3 * n)),
      new_velocities_(make(where, 3 * n)) {}

hierarchy::nbody_step nbody_input::what() const {
  return {read(positions_), read(velocities_), write(new_positions_), write(new_velocities_), n_,
          softening,        time_step};
}

void nbody_input::spoil_output() const {
  spoil(where_, new_positions_, 3 * n_);
  spoil(where_, new_velocities_, 3 * n_);
}

std::string nbody_input::problem(double /*result*/) const {
  const doubles at = fetch(where_, positions_, 3 * n_);
  const doubles before = fetch(where_, velocities_, 3 * n_);
  const doubles moved = fetch(where_, new_positions_, 3 * n_);
  const doubles after = fetch(where_, new_velocities_, 3 * n_);
  const std::uint64_t step = std::max<std::uint64_t>(n_ / checked_bodies, 1);
  for (std::uint64_t i = n_ - 1; i < n_; i -= step) {  // includes the last; ends by wrapping
    double pull[3] = {};
    double sizes[3] = {};
    for (std::uint64_t j = 0; j < n_; ++j) {
      const double way[] = {at[j] - at[i], at[n_ + j] - at[n_ + i],
                            at[2 * n_ + j] - at[2 * n_ + i]};
      const double square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2] + softening;
      for (int axis = 0; axis < 3; ++axis) {
        const double term = way[axis] / (square * std::sqrt(square));
        pull[axis] += term;
        sizes[axis] += std::abs(term);
      }
    }
    for (std::uint64_t axis = 0; axis < 3; ++axis) {
      const std::uint64_t k = axis * n_ + i;
      const double velocity = before[k] + time_step * pull[axis];
      const double tolerance = nbody_tolerance * (1 + time_step * sizes[axis]);
      const bool right = std::abs(after[k] - velocity) <= tolerance &&
                         std::abs(moved[k] - (at[k] + time_step * velocity)) <= tolerance;
      if (!right) return fmt::format("body {} went elsewhere", i);
    }
  }
  const auto written = [](const doubles& v) {
    return std::none_of(v.begin(), v.end(), [](double x) { return std::isnan(x); });
  };
  return written(moved) && written(after) ? "" : "some bodies did not move";
}

// ---- Sums ----------------------------------------------------------------------------------
summation_input::summation_input(const execution& where, std::uint64_t n)
    : where_(where), n_(n), partial_sums_(n / 64 + 64), partials_(make(where, partial_sums_)) {
  const doubles values = random_doubles(n, 1, 1000, 1, 3);
  for (const double x : values) expected_ += x;
  values_ = place(where, values);
}

hierarchy::summation summation_input::what() const { return {read(values_), n_, write(partials_)}; }

void summation_input::spoil_output() const { spoil(where_, partials_, partial_sums_); }

std::string summation_input::problem(double result) const {
  return result == expected_ ? "" : fmt::format("the sum is {}, not {}", result, expected_);
}

// ---- Products ------------------------------------------------------------------------------
product_input::product_input(const execution& where, std::uint64_t order)
    : where_(where),
      order_(order),
      a_(place(where, random_doubles(order, order, 9, 1, 4))),
      b_(place(where, random_doubles(order, order, 9, 1, 5))),
      c_(make(where, order * order)) {}

hierarchy::product product_input::what() const {
  return {read(a_), read(b_), write(c_), order_, order_, order_};
}

void product_input::spoil_output() const { spoil(where_, c_, order_ * order_); }

std::string product_input::problem(double /*result*/) const {
  const std::uint64_t elements = order_ * order_;
  doubles x(order_);
  for (std::uint64_t i = 0; i < order_; ++i) x[i] = static_cast<double>(random_at(i, 6) % 9 + 1);
  const doubles bx = times_vector(fetch(where_, b_, elements), x);
  const doubles want = times_vector(fetch(where_, a_, elements), bx);
  const doubles got = times_vector(fetch(where_, c_, elements), x);
  const auto wrong = std::mismatch(got.begin(), got.end(), want.begin()).first;
  return wrong == got.end() ? "" : fmt::format("row {} is wrong", wrong - got.begin());
}

}  // namespace omprim::command
