// SPDX-License-Identifier: BSD-3-Clause
#include "form_jobs.hpp"

#include <cmath>
#include <cstdio>
#include <random>

#include <omprim/memory.hpp>

namespace omprim_benchmark {
namespace {

/// Whole numbers in [-bound, bound], divided by `divisor`.
std::vector<double> random_doubles(std::uint64_t n, int bound, double divisor, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int> whole(-bound, bound);
  std::vector<double> values(n);
  for (double& x : values) x = whole(random) / divisor;
  return values;
}

std::vector<double> times_vector(const std::vector<double>& matrix, const std::vector<double>& x) {
  std::vector<double> result(x.size(), 0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) result[i] += matrix[i * x.size() + j] * x[j];
  }
  return result;
}

constexpr double softening = 1.0 / 64;
constexpr double time_step = 1.0 / 128;

}  // namespace

placed_doubles::placed_doubles(const omprim::execution& where, const std::vector<double>& values)
    : where_(where),
      n_(values.size()),
      data_(static_cast<double*>(omprim::allocate(where, n_ * sizeof(double)))) {
  omprim::copy_in(where, data_, values.data(), n_ * sizeof(double));
}
placed_doubles::~placed_doubles() { omprim::deallocate(where_, data_); }

std::vector<double> placed_doubles::values() const {
  std::vector<double> copy(n_);
  omprim::copy_out(where_, copy.data(), data_, n_ * sizeof(double));
  return copy;
}

void placed_doubles::fill(double value) const {
  const std::vector<double> all(n_, value);
  omprim::copy_in(where_, data_, all.data(), n_ * sizeof(double));
}

matrices::matrices(const omprim::execution& where, std::uint64_t order)
    : order_(order),
      x_(random_doubles(order, 4, 1, 3)),
      a_(where, random_doubles(order * order, 9, 1, 1)),
      b_(where, random_doubles(order * order, 9, 1, 2)),
      c_(where, std::vector<double>(order * order)) {
  for (double& x : x_) x += 5;
  want_ = times_vector(a_.values(), times_vector(b_.values(), x_));
}

omprim::hierarchy::product matrices::what() const {
  return {a_.data(), b_.data(), c_.data(), order_, order_, order_};
}
bool matrices::right() const { return times_vector(c_.values(), x_) == want_; }
double matrices::flops() const { return 2.0 * double(order_) * double(order_) * double(order_); }

bodies::bodies(const omprim::execution& where, std::uint64_t n)
    : n_(n),
      positions_(where, random_doubles(3 * n, 1000, 256, 4)),
      velocities_(where, random_doubles(3 * n, 1000, 1024, 5)),
      new_positions_(where, std::vector<double>(3 * n)),
      new_velocities_(where, std::vector<double>(3 * n)) {}

omprim::hierarchy::nbody_step bodies::what() const {
  return {positions_.data(), velocities_.data(), new_positions_.data(), new_velocities_.data(), n_,
          softening,         time_step};
}

bool bodies::right() const {
  constexpr std::uint64_t looked_at = 16;
  constexpr double tolerance = 1e-11;
  const auto at = positions_.values();
  const auto before = velocities_.values();
  const auto after = new_velocities_.values();
  for (std::uint64_t b = 0; b < looked_at; ++b) {
    const std::uint64_t i = b * (n_ - 1) / (looked_at - 1);
    for (std::uint64_t axis = 0; axis < 3; ++axis) {
      double pull = 0;
      double size = 0;
      for (std::uint64_t j = 0; j < n_; ++j) {
        double square = softening;
        for (std::uint64_t k = 0; k < 3; ++k) {
          const double way = at[k * n_ + j] - at[k * n_ + i];
          square += way * way;
        }
        const double term = (at[axis * n_ + j] - at[axis * n_ + i]) / (square * std::sqrt(square));
        pull += term;
        size += std::abs(term);
      }
      const double want = before[axis * n_ + i] + time_step * pull;
      const double off = std::abs(after[axis * n_ + i] - want);
      if (!(off <= tolerance * (1 + time_step * size))) return false;
    }
  }
  return true;
}

void print_form_tables(const contest_results& all, const std::string& unit) {
  const auto rate = [](const contest& c, const standing* s) {
    return s == nullptr ? "-" : fixed(c.bytes / s->wall * 1e-9, 2);
  };
  std::vector<cells> best = {
      {"case", "omprim's best", unit, "peer", unit, "omprim / peer", "wrong"}};
  for (const auto& [c, standings] : all) {
    const standing* const ours = fastest(standings, role::ours);
    const standing* const peer = fastest(standings, role::peer);
    int wrong = 0;
    for (const standing& s : standings) wrong += s.wrong;
    const bool both = ours != nullptr && peer != nullptr;
    best.push_back({c.name, ours == nullptr ? "-" : ours->name, rate(c, ours),
                    peer == nullptr ? "-" : peer->name, rate(c, peer),
                    both ? fixed(peer->wall / ours->wall, 2) : "-", std::to_string(wrong)});
  }
  print_table(best);
  std::printf("\n");
  std::vector<cells> rows = {{"case", "contestant", "ms", unit}};
  for (const auto& [c, standings] : all) {
    for (const standing& s : standings) {
      rows.push_back({c.name, s.name, fixed(s.wall * 1e3, 3), rate(c, &s)});
    }
  }
  print_table(rows);
  std::printf("\n");
}

}  // namespace omprim_benchmark
