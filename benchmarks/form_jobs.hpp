// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <hierarchy/forms.hpp>

#include <omprim/execution.hpp>

#include "support/program.hpp"

/// The jobs of the benchmarks of kernels in several forms: inputs in a backend's memory, omprim's
/// contestants, and checks of every contestant's output.
namespace omprim_benchmark {

/// Doubles that a backend can read.
class placed_doubles {
 public:
  placed_doubles(const omprim::execution& where, const std::vector<double>& values);
  ~placed_doubles();
  placed_doubles(const placed_doubles&) = delete;
  placed_doubles& operator=(const placed_doubles&) = delete;

  [[nodiscard]] double* data() const { return data_; }
  [[nodiscard]] std::vector<double> values() const;
  void fill(double value) const;

 private:
  omprim::execution where_;
  std::size_t n_;
  double* data_;
};

/// Two square matrices of whole numbers, and room for their product.
class matrices {
 public:
  matrices(const omprim::execution& where, std::uint64_t order);
  [[nodiscard]] omprim::hierarchy::product what() const;
  void spoil() const { c_.fill(-0.5); }
  /// Whether c x = a (b x) for a vector x without zeros; exact.
  [[nodiscard]] bool right() const;
  [[nodiscard]] double flops() const;

 private:
  std::uint64_t order_;
  std::vector<double> x_, want_;
  placed_doubles a_, b_, c_;
};

/// Bodies, and room for their new positions and velocities.
class bodies {
 public:
  bodies(const omprim::execution& where, std::uint64_t n);
  [[nodiscard]] omprim::hierarchy::nbody_step what() const;
  void spoil() const { new_velocities_.fill(-0.5); }
  /// Whether some of the bodies have the velocity of a serial loop, to 1e-11.
  [[nodiscard]] bool right() const;
  [[nodiscard]] double pairs() const { return double(n_) * double(n_); }

 private:
  std::uint64_t n_;
  placed_doubles positions_, velocities_, new_positions_, new_velocities_;
};

/// Makes one untimed call, then a timed one; `prepare` comes before each.
template <class Input>
contestant make_contestant(const std::string& name, role plays, const std::shared_ptr<Input>& on,
                           const std::function<void()>& prepare,
                           const std::function<void()>& call) {
  return {name, plays, [=] {
            prepare();
            on->spoil();
            call();
            const auto start = std::chrono::steady_clock::now();
            call();
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
            sample s;
            s.wall = took.count();
            s.right = on->right();
            return s;
          }};
}

/// Adds every form of `forms` whose name is in `names`.
template <class Input, class Forms>
void add_forms(contest& into, const std::shared_ptr<Input>& on, const omprim::execution& where,
               const Forms& forms, const std::vector<std::string>& names,
               const std::function<void()>& prepare) {
  for (const auto& form : forms) {
    const std::string name(form.name);
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    const std::string shape = form.shape.empty() ? "" : " " + std::string(form.shape);
    into.contestants.push_back(make_contestant(name + shape, role::ours, on, prepare,
                                               [=] { form.run(where, on->what()); }));
  }
}

/// Prints a line for each contest with the fastest contestant of each side, then a line for each
/// contestant. A contest's work, in its field bytes, is in units of 10^9.
void print_form_tables(const contest_results& all, const std::string& unit);

}  // namespace omprim_benchmark
