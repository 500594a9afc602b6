// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "inputs/sort_keys.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

/// Searches n sorted elements for as many values.
class search_trial final : public array_trial {
 public:
  explicit search_trial(const trial_case& what)
      : what_(what),
        sorted_(what.n * size_of(what.type)),
        values_(what.n * size_of(what.type)),
        device_sorted_(what.where, sorted_.size()),
        device_values_(what.where, values_.size()),
        positions_(what.where, what.n, what.value_bytes) {
    with_type(what.type, [&](auto zero) { make<decltype(zero)>(); });
    copy_in(what.where, device_sorted_.data(), sorted_.data(), sorted_.size());
    copy_in(what.where, device_values_.data(), values_.data(), values_.size());
    choose(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override {
    start_ = start;
    n_ = n;
    positions_.want_nothing();
    with_type(what_.type, [&](auto zero) {
      with_value(what_.value_bytes, [&](auto index) { expect<decltype(zero), decltype(index)>(); });
    });
  }
  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    const search_request request{chosen(device_values_.data()), n_, positions_.data(),
                                 what_.value_bytes};
    search_any(what_.where, what_.type, what_.op, chosen(device_sorted_.data()), n_, request,
               {options, what_.descending});
    return wrote(n_);
  }
  void spoil_output() const override { positions_.spoil(); }
  [[nodiscard]] std::string problem(const reduce_result& /*result*/, bool in_order) const override {
    const auto problem = positions_.problem(in_order);
    return problem.empty() ? "" : "positions: " + problem;
  }
  [[nodiscard]] std::string describe() const override {
    return fmt::format("n = {} ({}), {} values", grouped(size()), bytes_text(bytes()),
                       to_string(what_.pattern));
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return n_; }
  [[nodiscard]] std::uint64_t bytes() const override {
    return 2 * n_ * size_of(what_.type) + positions_.wanted_bytes();
  }

 private:
  /// The first of the chosen elements, in an array of all.
  [[nodiscard]] const void* chosen(const void* all) const {
    return static_cast<const std::byte*>(all) + start_ * size_of(what_.type);
  }
  template <class T>
  [[nodiscard]] auto order() const {
    return [descending = what_.descending](T a, T b) {
      return descending ? precedes(b, a) : precedes(a, b);
    };
  }

  template <class T>
  void make() {
    trial_case random = what_;
    random.pattern = input_pattern::random;
    random.seed += 1;
    auto* const sorted = reinterpret_cast<T*>(sorted_.data());
    auto* const values = reinterpret_cast<T*>(values_.data());
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) {
      sorted[i] = key_at<T>(random, i);
      // Every second random value is an element.
      values[i] = what_.pattern == input_pattern::random && i % 2 == 0
                      ? key_at<T>(random, what_.n - 1 - i)
                      : key_at<T>(what_, i);
    }
    std::sort(sorted, sorted + what_.n, order<T>());
  }
  template <class T, class Index>
  void expect() {
    const auto* const sorted = static_cast<const T*>(chosen(sorted_.data()));
    const auto* const values = static_cast<const T*>(chosen(values_.data()));
    auto* const positions = positions_.want_many<Index>(n_);
#pragma omp parallel for
    for (std::uint64_t i = 0; i < n_; ++i) {
      const T* const found = what_.op == operation::upper_bound
                                 ? std::upper_bound(sorted, sorted + n_, values[i], order<T>())
                                 : std::lower_bound(sorted, sorted + n_, values[i], order<T>());
      positions[i] = static_cast<Index>(found - sorted);
    }
  }

  trial_case what_;
  std::vector<std::byte> sorted_;  ///< the input, on the host
  std::vector<std::byte> values_;
  buffer device_sorted_;
  buffer device_values_;
  trial_output positions_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_search_trial(const trial_case& what) {
  // The host holds sorted elements, values, and the positions that are expected.
  require_host_memory(what.n, 2 * size_of(what.type) + what.value_bytes);
  return std::make_unique<search_trial>(what);
}

}  // namespace omprim::command
