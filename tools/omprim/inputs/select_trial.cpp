// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "inputs/dataset.hpp"
#include "inputs/generator.hpp"
#include "inputs/trial.hpp"
#include "inputs/trial_output.hpp"

namespace omprim::command {
namespace {

// Values are whole numbers below this bound, exact in every type. The condition is `below a bound`.
constexpr std::uint64_t values_below = std::uint64_t{1} << 20;

std::uint64_t outputs_of(operation op, std::uint64_t n) { return only_counts(op) ? 0 : n; }

bool takes_flags(operation op) {
  return op == operation::select_flagged || op == operation::count_flagged;
}

bool compares_neighbours(operation op) {
  return op == operation::unique || op == operation::unique_index || op == operation::count_unique;
}

bool writes_positions(operation op) {
  return op == operation::select_index || op == operation::unique_index;
}

std::size_t output_size(element type, operation op) {
  return writes_positions(op) ? sizeof(std::int64_t) : size_of(type);
}

class select_trial final : public array_trial {
 public:
  explicit select_trial(const trial_case& what)
      : what_(what),
        bound_(std::llround(what.share * static_cast<double>(values_below))),
        values_(what.n * size_of(what.type)),
        flags_(what.n),
        data_(what.where, what.n * size_of(what.type)),
        device_flags_(what.where, takes_flags(what.op) ? what.n : 0),
        selected_(what.where, outputs_of(what.op, what.n), output_size(what.type, what.op)),
        rejected_(what.where, what.op == operation::partition ? what.n : 0, size_of(what.type)) {
    with_type(what.type, [&](auto zero) { fill<decltype(zero)>(); });
    copy_in(what.where, data_.data(), values_.data(), values_.size());
    if (device_flags_.data() != nullptr) {
      copy_in(what.where, device_flags_.data(), flags_.data(), flags_.size());
    }
    expect(0, what.n);
  }

  void choose(std::uint64_t start, std::uint64_t n) override { expect(start, n); }

  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    selection_request request;
    request.how = comparison::less;
    if (is_float(what_.type)) {
      request.bound.f = static_cast<double>(bound_);
    } else {
      request.bound.i = bound_;
    }
    const auto* flags = static_cast<const unsigned char*>(device_flags_.data());
    request.flags = flags == nullptr ? nullptr : flags + start_;
    request.selected = selected_.data();
    request.rejected = rejected_.data();
    const auto* data = static_cast<const std::byte*>(data_.data()) + start_ * size_of(what_.type);
    return wrote(select_any(what_.where, what_.type, what_.op, data, n_, request, {options}));
  }

  void spoil_output() const override {
    selected_.spoil();
    rejected_.spoil();
  }

  [[nodiscard]] std::string problem(const reduce_result& result, bool in_order) const override {
    if (!is_right(result)) {
      return fmt::format("kept {}, expected {}", result.value.u, kept_);
    }
    auto text = selected_.problem(in_order);
    if (!text.empty()) return text;
    const auto other = rejected_.problem(in_order);
    return other.empty() ? "" : "rejected half: " + other;
  }

  [[nodiscard]] std::uint64_t size() const override { return n_; }
  [[nodiscard]] std::uint64_t written() const override { return kept_; }
  [[nodiscard]] std::uint64_t bytes() const override {
    const std::size_t element = what_.op == operation::count_flagged ? 0 : size_of(what_.type);
    return n_ * (element + (takes_flags(what_.op) ? 1 : 0)) + selected_.wanted_bytes() +
           rejected_.wanted_bytes();
  }

 private:
  template <class T>
  void fill() {
    auto* out = reinterpret_cast<T*>(values_.data());
    const auto bound = static_cast<std::uint64_t>(bound_);
#pragma omp parallel for
    for (std::uint64_t i = 0; i < what_.n; ++i) {
      const std::uint64_t random = random_at(i, what_.seed) >> 44;
      out[i] = static_cast<T>(random);
      flags_[i] = random < bound ? std::byte(1 + random % 255) : std::byte{0};
    }
    if (!compares_neighbours(what_.op)) return;
    // An element that is not kept equals its predecessor.
    for (std::uint64_t i = 1; i < what_.n; ++i) {
      if (flags_[i] == std::byte{0}) out[i] = out[i - 1];
    }
  }

  void expect(std::uint64_t start, std::uint64_t n) {
    start_ = start;
    n_ = n;
    kept_ = 0;
    selected_.want_nothing();
    rejected_.want_nothing();
    with_type(what_.type, [&](auto zero) { expect_all<decltype(zero)>(); });
  }

  template <class T>
  void expect_all() {
    const T* in = reinterpret_cast<const T*>(values_.data()) + start_;
    for (std::uint64_t i = 0; i < n_; ++i) {
      const bool keep = takes_flags(what_.op)           ? flags_[start_ + i] != std::byte{0}
                        : compares_neighbours(what_.op) ? i == 0 || in[i] != in[i - 1]
                                                        : in[i] < static_cast<T>(bound_);
      kept_ += keep ? 1 : 0;
      if (only_counts(what_.op)) continue;
      if (keep && writes_positions(what_.op)) {
        selected_.want(static_cast<std::int64_t>(i));
      } else if (keep) {
        selected_.want(in[i]);
      } else if (what_.op == operation::partition) {
        rejected_.want(in[i]);
      }
    }
  }

  trial_case what_;
  std::int64_t bound_;             ///< elements below it are kept
  std::vector<std::byte> values_;  ///< the input, on the host
  std::vector<std::byte> flags_;
  buffer data_;
  buffer device_flags_;
  trial_output selected_;
  trial_output rejected_;
  std::uint64_t start_ = 0;
  std::uint64_t n_ = 0;
  std::uint64_t kept_ = 0;
};

}  // namespace

std::unique_ptr<array_trial> make_select_trial(const trial_case& what) {
  return std::make_unique<select_trial>(what);
}

}  // namespace omprim::command
