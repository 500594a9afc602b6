// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include <fmt/format.h>

#include <omprim/compiled_set.hpp>
#include <omprim/memory.hpp>
#include <omprim/operators.hpp>

#include "inputs/dataset.hpp"
#include "inputs/generator.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"

namespace omprim::command {
namespace {

class scan_trial final : public array_trial {
 public:
  explicit scan_trial(const trial_case& what)
      : what_(what),
        values_(what.n * size_of(what.type)),
        heads_(is_segmented() ? what.n : 0),
        data_(what.where, what.n * size_of(what.type)),
        there_(what.where, heads_.size()),
        out_(what.where, what.n, scanned_size_of(what.type, what.op)) {
    with_type(what.type, [&](auto zero) { fill<decltype(zero)>(); });
    copy_in(what.where, data_.data(), values_.data(), values_.size());
    for (std::uint64_t i = 0; i < heads_.size(); ++i) {
      heads_[i] = random_at(i, what.seed + 1) % elements_per_segment == 0 ? 1 : 0;
    }
    copy_in(what.where, there_.data(), heads_.data(), heads_.size());
    expect(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override { expect(start, n); }

  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    scan_request request;
    request.exclusive = what_.exclusive;
    request.out = out_.data();
    if (is_segmented()) {
      request.segments = by_heads(static_cast<const unsigned char*>(there_.data()) + start_);
    }
    const auto* data = static_cast<const std::byte*>(data_.data()) + start_ * size_of(what_.type);
    scan_any(what_.where, what_.type, what_.op, data, n_, request, options);
    return wrote(n_);
  }

  void spoil_output() const override { out_.spoil(); }
  [[nodiscard]] std::string problem(const reduce_result& /*result*/, bool in_order) const override {
    return out_.problem(in_order);
  }
  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return n_; }
  [[nodiscard]] std::uint64_t bytes() const override {
    return n_ *
           (size_of(what_.type) + scanned_size_of(what_.type, what_.op) + (is_segmented() ? 1 : 0));
  }

 private:
  static constexpr std::uint64_t elements_per_segment = 40;

  [[nodiscard]] bool is_segmented() const { return scans_segments(what_.op); }

  [[nodiscard]] bool adds() const {
    return what_.op == operation::scan_sum || what_.op == operation::wide_scan_sum ||
           what_.op == operation::segmented_scan_sum;
  }

  // Float sums stay among the integers that the type holds exactly: exact in any association.
  template <class T>
  [[nodiscard]] T value_at(std::uint64_t i) const {
    const std::uint64_t random = random_at(i, what_.seed);
    if (adds()) {
      if constexpr (std::is_floating_point_v<T>) return random % 16 == 0 ? T(1) : T(0);
      return static_cast<T>(random);
    }
    // New extremes occur up to the end, more and more rarely.
    const auto far = static_cast<T>(i / 8 % (1U << 22) + random % 8);
    if (what_.op == operation::scan_max || what_.op == operation::segmented_scan_max) return far;
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
      switch (what_.op) {
        case operation::scan_min:
        case operation::segmented_scan_min:
          return expect_all<T, minimum>();
        case operation::scan_max:
        case operation::segmented_scan_max:
          return expect_all<T, maximum>();
        case operation::wide_scan_sum:
          return expect_all<T, plus, detail::wide<T>>();
        default:
          return expect_all<T, plus>();
      }
    });
  }

  /// Out: the type of the results.
  template <class T, class Op, class Out = T>
  void expect_all() {
    const T* in = reinterpret_cast<const T*>(values_.data()) + start_;
    Out before = Op::template identity<Out>();
    for (std::uint64_t i = 0; i < n_; ++i) {
      if (is_segmented() && heads_[start_ + i] != 0) before = Op::template identity<Out>();
      const Out next = Op::combine(before, static_cast<Out>(in[i]));
      out_.want(what_.exclusive ? before : next);
      before = next;
    }
  }

  trial_case what_;
  std::vector<std::byte> values_;     ///< the input, on the host
  std::vector<unsigned char> heads_;  ///< of segments; empty if there are none
  buffer data_;
  buffer there_;  ///< the heads
  trial_output out_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_scan_trial(const trial_case& what) {
  return std::make_unique<scan_trial>(what);
}

}  // namespace omprim::command
