// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>
#include <omprim/operators.hpp>

#include "dataset.hpp"
#include "pattern.hpp"
#include "trial.hpp"
#include "trial_output.hpp"

namespace omprim::command {
namespace {

class scan_trial : public trial {
 public:
  explicit scan_trial(const trial_case& what)
      : what_(what),
        values_(what.n * size_of(what.type)),
        data_(what.where, what.n * size_of(what.type)),
        out_(what.where, what.n, size_of(what.type)) {
    with_type(what.type, [&](auto zero) { fill<decltype(zero)>(); });
    copy_in(what.where, data_.data(), values_.data(), values_.size());
    expect(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override { expect(start, n); }

  [[nodiscard]] std::uint64_t run(const reduce_options& options) const override {
    scan_request request;
    request.exclusive = what_.exclusive;
    request.out = out_.data();
    const auto* data = static_cast<const std::byte*>(data_.data()) + start_ * size_of(what_.type);
    scan_any(what_.where, what_.type, what_.op, data, n_, request, options);
    return n_;
  }

  void spoil_output() const override { out_.spoil(); }
  [[nodiscard]] std::string problem(std::uint64_t /*count*/, bool in_order) const override {
    return out_.problem(in_order);
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return n_; }
  [[nodiscard]] std::uint64_t bytes() const override { return 2 * n_ * size_of(what_.type); }

 private:
  // Sums of floats stay whole numbers that the type holds: they are exact in any association.
  template <class T>
  [[nodiscard]] T value_at(std::uint64_t i) const {
    const std::uint64_t random = random_at(i, what_.seed);
    if (what_.op == operation::scan_sum) {
      if constexpr (std::is_floating_point_v<T>) return random % 16 == 0 ? T(1) : T(0);
      return static_cast<T>(random);
    }
    // New extremes up to the end, and rarer and rarer.
    const auto far = static_cast<T>(i / 8 % (1U << 22) + random % 8);
    if (what_.op == operation::scan_max) return far;
    return static_cast<T>(static_cast<T>(1U << 23) - far);
  }

  template <class T>
  void fill() {
    auto* out = reinterpret_cast<T*>(values_.data());
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) out[i] = value_at<T>(i);
  }

  void expect(std::uint64_t start, std::uint64_t n) {
    start_ = start;
    n_ = n;
    out_.want_nothing();
    with_type(what_.type, [&](auto zero) {
      using T = decltype(zero);
      if (what_.op == operation::scan_min) {
        expect_all<T, minimum>();
      } else if (what_.op == operation::scan_max) {
        expect_all<T, maximum>();
      } else {
        expect_all<T, plus>();
      }
    });
  }

  template <class T, class Op>
  void expect_all() {
    const T* in = reinterpret_cast<const T*>(values_.data()) + start_;
    T before = Op::template identity<T>();
    for (std::uint64_t i = 0; i < n_; ++i) {
      const T next = Op::combine(before, in[i]);
      out_.want(what_.exclusive ? before : next);
      before = next;
    }
  }

  trial_case what_;
  std::vector<std::byte> values_;  ///< the input, on the host
  buffer data_;
  trial_output out_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<trial> make_scan_trial(const trial_case& what) {
  return std::make_unique<scan_trial>(what);
}

}  // namespace omprim::command
